/** One picture a game, for the home screen and for the tops of dialogs. */

import type { Component } from 'svelte';
import Cathedral from './Cathedral.svelte';
import Holes from './Holes.svelte';
import Logan from './Logan.svelte';
import Stonehenge from './Stonehenge.svelte';
import Sun from './Sun.svelte';

export const art: Record<string, Component> = {
  stonehenge: Stonehenge,
  cathedral: Cathedral,
  logan: Logan,
  holes: Holes,
  sun: Sun,
};

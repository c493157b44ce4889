/** The board that other sites may show in a frame. Nothing here knows a player's key or can act. */

import { mount } from 'svelte';
import '../app.css';
import Embed from './Embed.svelte';
import { parseEmbed } from './address';

const target = document.getElementById('app');
if (!target) throw new Error('embed.html has no #app');

const shown = parseEmbed(location.pathname, location.search);
export default mount(Embed, { target, props: { shown } });

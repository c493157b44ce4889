import { describe, expect, it } from 'vitest';
import { places as cathedral } from './cathedral/places';
import { places as holes } from './holes/places';
import { places as logan } from './logan/places';
import { places as stonehenge } from './stonehenge/places';

const played = (actions: string[], seats: (number | null)[] = [], view: unknown = {}) => ({
  actions,
  seats,
  view,
});

describe('the places of an action', () => {
  it('are a crossing, also of a druid face down', () => {
    expect(stonehenge(played(['A6', 'G4']))).toEqual(['[data-cell="G"] .hit']);
    expect(stonehenge(played(['G?']))).toEqual(['[data-cell="G"] .hit']);
    expect(stonehenge(played(['pass']))).toEqual([]);
  });

  it('are where a stone comes or turns, not what is dealt', () => {
    expect(logan(played(['+RS~@1,-1']))).toEqual(['[data-cell="1,-1"] .hit']);
    expect(logan(played(['~-2,0']))).toEqual(['[data-cell="-2,0"] .hit']);
    expect(logan(played(['deal=SP,PS|RS,RP|RP,RP']))).toEqual([]);
  });

  it('are all squares of a monument, as long as it stands there', () => {
    const view = { pieces: [{ piece: 'TO', squares: ['g5', 'h4', 'h5', 'i3', 'i4'] }] };
    expect(cathedral(played(['TO1@g3'], [1], view))).toHaveLength(5);
    expect(cathedral(played(['keep@i4'], [1], view))).toHaveLength(5);
    expect(cathedral(played(['TO1@a1'], [1], view))).toEqual([]);
    expect(cathedral(played(['pass'], [1], view))).toEqual([]);
  });

  it('are the hole that a piece left and the one that its own throw led to', () => {
    const [actions, seats] = [
      ['*3', '*3', '*1', '*3', '1'],
      [1, 2, 1, 2, 1],
    ];
    expect(holes(played(actions, seats))).toEqual([
      '[data-hole="1-1"] .hit',
      '[data-hole="1-2"] .hit',
    ]);
    expect(holes(played(['*5', '27'], [2, 2]))).toEqual(['[data-hole="2-27"] .hit']);
    expect(holes(played(['*5', 'recover'], [2, 2]))).toEqual([]);
  });
});

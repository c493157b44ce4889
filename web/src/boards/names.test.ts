import { expect, it } from 'vitest';
import { t as cathedral } from '../games/cathedral/strings';
import { t as holes } from '../games/holes/strings';
import { t as logan } from '../games/logan/strings';
import { strings, t as stonehenge } from '../games/stonehenge/strings';
import { fill } from '../i18n';
import { aboutSeat, byNumber } from './names';

it('addresses the reader, names the others, and numbers those whom nobody knows', () => {
  expect(aboutSeat(holes, 'thrown', null, { score: 2 })).toBe('You threw 2');
  expect(aboutSeat(holes, 'thrown', 'Émile', { score: 3 })).toBe('Émile threw 3');
  expect(aboutSeat(holes, 'thrown', byNumber(2), { score: 3 })).toBe('Player 2 threw 3');
  expect(aboutSeat(logan, 'hand', null)).toBe('Your stones');
  expect(aboutSeat(cathedral, 'tray', 'Ada')).toBe('Monuments of Ada');
  expect(aboutSeat(stonehenge, 'hand', 'Ada')).toBe('Druids of Ada');
});

it('elides in French', () => {
  expect(fill('fr', strings.hand.fr, { name: 'Émile' })).toBe('Druides d’Émile');
  expect(fill('fr', strings.hand.fr, { name: 'Bo' })).toBe('Druides de Bo');
});

import { expect, it } from 'vitest';
import { speckle } from './speckle';

it('gives the same grain on every screen', () => {
  expect(speckle(7, 3, 100, 6)).toBe(speckle(7, 3, 100, 6));
  expect(speckle(7, 3, 100, 6)).not.toBe(speckle(8, 3, 100, 6));
  expect(speckle(7, 3, 100).match(/M/g)).toHaveLength(3);
});

/**
 * The registry of a page with one additional game, the test game. A new game adds a line like the
 * last one.
 */

export * from '../../src/games';
export { default as tictactoe } from './tictactoe';

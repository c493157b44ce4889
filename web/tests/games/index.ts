/** The registry of a page with one game more, the game of the tests. A new game adds a line like the last one. */

export * from '../../src/games';
export { default as tictactoe } from './tictactoe';

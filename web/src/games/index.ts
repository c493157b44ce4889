/** The games that this page can show, one line each: the game's id and its folder. */

export { default as stonehenge } from './stonehenge';
export { default as cathedral } from './cathedral';
export { default as logan } from './logan';
export { default as holes } from './holes';
export { default as sun } from './sun';

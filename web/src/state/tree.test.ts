import { describe, expect, it } from 'vitest';
import type { StudyStep } from '../protocol';
import {
  added,
  blocksOf,
  commented,
  deepest,
  EMPTY,
  extended,
  marked,
  moveText,
  nesting,
  nodesAlong,
  pathTo,
  promoted,
  removed,
  treeOf,
  variationOf,
  type Tree,
} from './tree';

const step = (action: string, more: Partial<StudyStep> = {}): StudyStep => ({
  action,
  seat: 1,
  comments: [],
  ...more,
});

/** A1 B2 (C3 D4 (E5)) F6 (G7) */
const read = (): Tree =>
  treeOf({
    comments: ['so'],
    steps: [step('A1', { marks: [1] }), step('B2', { comments: ['played'] }), step('F6')],
    variations: [
      { line: 0, ply: 1, comments: ['better'], steps: [step('C3'), step('D4')] },
      { line: 1, ply: 2, steps: [step('E5', { marks: [6], comments: ['or'] })] },
      { line: 0, ply: 2, steps: [step('G7')] },
    ],
  });

const actions = (tree: Tree, path: readonly number[]): string =>
  nodesAlong(tree, path)
    .map((node) => node.action)
    .join(' ');

/** The path along these actions. */
function along(tree: Tree, ...names: string[]): number[] {
  const path: number[] = [];
  let children = tree.children;
  for (const name of names) {
    const node = children.find((child) => child.action === name);
    if (!node) throw new Error(name);
    path.push(node.id);
    children = node.children;
  }
  return path;
}

describe('a tree of variations', () => {
  it('knows how deep its variations are nested', () => {
    expect(deepest(EMPTY)).toBe(0);
    const tree = read();
    expect(deepest(tree)).toBe(2);
    // What was played is one deeper, and its own variation with it.
    expect(deepest(promoted(tree, along(tree, 'A1', 'C3')))).toBe(2);
  });

  it('is read from what the server found and written as a record has it', () => {
    expect(moveText(read())).toBe('{so} A1 $1 B2 {played} ({better} C3 D4 (E5 $6 {or})) F6 (G7)');
    expect(moveText(EMPTY)).toBe('');
  });

  it('gives every action of its list once, in reading order', () => {
    const shown = blocksOf(read()).map(
      ({ depth, opens, nodes }) =>
        `${depth}${opens ? '(' : ' '}${nodes.map((node) => node.action).join(' ')}`,
    );
    expect(shown).toEqual(['0(A1 B2', '1(C3 D4', '2(E5', '0 F6', '1(G7']);
  });

  it('keeps the game when another action is played', () => {
    const tree = read();
    const main = extended(tree, []);
    const grown = added(tree, along(tree, 'A1'), step('X9'));
    expect(actions(grown.tree, grown.path)).toBe('A1 X9');
    expect(actions(grown.tree, extended(grown.tree, []))).toBe(actions(tree, main));
    expect(moveText(grown.tree)).toContain('(X9)');
    // The tree before is what undo goes back to.
    expect(moveText(tree)).not.toContain('X9');
  });

  it('finds an action that is there already instead of adding it again', () => {
    const tree = read();
    const found = added(tree, along(tree, 'A1'), step('C3'));
    expect(found.tree).toBe(tree);
    expect(actions(found.tree, extended(found.tree, found.path))).toBe('A1 C3 D4');
  });

  it('promotes a variation, and what was played becomes one', () => {
    const tree = read();
    const path = along(tree, 'A1', 'C3', 'D4');
    expect(variationOf(tree, path)).toEqual(along(tree, 'A1', 'C3'));
    const turned = promoted(tree, path);
    expect(moveText(turned)).toBe('{so} A1 $1 C3 {better} (B2 {played} F6 (G7)) D4 (E5 $6 {or})');
    expect(promoted(tree, along(tree, 'A1', 'B2'))).toBe(tree);
  });

  it('removes an action with all that follows it', () => {
    const tree = read();
    expect(moveText(removed(tree, along(tree, 'A1', 'C3')))).toBe('{so} A1 $1 B2 {played} F6 (G7)');
    // Without the action that was played its variation takes the place.
    expect(moveText(removed(tree, along(tree, 'A1', 'B2')))).toBe(
      '{so} A1 $1 C3 {better} D4 (E5 $6 {or})',
    );
  });

  it('writes comments and marks beside the action they are on', () => {
    let tree = read();
    tree = commented(tree, along(tree, 'A1'), '  a } brace ');
    tree = marked(tree, along(tree, 'A1', 'C3'), 4);
    tree = commented(tree, [], '');
    expect(moveText(tree)).toBe(
      'A1 $1 {a ) brace} B2 {played} ({better} C3 $4 D4 (E5 $6 {or})) F6 (G7)',
    );
    expect(moveText(marked(tree, along(tree, 'A1'), null))).toMatch(/^A1 {a \) brace} B2/);
  });

  it('knows how deep a variation is', () => {
    const tree = read();
    expect(nesting(tree, along(tree, 'A1', 'B2'))).toBe(0);
    expect(nesting(tree, along(tree, 'A1', 'C3', 'E5'))).toBe(2);
    expect(pathTo(tree, along(tree, 'A1', 'C3', 'E5')[2] ?? -1)).toEqual(
      along(tree, 'A1', 'C3', 'E5'),
    );
    expect(pathTo(tree, 999)).toBeNull();
  });

  it('takes a game of thousands of actions', () => {
    const long = treeOf({ steps: Array.from({ length: 20_000 }, (_, k) => step(`a${k}`)) });
    expect(moveText(long).split(' ').length).toBe(20_000);
    expect(extended(long, []).length).toBe(20_000);
  });
});

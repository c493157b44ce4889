/**
 * A record with its variations as a tree: plain functions that change nothing and return a new tree, so that undo is to keep
 * the one before.
 */

import type { Said, StudyPosition, StudyStep } from '../protocol';

export interface TreeNode {
  /** Unique in its tree; 0 is the start of the game. */
  readonly id: number;
  readonly action: string;
  readonly seat: number | null;
  readonly words?: Said | undefined;
  /** The comments before it, where it is the first of a variation. */
  readonly before: readonly string[];
  readonly comments: readonly string[];
  readonly marks: readonly number[];
  /** What was played next, and after it what could have been played instead. */
  readonly children: readonly TreeNode[];
}

export interface Tree {
  readonly comments: readonly string[];
  readonly children: readonly TreeNode[];
  /** The id of the next node. */
  readonly next: number;
}

/** The ids of the nodes from the start of the game. */
export type Path = readonly number[];

/** How deep variations may be nested in a record. */
export const MAX_NESTING = 16;

export const EMPTY: Tree = { comments: [], children: [], next: 1 };

/** A tree that is being read: children are added to it. */
interface Growing {
  id: number;
  step: StudyStep | null;
  before: readonly string[];
  children: Growing[];
}

/** The tree of a record as the server has read it. */
export function treeOf(position: Pick<StudyPosition, 'steps' | 'comments' | 'variations'>): Tree {
  let next = 1;
  const grow = (step: StudyStep): Growing => ({ id: next++, step, before: [], children: [] });
  const root: Growing = { id: 0, step: null, before: [], children: [] };
  /** The nodes of each line, by the number of actions up to them. */
  const lines: Growing[][] = [];
  const follow = (from: readonly Growing[], steps: readonly StudyStep[]): Growing[] => {
    const line = [...from];
    for (const step of steps) {
      const node = grow(step);
      line[line.length - 1]?.children.push(node);
      line.push(node);
    }
    lines.push(line);
    return line;
  };
  follow([root], position.steps);
  for (const variation of position.variations ?? []) {
    const from = lines[variation.line]?.slice(0, variation.ply + 1) ?? [root];
    const first = follow(from, variation.steps)[from.length];
    if (first) first.before = variation.comments ?? [];
  }
  return { comments: position.comments ?? [], children: root.children.map(settled), next };
}

function settled(root: Growing): TreeNode {
  // Games are long and variations are not nested deep: along first children there is a loop, for the others a call.
  const chain: Growing[] = [];
  for (let node: Growing | undefined = root; node; node = node.children[0]) chain.push(node);
  let below: TreeNode[] = [];
  for (const node of chain.reverse()) {
    const others = node.children.slice(1).map(settled);
    below = [nodeOf(node, [...below, ...others])];
  }
  return below[0] as TreeNode;
}

function nodeOf({ id, step, before }: Growing, children: readonly TreeNode[]): TreeNode {
  return {
    id,
    action: step?.action ?? '',
    seat: step?.seat ?? null,
    words: step?.words,
    before,
    comments: step?.comments ?? [],
    marks: step?.marks ?? [],
    children,
  };
}

/** The children of the node at a path. */
export function childrenAt(tree: Tree, path: Path): readonly TreeNode[] {
  return nodesAlong(tree, path)[path.length - 1]?.children ?? (path.length ? [] : tree.children);
}

/** The nodes along a path, as far as it exists. */
export function nodesAlong(tree: Tree, path: Path): TreeNode[] {
  const nodes: TreeNode[] = [];
  let children = tree.children;
  for (const id of path) {
    const node = children.find((child) => child.id === id);
    if (!node) break;
    nodes.push(node);
    children = node.children;
  }
  return nodes;
}

/** A path and what follows it by first children, to the end of its line. */
export function extended(tree: Tree, path: Path): number[] {
  const line = nodesAlong(tree, path).map((node) => node.id);
  for (let next = childrenAt(tree, line)[0]; next; next = next.children[0]) line.push(next.id);
  return line;
}

/** The path to a node. */
export function pathTo(tree: Tree, id: number): number[] | null {
  const parents = new Map(tree.children.map((node) => [node.id, 0]));
  const waiting = [...tree.children];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    for (const child of node.children) parents.set(child.id, node.id);
    waiting.push(...node.children);
  }
  if (!parents.has(id)) return null;
  const path: number[] = [];
  for (let at = id; at !== 0; at = parents.get(at) ?? 0) path.unshift(at);
  return path;
}

/** Replaces the children of the node at a path. */
function replaced(
  tree: Tree,
  path: Path,
  change: (children: readonly TreeNode[]) => readonly TreeNode[],
): Tree {
  const nodes = nodesAlong(tree, path);
  if (nodes.length < path.length) return tree;
  let children = change(childrenAt(tree, path));
  for (let depth = nodes.length - 1; depth >= 0; depth -= 1) {
    const changed = { ...(nodes[depth] as TreeNode), children };
    const siblings = depth === 0 ? tree.children : (nodes[depth - 1] as TreeNode).children;
    children = siblings.map((node) => (node.id === changed.id ? changed : node));
  }
  return { ...tree, children };
}

/** Changes the node at a path. */
function changed(tree: Tree, path: Path, change: (node: TreeNode) => TreeNode): Tree {
  const id = path[path.length - 1];
  const map = (node: TreeNode): TreeNode => (node.id === id ? change(node) : node);
  return replaced(tree, path.slice(0, -1), (children) => children.map(map));
}

/** Adds an action after a path, or finds it there. What was there stays what was played. */
export function added(
  tree: Tree,
  path: Path,
  step: Pick<StudyStep, 'action' | 'seat' | 'words'>,
): { tree: Tree; path: number[] } {
  const known = childrenAt(tree, path).find((child) => child.action === step.action);
  if (known) return { tree, path: [...path, known.id] };
  const node: TreeNode = {
    id: tree.next,
    action: step.action,
    seat: step.seat,
    words: step.words,
    before: [],
    comments: [],
    marks: [],
    children: [],
  };
  const grown = replaced({ ...tree, next: tree.next + 1 }, path, (children) => [...children, node]);
  return { tree: grown, path: [...path, node.id] };
}

/** How many variations enclose the node at a path. */
export function nesting(tree: Tree, path: Path): number {
  let [depth, siblings] = [0, tree.children];
  for (const node of nodesAlong(tree, path)) {
    if (siblings[0]?.id !== node.id) depth += 1;
    siblings = node.children;
  }
  return depth;
}

/** How deep the variations of a tree are nested. */
export function deepest(tree: Tree): number {
  return Math.max(0, ...blocksOf(tree).map(({ depth }) => depth));
}

/** The part of a path up to the first action of its innermost variation; nothing on the main line. */
export function variationOf(tree: Tree, path: Path): number[] | null {
  const nodes = nodesAlong(tree, path);
  for (let depth = nodes.length - 1; depth >= 0; depth -= 1) {
    const siblings = depth === 0 ? tree.children : (nodes[depth - 1] as TreeNode).children;
    if (siblings[0]?.id !== nodes[depth]?.id) return path.slice(0, depth + 1);
  }
  return null;
}

/** Makes the innermost variation of a path what its line plays; what was played becomes a variation. */
export function promoted(tree: Tree, path: Path): Tree {
  const head = variationOf(tree, path);
  const id = head?.[head.length - 1];
  if (!head) return tree;
  return replaced(tree, head.slice(0, -1), (children) => {
    const found = children.find((child) => child.id === id);
    return found ? [played(found), ...children.filter((child) => child.id !== id)] : children;
  });
}

/** The first action of a variation as one that its line plays: a comment before it would be one on the action before. */
function played(node: TreeNode): TreeNode {
  return { ...node, before: [], comments: [...node.before, ...node.comments] };
}

/** Removes the node at a path with all that follows it. */
export function removed(tree: Tree, path: Path): Tree {
  const id = path[path.length - 1];
  return replaced(tree, path.slice(0, -1), (children) => {
    const [first, ...others] = children.filter((child) => child.id !== id);
    return first ? [played(first), ...others] : [];
  });
}

/** Gives the action at a path a comment in place of those that it has; an empty one removes them. */
export function commented(tree: Tree, path: Path, comment: string): Tree {
  const text = comment.trim().replaceAll('}', ')');
  const comments = text === '' ? [] : [text];
  if (path.length === 0) return { ...tree, comments };
  return changed(tree, path, (node) => ({ ...node, comments }));
}

/** Gives the action at a path a mark in place of those that it has, or takes them away. */
export function marked(tree: Tree, path: Path, mark: number | null): Tree {
  return changed(tree, path, (node) => ({ ...node, marks: mark === null ? [] : [mark] }));
}

/** The actions with their comments, marks and variations, as a record has them. */
export function moveText(tree: Tree): string {
  return [...tree.comments.map(braced), ...lineItems(tree.children)].join(' ');
}

function lineItems(children: readonly TreeNode[]): string[] {
  const items: string[] = [];
  for (let rest = children; rest[0] !== undefined;) {
    const [first, ...others] = rest as [TreeNode, ...TreeNode[]];
    items.push(...nodeItems(first));
    for (const other of others) {
      const inside = [
        ...other.before.map(braced),
        ...nodeItems(other),
        ...lineItems(other.children),
      ];
      items.push(`(${inside.join(' ')})`);
    }
    rest = first.children;
  }
  return items;
}

function nodeItems(node: TreeNode): string[] {
  return [node.action, ...node.marks.map((mark) => `$${mark}`), ...node.comments.map(braced)];
}

function braced(comment: string): string {
  return `{${comment.replaceAll('}', ')')}}`;
}

/** The sign of a mark; those that have none are shown as they are written. */
export function markSign(mark: number): string {
  return ['', '!', '?', '!!', '??', '!?', '?!'][mark] ?? `$${mark}`;
}

/** Whether people read an action; the others only the record needs. */
export function isRead({ words }: Pick<TreeNode, 'words'>): boolean {
  return words?.says !== null;
}

/** The numbers of the actions of a tree, as people count them. */
export function numbersOf(tree: Tree): Map<number, number> {
  const numbers = new Map<number, number>();
  const line = (children: readonly TreeNode[], before: number): void => {
    let count = before;
    for (let rest = children; rest[0] !== undefined;) {
      const [first, ...others] = rest as [TreeNode, ...TreeNode[]];
      for (const other of others) line([other], count);
      if (isRead(first)) count += 1;
      numbers.set(first.id, count);
      rest = first.children;
    }
  };
  line(tree.children, 0);
  return numbers;
}

/** What a list shows one after the other: actions of one line, as deep as variations enclose it. */
export interface Block {
  depth: number;
  /** The first of a variation's blocks. */
  opens: boolean;
  before: readonly string[];
  nodes: TreeNode[];
}

/** The whole tree in the order in which it is read. A line is interrupted by the variations of its actions. */
export function blocksOf(tree: Tree): Block[] {
  const blocks: Block[] = [];
  const line = (children: readonly TreeNode[], depth: number, before: readonly string[]): void => {
    let block: Block = { depth, opens: true, before, nodes: [] };
    for (let rest = children; rest[0] !== undefined;) {
      const [first, ...others] = rest as [TreeNode, ...TreeNode[]];
      block.nodes.push(first);
      if (others.length > 0) {
        blocks.push(block);
        for (const other of others) line([other], depth + 1, other.before);
        block = { depth, opens: false, before: [], nodes: [] };
      }
      rest = first.children;
    }
    if (block.nodes.length > 0) blocks.push(block);
  };
  line(tree.children, 0, []);
  return blocks;
}

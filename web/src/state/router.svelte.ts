/** The current page. The address is the only source, so that reload, back and shared links work. */

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; id: string; invite: string | null }
  | { screen: 'lesson'; game: string }
  | {
      screen: 'study';
      table: string | null;
      /** Which game of the table; the present one when nothing is said. */
      game: number | null;
      record: string | null;
      at: number | null;
    }
  | { screen: 'saved'; study: string; key: string | null }
  | { screen: 'history' }
  | { screen: 'puzzles' }
  | { screen: 'puzzle'; game: string; which: number | 'today' | 'run' }
  | { screen: 'me'; code: string | null }
  | { screen: 'missing' };

/** The parts of a path; `null` if it is not valid text, as in `/t/%ff`. */
function partsOf(path: string): string[] | null {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null;
}

/** Parses an address. A short record is in the query, so that links have previews; a long one is in the fragment. */
export function parse(path: string, search: string, hash: string): Route {
  const parts = partsOf(path);
  if (parts === null) return { screen: 'missing' };
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const [screen, id] = parts;
  if (screen === undefined) return { screen: 'home' };
  if (screen === 't' && id !== undefined && parts.length === 2) {
    return { screen: 'table', id, invite: new URLSearchParams(search).get('invite') };
  }
  if (screen === 'me' && parts.length === 1) {
    return { screen: 'me', code: hash.replace(/^#/, '') || null };
  }
  if (screen === 'lesson' && id !== undefined && parts.length === 2) {
    return { screen: 'lesson', game: id };
  }
  if (screen === 'puzzles') return parsePuzzle(parts);
  if (screen === 'study' && parts.length <= 2) {
    const query = new URLSearchParams(search);
    return {
      screen: 'study',
      table: id ?? null,
      game: numberIn(query.get('game')),
      record: fragment.get('record') ?? query.get('record'),
      at: numberIn(fragment.get('at') ?? query.get('at')),
    };
  }
  if (screen === 'studies' && id !== undefined && parts.length === 2) {
    return { screen: 'saved', study: id, key: fragment.get('key') };
  }
  if (screen === 'history' && parts.length === 1) return { screen: 'history' };
  return { screen: 'missing' };
}

/** `/puzzles`, `/puzzles/GAME/7`, `/puzzles/GAME/today`, `/puzzles/GAME/run`. */
function parsePuzzle([, game, which, ...more]: readonly string[]): Route {
  if (game === undefined || which === undefined) return { screen: 'puzzles' };
  if (more.length > 0) return { screen: 'missing' };
  if (which === 'today' || which === 'run') return { screen: 'puzzle', game, which };
  if (!/^[1-9]\d{0,5}$/.test(which)) return { screen: 'missing' };
  return { screen: 'puzzle', game, which: Number(which) };
}

class Router {
  route = $state<Route>({ screen: 'home' });

  constructor() {
    if (typeof window === 'undefined') return;
    this.#read();
    window.addEventListener('popstate', () => this.#read());
    window.addEventListener('hashchange', () => this.#read());
  }

  /** Goes to an address of this site without loading the page again. */
  go(address: string): void {
    history.pushState(null, '', address);
    this.#read();
    window.scrollTo(0, 0);
  }

  /** Replaces the current address; back skips it. */
  replace(address: string): void {
    history.replaceState(null, '', address);
    this.#read();
  }

  #read(): void {
    this.route = parse(location.pathname, location.search, location.hash);
  }
}

export const router = new Router();

/** Keeps a link of this site within the page; modified clicks keep their meaning. */
export function inside(node: HTMLAnchorElement): { destroy: () => void } {
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    router.go(node.getAttribute('href') ?? '/');
  };
  node.addEventListener('click', follow);
  return { destroy: () => node.removeEventListener('click', follow) };
}

/** HTTP requests. */

import type {
  Created,
  CreateTable,
  GameInfo,
  History,
  Joined,
  NewPlayer,
  Player,
  Preview,
  PuzzleAnswer,
  PuzzlePosition,
  PuzzleSets,
  Refusal,
  RulesText,
  SavedStudy,
  Story,
  StudyAsk,
  StudyPosition,
  StudySaved,
  Tables,
} from '../protocol';
import { parseJson } from './json';

const BASE = '/api/v1';

/** A refusal, with its reason. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.says.en);
  }
}

/** The server cannot be reached, or the response is not from it. */
export class Unreachable extends Error {}

/** One request; the answer as the type that it has. */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  key?: string,
): Promise<T> {
  const response = await ask(method, path, body, key);
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return (isJson ? JSON.parse(text) : text) as T;
}

/** The answer to a question; a refusal is thrown. */
async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Response> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['authorization'] = `Bearer ${key}`;
  let response: Response;
  try {
    response = await fetch(`${BASE}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.ok) return response;
  const refusal = parseJson(await response.text()) as Refusal | null;
  if (refusal && typeof refusal === 'object' && 'says' in refusal) throw new Refused(refusal);
  throw new Unreachable(`${response.status}`);
}

function puzzlePath(game: string, number: number): string {
  return `/puzzles/${encodeURIComponent(game)}/${number}`;
}

export const api = {
  games: (): Promise<GameInfo[]> => call('GET', '/games'),
  rules: (game: string, lang: string): Promise<RulesText> =>
    call('GET', `/games/${encodeURIComponent(game)}/rules?lang=${lang}`),
  newPlayer: (name: string): Promise<NewPlayer> => call('POST', '/players', { name }),
  me: (key: string): Promise<Player> => call('GET', '/players/me', undefined, key),
  rename: (key: string, name: string): Promise<Player> => call('PUT', '/players/me', { name }, key),
  tables: (key: string): Promise<Tables> => call('GET', '/tables', undefined, key),
  create: (key: string, table: CreateTable): Promise<Created> =>
    call('POST', '/tables', table, key),
  join: (key: string, table: string, invite: string): Promise<Joined> =>
    call('POST', `/tables/${encodeURIComponent(table)}/join`, { invite }, key),
  past: (table: string, ply: number, key: string | undefined): Promise<StudyPosition> =>
    call('GET', `/tables/${encodeURIComponent(table)}/past/${ply}`, undefined, key),
  story: (table: string, after: number, key: string | undefined): Promise<Story> =>
    call('GET', `/tables/${encodeURIComponent(table)}/story?after=${after}`, undefined, key),
  record: (table: string, key: string | undefined): Promise<string> =>
    call('GET', `/tables/${encodeURIComponent(table)}/record`, undefined, key),
  /** The records of the current match, one after another. */
  matchRecord: (table: string, key: string | undefined): Promise<string> =>
    call('GET', `/tables/${encodeURIComponent(table)}/record?match=true`, undefined, key),
  /** One game of a table. */
  gameRecord: (table: string, game: number, key: string | undefined): Promise<string> =>
    call('GET', `/tables/${encodeURIComponent(table)}/record?game=${game}`, undefined, key),
  /** Closes an unfinished table. */
  closeTable: (key: string, table: string): Promise<unknown> =>
    call('POST', `/tables/${encodeURIComponent(table)}/close`, undefined, key),
  history: (key: string, skip: number): Promise<History> =>
    call('GET', `/history?skip=${skip}`, undefined, key),
  savedStudy: (study: string, key: string | undefined): Promise<SavedStudy> =>
    call('GET', `/studies/${encodeURIComponent(study)}`, undefined, key),
  saveStudy: (record: string): Promise<StudySaved> => call('POST', '/studies', { record }),
  updateStudy: (
    study: string,
    key: string,
    record: string,
    revision: number,
  ): Promise<StudySaved> =>
    call('PUT', `/studies/${encodeURIComponent(study)}`, { record, revision }, key),
  removeStudy: (study: string, key: string): Promise<unknown> =>
    call('DELETE', `/studies/${encodeURIComponent(study)}`, undefined, key),
  puzzles: (): Promise<PuzzleSets> => call('GET', '/puzzles'),
  puzzle: (game: string, number: number): Promise<PuzzlePosition> =>
    call('GET', puzzlePath(game, number)),
  /** No actions give up and ask for the solution. */
  answerPuzzle: (game: string, number: number, actions: readonly string[]): Promise<PuzzleAnswer> =>
    call('POST', `${puzzlePath(game, number)}/answer`, { actions }),
  /** What the last of some actions would bring about. */
  previewPuzzle: (game: string, number: number, actions: readonly string[]): Promise<Preview> =>
    call('POST', `${puzzlePath(game, number)}/preview`, { actions }),
  study: (ask: StudyAsk): Promise<StudyPosition> => call('POST', '/study', ask),
  /** A position of a record as a picture, or the game up to it as a film. */
  picture: async (format: string, of: StudyAsk): Promise<Blob> =>
    (await ask('POST', `/picture/${format}`, of)).blob(),
  /** The same of a table, as this player may see it. */
  tablePicture: async (
    table: string,
    format: string,
    at: number,
    key: string | undefined,
  ): Promise<Blob> => {
    const path = `/tables/${encodeURIComponent(table)}/picture/${format}?at=${at}`;
    return (await ask('GET', path, undefined, key)).blob();
  },
};

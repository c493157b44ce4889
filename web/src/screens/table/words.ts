/** The table's texts. */

import { say, t, type Noun } from '../../i18n';
import type { Happening, Position, Said, TableInfo } from '../../protocol';
import { sitterName, sitterNoun } from '../../ui/seats';

export function seatName(info: TableInfo, seat: number): string {
  const found = info.seats.find((known) => known.seat === seat);
  if (!found) return t('seat.number', { seat });
  const name = sitterName(found.sitter);
  return isAlike(info, seat) ? `${name} (${t('seat.number', { seat })})` : name;
}

/** Whether another seat has the same name: engines of one level, or people on a shared screen. The number tells them apart. */
export function isAlike(info: TableInfo, seat: number): boolean {
  const found = info.seats.find((known) => known.seat === seat);
  const name = found && sitterName(found.sitter);
  return info.seats.filter((known) => sitterName(known.sitter) === name).length > 1;
}

/** A seat where there is little room, such as above a column: its number alone if its name tells nothing. */
export function shortName(info: TableInfo, seat: number): string {
  if (isYou(info, seat)) return t('seat.you');
  return isAlike(info, seat) ? t('seat.number', { seat }) : seatName(info, seat);
}

/** A seat as sentences call it: "Ada", or a noun such as "the computer". */
export function seatNoun(info: TableInfo, seat: number): string | Noun {
  const found = info.seats.find((known) => known.seat === seat);
  if (!found) return { noun: t('seat.player', { seat }) };
  const text = (name: string | Noun): string => (typeof name === 'string' ? name : name.noun);
  const name = sitterNoun(found.sitter, seat);
  const same = info.seats.filter(
    (known) => text(sitterNoun(known.sitter, known.seat)) === text(name),
  );
  if (same.length < 2) return name;
  const told = `${text(name)} (${t('seat.number', { seat })})`;
  return typeof name === 'string' ? told : { noun: told };
}

/** Whether a seat is the reader's only one. */
export function isYou(info: TableInfo, seat: number): boolean {
  return info.you.length === 1 && info.you[0] === seat;
}

/** A seat as the reader calls it: "You", or the name. */
export function whoText(info: TableInfo, seat: number): string {
  return isYou(info, seat) ? t('seat.you') : seatName(info, seat);
}

/**
 * Whose turn it is and what to do. `prompt` is what the person at this screen can do, `seconds` how
 * long an engine has been thinking.
 */
export function statusText(
  info: TableInfo,
  position: Position | null,
  prompt: string | null = null,
  seconds = 0,
): string {
  if (info.status === 'waiting') return t('status.waiting');
  if (position?.turn.kind !== 'seat') return '';
  const { seat } = position.turn;
  if (isYou(info, seat)) return prompt ?? t('status.your_turn');
  const name = seatNoun(info, seat);
  if (info.you.includes(seat)) {
    return prompt === null
      ? t('status.turn_of', { name })
      : t('status.prompt_of', { name, prompt });
  }
  const found = info.seats[seat - 1];
  if (found?.sitter.kind !== 'engine') {
    return t(found?.connected === false ? 'status.turn_of_away' : 'status.turn_of', { name });
  }
  return seconds > 0 ? t('status.thinks_for', { name, seconds }) : t('status.thinks', { name });
}

/** Events other than actions, worded for the reader; `null` for those that need no words. */
export function happeningText(info: TableInfo, what: Happening): string | null {
  const named = (seat: number): { name: string | Noun } => ({ name: seatNoun(info, seat) });
  switch (what.kind) {
    case 'draw_offered':
      return isYou(info, what.seat)
        ? t('draw.you_offered')
        : t('draw.offered_by', named(what.seat));
    case 'draw_declined': {
      const why = what.because ? ` ${t(`draw.because_${what.because}`)}` : '';
      return isYou(info, what.seat)
        ? t('draw.you_declined')
        : t('draw.declined_by', named(what.seat)) + why;
    }
    case 'takeback_asked':
      return isYou(info, what.seat)
        ? t('takeback.you_asked')
        : t('takeback.asked_by', named(what.seat));
    case 'takeback_declined':
      return isYou(info, what.seat)
        ? t('takeback.you_declined')
        : t('takeback.declined_by', named(what.seat));
    case 'taken_back':
      return isYou(info, what.seat) ? t('takeback.you_took') : t('takeback.took', named(what.seat));
    case 'ready':
      return isYou(info, what.seat) ? null : t('again.wanted', named(what.seat));
    case 'again_declined':
      return isYou(info, what.seat)
        ? t('again.you_declined')
        : t('again.declined_by', named(what.seat));
    case 'started': {
      // After a rematch the seats may have changed, which nothing else says.
      const [seat, ...others] = info.you;
      const told = what.game > 1 && seat !== undefined && others.length === 0;
      return told ? t('again.seat', { seat }) : null;
    }
    case 'left':
      return isYou(info, what.seat) ? null : t('again.left', named(what.seat));
    default:
      return null;
  }
}

/** An action as a list shows it. */
export interface Listed {
  /** The number of actions up to and including it. */
  ply: number;
  seat: number | null;
  text: string;
  /** The notation, for those who want it. */
  notation: string;
}

/** The actions that people read, in words; those that only the record needs are left out. */
export function listed(actions: readonly string[], words: readonly (Said | undefined)[]): Listed[] {
  return actions.flatMap((notation, index) => {
    const said = words[index];
    if (said && said.says === null) return [];
    const text = said?.says ? say(said.says) : spoken(notation);
    return [{ ply: index + 1, seat: said?.seat ?? null, text, notation }];
  });
}

/** An action without a description: a deal by its name, anything else in notation. */
export function spoken(action: string): string {
  return /^([a-z]+)=/.exec(action)?.[1] ?? action;
}

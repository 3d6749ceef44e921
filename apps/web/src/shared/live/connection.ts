import type { Board } from '@nascente/contract/sites/meters';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, SECOND_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatAgo, formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import type { LiveMeter } from '../live-meters.ts';

/** What is said of a meter's live values. */
export type Connection =
  | { readonly kind: 'connecting' }
  /** Connected, and nothing has come yet. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'live'; readonly ageMs: number }
  /** Nothing has come for too long; null: never. */
  | { readonly kind: 'silent'; readonly since: Instant | null }
  /** `isBarred`: by the address that the browser shows no connection comes about, though the server answers. */
  | { readonly kind: 'disconnected'; readonly since: Instant | null; readonly isBarred: boolean };

/** Device time of the newest message known, live or stored. */
export const newestAt = (live: LiveMeter, lastSeen: string | null): Instant | null => {
  const stored = lastSeen === null ? null : instant(Date.parse(lastSeen));
  const heard = live.frame?.at ?? null;
  if (stored === null || heard === null) return heard ?? stored;
  return instant(Math.max(heard, stored));
};

/**
 * Whether a meter counts as silent, by the rule of the server: for longer than `silentAfter` nothing was heard. Until the
 * feed brings its first message, the server's word counts, for as long as the feed has been waiting. A board's clock and
 * this browser's may be off: neither is held against the other.
 */
export const isSilent = (
  live: LiveMeter,
  board: Pick<Board, 'online' | 'silentAfter'>,
  now: number,
): boolean => {
  const heardAt = live.heardAt ?? (board.online ? (live.connectedAt ?? now) : null);
  return heardAt === null || now - heardAt > board.silentAfter * SECOND_MS;
};

/** How long ago a message came is told by when it was heard, not by what it says. */
export const connectionOf = (
  live: LiveMeter,
  board: Pick<Board, 'online' | 'silentAfter' | 'lastSeen'>,
  now: number,
): Connection => {
  const since = newestAt(live, board.lastSeen);
  if (live.link === 'connecting' && live.heardAt === null) return { kind: 'connecting' };
  if (live.link !== 'connected') return { kind: 'disconnected', since, isBarred: live.link === 'barred' };
  if (isSilent(live, board, now)) return { kind: 'silent', since };
  return live.heardAt === null
    ? { kind: 'waiting' }
    : { kind: 'live', ageMs: Math.max(now - live.heardAt, 0) };
};

/** 'às 14:05' on the same day, 'desde 17 nov' before it, in the meter's zone. */
export const sinceText = (since: Instant | null, now: Instant, zone: Zone): string => {
  if (since === null) return '';
  const day = civilDateAt(since, zone);
  return day === civilDateAt(now, zone)
    ? ` desde ${formatClock(since, zone)}`
    : ` desde ${formatShortDay(day)}, ${formatClock(since, zone)}`;
};

/** The state in the words of the screens. */
export const connectionText = (connection: Connection, now: Instant, zone: Zone): string => {
  switch (connection.kind) {
    case 'connecting':
      return 'Conectando';
    case 'waiting':
      return 'Conectado, aguardando';
    case 'live':
      return `Ao vivo · ${formatAgo(connection.ageMs)}`;
    case 'silent':
      return `Sem mensagem${sinceText(connection.since, now, zone)}`;
    case 'disconnected':
      return 'Desconectado';
  }
};

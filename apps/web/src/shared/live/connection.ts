import type { Board } from '@nascente/contract/sites/meters';
import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Instant, instant, SECOND_MS, type Zone } from '@nascente/domain/base/time/zone';
import { formatAgo, formatClock, formatShortDay } from '@nascente/domain/base/units/format';
import type { LiveMeter } from '../live-meters.ts';

export type Connection =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'live'; readonly ageMs: number }
  /** Silent for too long. `since`: the time of the last message; `null`: there was none. */
  | { readonly kind: 'silent'; readonly since: Instant | null }
  /** `isBarred`: the feed is unreachable at this address, though the server answers. */
  | { readonly kind: 'disconnected'; readonly since: Instant | null; readonly isBarred: boolean };

/** Device time of the newest message, live or stored. */
export const newestAt = (live: LiveMeter, lastSeen: string | null): Instant | null => {
  const stored = lastSeen === null ? null : instant(Date.parse(lastSeen));
  const received = live.frame?.at ?? null;
  if (stored === null || received === null) return received ?? stored;
  return instant(Math.max(received, stored));
};

/**
 * Whether a meter is silent, by the server's rule: no message for longer than `silentAfter`. Before the feed's first
 * message the server's state counts while the feed waits. Clock errors of board and browser have no effect.
 */
export const isSilent = (
  live: LiveMeter,
  board: Pick<Board, 'online' | 'silentAfter'>,
  now: number,
): boolean => {
  const receivedAt = live.receivedAt ?? (board.online ? (live.connectedAt ?? now) : null);
  return receivedAt === null || now - receivedAt > board.silentAfter * SECOND_MS;
};

/** The connection of a meter. A message's age counts from its arrival, not from its timestamp. */
export const connectionOf = (
  live: LiveMeter,
  board: Pick<Board, 'online' | 'silentAfter' | 'lastSeen'>,
  now: number,
): Connection => {
  const since = newestAt(live, board.lastSeen);
  if (live.link === 'connecting' && live.receivedAt === null) return { kind: 'connecting' };
  if (live.link !== 'connected') return { kind: 'disconnected', since, isBarred: live.link === 'barred' };
  if (isSilent(live, board, now)) return { kind: 'silent', since };
  return live.receivedAt === null
    ? { kind: 'waiting' }
    : { kind: 'live', ageMs: Math.max(now - live.receivedAt, 0) };
};

/** ' desde 14:05' on the same day, otherwise ' desde 17 nov, 14:05', in the meter's zone; empty without an instant. */
export const sinceText = (since: Instant | null, now: Instant, zone: Zone): string => {
  if (since === null) return '';
  const day = civilDateAt(since, zone);
  return day === civilDateAt(now, zone)
    ? ` desde ${formatClock(since, zone)}`
    : ` desde ${formatShortDay(day)}, ${formatClock(since, zone)}`;
};

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

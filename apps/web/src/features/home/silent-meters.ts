import type { Board } from '@nascente/contract/meters';
import { HOUR_MS } from '@nascente/domain/time/zone';

/** A router that restarts, or a van before the antenna, is no news; a meter unheard for longer than this is. */
const WORTH_TELLING_MS = HOUR_MS;

export interface SilentMeter {
  readonly board: Board;
  /** Epoch ms of its last message. */
  readonly since: number;
}

/** Meters that were heard once and are no more, the one that has been silent for longest first. */
export const silentMeters = (boards: readonly Board[], now: number): SilentMeter[] =>
  boards
    .flatMap((board): SilentMeter[] => {
      if (board.online || board.lastSeen === null) return [];
      const since = Date.parse(board.lastSeen);
      return now - since > WORTH_TELLING_MS ? [{ board, since }] : [];
    })
    .sort((a, b) => a.since - b.since);

import type { Board } from '@nascente/contract/sites/meters';
import { SECOND_MS } from '@nascente/domain/base/time/zone';
import { toldSilentAfter } from '@nascente/domain/telemetry/quality/silence';

export interface SilentMeter {
  readonly board: Board;
  /** Epoch ms of its last message. */
  readonly since: number;
}

/** Meters that were heard once and are no more, for as long as alerts tell of them; the one that has been silent for longest first. */
export const silentMeters = (boards: readonly Board[], now: number): SilentMeter[] =>
  boards
    .flatMap((board): SilentMeter[] => {
      if (board.online || board.lastSeen === null) return [];
      const since = Date.parse(board.lastSeen);
      return now - since > toldSilentAfter(board.silentAfter * SECOND_MS) ? [{ board, since }] : [];
    })
    .sort((a, b) => a.since - b.since);

import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';

interface RefusedOfBoard {
  readonly mac: Mac;
  readonly reason: RefusalReason;
  frames: number;
}

/** Numbers of rejected frames of a batch, by reason and by board with reason. */
export interface RefusalCounts {
  readonly byReason: ReadonlyMap<RefusalReason, number>;
  add(reason: RefusalReason, mac: Mac | null, times: number): void;
  ofBoards(): readonly RefusedOfBoard[];
}

export const createRefusalCounts = (): RefusalCounts => {
  const byReason = new Map<RefusalReason, number>();
  const byBoard = new Map<string, RefusedOfBoard>();
  return {
    byReason,
    add(reason, mac, times) {
      byReason.set(reason, (byReason.get(reason) ?? 0) + times);
      // Unknown boards are not counted singly, because their MACs can be invented.
      if (mac === null || reason === 'unknown-board') return;
      const key = mac + reason;
      const counted = byBoard.get(key);
      if (counted === undefined) byBoard.set(key, { mac, reason, frames: times });
      else counted.frames += times;
    },
    ofBoards: () => [...byBoard.values()],
  };
};

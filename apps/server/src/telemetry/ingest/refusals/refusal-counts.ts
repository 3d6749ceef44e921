import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';

interface RefusedOfBoard {
  readonly mac: Mac;
  readonly reason: RefusalReason;
  frames: number;
}

/** Numbers of rejected frames of a batch, by reason and by board with reason. */
export type RefusalCounts = ReturnType<typeof createRefusalCounts>;

export const createRefusalCounts = () => {
  const byReason = new Map<RefusalReason, number>();
  const byBoard = new Map<string, RefusedOfBoard>();
  return {
    byReason,
    add(reason: RefusalReason, mac: Mac | null, times: number) {
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

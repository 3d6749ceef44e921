import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import type { InventoryBoardDetail, listInventory } from '@nascente/contract/telemetry/inventory';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { BoardPastRepository } from './board-past.repository.ts';
import type { InventoryRepository } from './inventory.repository.ts';
import { toInventoryBoard, toInventoryDetail } from './inventory-answer.ts';

export interface InventoryService {
  list(
    caller: Caller,
    query: QueryOf<typeof listInventory>,
  ): Promise<Omit<AnswerOf<typeof listInventory>, 'ok'>>;
  /** Throws NotFound. */
  read(caller: Caller, mac: string): Promise<InventoryBoardDetail>;
}

const LISTED_DAYS = 7;
const TOLD_DAYS = 30;
const KEPT_FRAMES = 20;

export const createInventoryService = (needs: {
  boards: InventoryRepository;
  past: BoardPastRepository;
  clock: () => Instant;
}): InventoryService => {
  const { boards, past, clock } = needs;

  const dayBefore = (days: number): string => addDays(civilDateAt(clock(), DEFAULT_ZONE), 1 - days);
  const bounds = () => ({
    now: new Date(clock()),
    refusedSince: dayBefore(LISTED_DAYS),
  });

  return {
    async list(caller, { search = '', state, after, limit }) {
      requirePermission(caller, 'see-inventory');
      const filter = { search, state: state ?? null, ...bounds() };
      const [found, total] = await Promise.all([
        boards.list(filter, { after: after ?? null, limit: limit + 1 }),
        boards.count(filter),
      ]);
      const shown = found.slice(0, limit);
      return {
        boards: shown.map(toInventoryBoard),
        total,
        next: found.length > limit ? (shown.at(-1)?.mac ?? null) : null,
      };
    },
    async read(caller, mac) {
      requirePermission(caller, 'see-inventory');
      const board = await boards.find(mac, bounds());
      if (board === null) throw new NotFound('Placa não encontrada.');
      const [installations, refusals, keptFrames] = await Promise.all([
        past.installations(mac),
        past.refusals(mac, dayBefore(TOLD_DAYS)),
        past.keptFrames(mac, KEPT_FRAMES),
      ]);
      return toInventoryDetail(board, { installations, refusals, keptFrames });
    },
  };
};

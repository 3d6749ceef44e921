import type { Connection } from '../../platform/database/open-database.ts';
import type { BoardModel, BoardType, Equipment } from './meter.ts';

interface InventoryBoard {
  readonly mac: string;
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: Equipment;
}

export type InventoryRepository = ReturnType<typeof createInventoryRepository>;

export const createInventoryRepository = (db: Connection) => ({
  async find(mac: string): Promise<(InventoryBoard & { readonly isInstalled: boolean }) | null> {
    const row = await db
      .selectFrom('board as b')
      .where('b.mac', '=', mac)
      .select((board) => [
        'b.mac',
        'b.type',
        'b.model',
        'b.equipment',
        board
          .exists(
            board
              .selectFrom('installation as i')
              .select('i.id')
              .whereRef('i.mac', '=', 'b.mac')
              .where('i.removed_at', 'is', null),
          )
          .as('isInstalled'),
      ])
      .executeTakeFirst();
    return row ? { ...row, isInstalled: Boolean(row.isInstalled) } : null;
  },
});

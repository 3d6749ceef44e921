import type { Connection } from '../../platform/database/open-database.ts';
import type { BoardModel, BoardType, Equipment } from './meter.ts';

export interface InventoryBoard {
  readonly mac: string;
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: Equipment;
}

export interface ProvisionedBoard extends InventoryBoard {
  readonly keyHash: Buffer;
}

export interface InventoryRepository {
  find(mac: string): Promise<(InventoryBoard & { readonly isInstalled: boolean }) | null>;
  /** All or nothing. @returns the MACs that exist already; when there are any, nothing was added. */
  add(boards: readonly ProvisionedBoard[]): Promise<readonly string[]>;
}

/** PostgreSQL takes at most 65,535 parameters a statement. */
const ROWS_PER_STATEMENT = 5_000;

export const createInventoryRepository = (db: Connection): InventoryRepository => ({
  async find(mac) {
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
  add: (boards) =>
    db.transaction().execute(async (transaction) => {
      const macs = boards.map((board) => board.mac);
      const known = await transaction.selectFrom('board').where('mac', 'in', macs).select('mac').execute();
      if (known.length > 0) return known.map((row) => row.mac);
      for (let first = 0; first < boards.length; first += ROWS_PER_STATEMENT) {
        const rows = boards.slice(first, first + ROWS_PER_STATEMENT).map(({ keyHash, ...board }) => ({
          ...board,
          key_hash: keyHash,
        }));
        await transaction.insertInto('board').values(rows).execute();
      }
      return [] as string[];
    }),
});

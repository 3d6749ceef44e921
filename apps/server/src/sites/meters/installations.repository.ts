import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import type { BoardModel, BoardType, Equipment } from './meter.ts';
import type { Viewer } from './visibility.ts';

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

/** The installation of a board, and its owner. */
export type InstalledBoard = ResultRow<typeof createInstallationsRepository, 'installedAs'>;

export type InstallationsRepository = ReturnType<typeof createInstallationsRepository>;

export const createInstallationsRepository = (db: Connection) => ({
  /** Whether a viewer may install at an establishment; a client user may at none. */
  async isEstablishmentOf({ accountId, scope }: Viewer, establishmentId: string): Promise<boolean> {
    if (scope === 'granted') return false;
    const establishment = db
      .selectFrom('establishment as e')
      .where('e.id', '=', establishmentId)
      .select('e.id');
    const clients = db.selectFrom('account').where('manager_id', '=', accountId).select('id');
    const isOwn = establishment.where((e) =>
      scope === 'own'
        ? e('e.owner_id', '=', accountId)
        : e.or([e('e.owner_id', '=', accountId), e('e.owner_id', 'in', clients)]),
    );
    return (await (scope === 'all' ? establishment : isOwn).executeTakeFirst()) !== undefined;
  },
  /** `null`: the board is not installed. */
  async installedAs(mac: string) {
    const row = await db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .innerJoin('account as a', 'a.id', 'e.owner_id')
      .where('i.mac', '=', mac)
      .where('i.removed_at', 'is', null)
      .select(['i.id as installationId', 'i.name', 'e.name as establishmentName'])
      .select(['a.id as ownerId', 'a.email as ownerEmail'])
      .executeTakeFirst();
    return row ?? null;
  },
  async tariffType(tariffId: string): Promise<BoardType | null> {
    const row = await db.selectFrom('tariff').where('id', '=', tariffId).select('type').executeTakeFirst();
    return row?.type ?? null;
  },
  /** Whether a tariff for this type of meter exists. */
  async hasTariffs(type: BoardType): Promise<boolean> {
    const row = await db
      .selectFrom('tariff')
      .where('type', '=', type)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },
});

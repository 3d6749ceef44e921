import { sql } from 'kysely';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { NewRow, RowChange } from '../../platform/database/schema.ts';
import type { ClaimedMac } from '../board-claims/index.ts';
import type { BoardModel, BoardType, Equipment } from './meter.ts';

/** A board that is locked against installing, removing and replacing until the transaction ends. */
export interface HeldBoard {
  readonly mac: string;
  readonly type: BoardType;
  readonly model: BoardModel;
  readonly equipment: Equipment;
  readonly isInUse: boolean;
  /** End of the last installation of the board; earlier measurements belong to that installation. `null`: never installed. */
  readonly freeSince: Date | null;
}

/** An installation that is locked until the transaction ends. */
export interface HeldInstallation {
  readonly id: number;
  readonly establishmentId: string;
  readonly mac: string;
  /** Time since which the current board measures for the installation. */
  readonly boardSince: Date;
}

const IN_USE = sql<boolean>`exists (select from installation i where i.mac = b.mac and i.removed_at is null)`;
const FREE_SINCE = sql<Date | null>`(select max(s.until) from board_stay s where s.mac = b.mac)`;

const holding = (db: Connection) => ({
  /** Locks establishments, so that two transactions cannot both make a meter of one general. */
  async holdEstablishments(ids: readonly string[]) {
    const rows = await db
      .selectFrom('establishment')
      .where('id', 'in', [...ids])
      .select(['id', 'owner_id as ownerId', 'name'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return new Map(rows.map(({ id, ...establishment }) => [id, establishment]));
  },
  async holdBoards(macs: readonly string[]): Promise<ReadonlyMap<string, HeldBoard>> {
    const chosen = db.selectFrom('board as b').where('b.mac', 'in', [...macs]);
    await chosen.select('b.mac').orderBy('b.mac').forNoKeyUpdate().execute();
    // A second statement is needed to see what the previous holder of the lock has committed.
    const rows = await chosen
      .select(['b.mac', 'b.type', 'b.model', 'b.equipment'])
      .select([IN_USE.as('isInUse'), FREE_SINCE.as('freeSince')])
      .execute();
    return new Map(rows.map((row) => [row.mac, row]));
  },
  /** Counts the meters of an account in use, and locks the account until the transaction ends. */
  async holdMeters(ownerId: string): Promise<number> {
    await holdAccount(db, ownerId);
    const { meters } = await db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', '=', ownerId)
      .where('i.removed_at', 'is', null)
      .select((is) => is.fn.countAll<number>().as('meters'))
      .executeTakeFirstOrThrow();
    return meters;
  },
  /** Locks an installation; `null` if it is not in use. */
  async holdInstallation(id: number): Promise<HeldInstallation | null> {
    const row = await db
      .selectFrom('installation')
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .select(['id', 'establishment_id as establishmentId', 'mac'])
      .select(sql<Date>`coalesce(board_since, installed_at)`.as('boardSince'))
      .forUpdate()
      .executeTakeFirst();
    return row ?? null;
  },
});

const COPIED = [
  'mac',
  'name',
  'comment',
  'solar_panel',
  'voltage',
  'tariff_id',
  'system',
  'rated_phase_w',
] as const;

const changing = (db: Connection) => {
  const update = async (id: number, change: RowChange<'installation'>): Promise<void> => {
    await db.updateTable('installation').set(change).where('id', '=', id).execute();
  };
  /** An assignment ends when the board is installed, so that it is not valid after the board has changed owners. */
  const endAssignment = async (mac: string) => {
    await db
      .updateTable('board')
      .set({ assigned_to: null })
      .where('mac', '=', mac)
      .where('assigned_to', 'is not', null)
      .execute();
  };
  return {
    update,
    async insert(row: NewRow<'installation'>): Promise<number> {
      const { id } = await db
        .insertInto('installation')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      await endAssignment(row.mac);
      return id;
    },
    close: (id: number, at: Date) => update(id, { removed_at: at }),
    /** Creates a copy of an installation at another establishment. */
    async continueAt(
      id: number,
      {
        establishmentId,
        isGeneral,
        at,
      }: { readonly establishmentId: string; readonly isGeneral: boolean; readonly at: Date },
    ): Promise<number> {
      const { newId } = await db
        .insertInto('installation')
        .columns([...COPIED, 'establishment_id', 'is_general', 'installed_at', 'moved_from'])
        .expression(
          db
            .selectFrom('installation as i')
            .where('i.id', '=', id)
            .select(COPIED.map((column) => `i.${column}` as const))
            .select([
              sql<string>`${establishmentId}::uuid`.as('establishment_id'),
              sql<boolean>`${isGeneral}::boolean`.as('is_general'),
              sql<Date>`${at}::timestamptz`.as('installed_at'),
              'i.id as moved_from',
            ]),
        )
        .returning('id as newId')
        .executeTakeFirstOrThrow();
      return newId;
    },
    /** Gives the client users of one installation access to the other. */
    async copyAccess(from: number, to: number) {
      await db
        .insertInto('meter_access')
        .columns(['account_id', 'installation_id'])
        .expression(
          db
            .selectFrom('meter_access')
            .where('installation_id', '=', from)
            .select(['account_id', sql<number>`${to}::integer`.as('installation_id')]),
        )
        .execute();
    },
    /** Adds the second installation to the groups of the first, from the civil day of `at` at the second installation. */
    async copyGroups(from: number, to: number, at: Date) {
      const day = sql<string>`(${at}::timestamptz at time zone e.zone)::date`;
      await db
        .insertInto('group_member')
        .columns(['group_id', 'installation_id', 'since', 'added_on'])
        .expression(
          db
            .selectFrom('group_member as m')
            .innerJoin('installation as i', (join) => join.on('i.id', '=', to))
            .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
            .where('m.installation_id', '=', from)
            .where('m.until', 'is', null)
            .select(['m.group_id', 'i.id as installation_id', day.as('since'), day.as('added_on')]),
        )
        .execute();
    },
    async exchangeBoard({ id, mac: old, boardSince }: HeldInstallation, mac: ClaimedMac, at: Date) {
      await db
        .insertInto('replaced_board')
        .values({ installation_id: id, mac: old, since: boardSince, until: at })
        .execute();
      await update(id, { mac, board_since: at });
      await endAssignment(mac);
    },
  };
};

export type InstallationWrites = ReturnType<typeof createInstallationWrites>;

/**
 * Must be created from a transaction. Locks are taken in the order establishment, board, installation, so that two transactions
 * cannot wait for each other.
 */
export const createInstallationWrites = (db: Connection) => ({
  ...holding(db),
  ...changing(db),
  /** Name of a general meter of that type at the establishment, other than the installation `ignored`; `null`: none. */
  async generalAt(establishmentId: string, type: BoardType, ignored: number | null): Promise<string | null> {
    const row = await db
      .selectFrom('installation as i')
      .innerJoin('board as b', 'b.mac', 'i.mac')
      .where('i.establishment_id', '=', establishmentId)
      .where('i.removed_at', 'is', null)
      .where('i.is_general', '=', true)
      .where('b.type', '=', type)
      .$if(ignored !== null, (query) => query.where('i.id', '<>', ignored ?? 0))
      .select('i.name')
      .executeTakeFirst();
    return row?.name ?? null;
  },
});

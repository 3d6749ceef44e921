import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export type ReadingsRemovalRepository = ReturnType<typeof createReadingsRemovalRepository>;

const REGISTERS_PER_BATCH = 20_000;

export const createReadingsRemovalRepository = (db: Connection) => ({
  /** Removes the last state, quarter-hours and days. @returns the number of removed rows */
  async removeTotals(installationId: number): Promise<number> {
    const states = await db
      .deleteFrom('last_state')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    const quarters = await db
      .deleteFrom('quarter')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    const days = await db
      .deleteFrom('meter_day')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    for (const table of [
      'register_verdict',
      'adapted_state',
      'set_aside_quarter',
      'reading_exclusion',
      'leak_verdict',
      'reading_import',
    ] as const)
      await db.deleteFrom(table).where('installation_id', '=', installationId).execute();
    return Number(states.numDeletedRows + quarters.numDeletedRows + days.numDeletedRows);
  },
  /** Removes a batch of register values. @returns their number */
  async removeRegisters(installationId: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`delete from register_step where ctid = any(array(
      select ctid from register_step where installation_id = ${installationId} limit ${REGISTERS_PER_BATCH}))`.execute(
      db,
    );
    return Number(numAffectedRows);
  },
  /** The first and last UTC day with readings of the installation; `null` without readings. */
  async daysOf(installationId: number): Promise<{ first: Date; last: Date } | null> {
    const row = await db
      .selectFrom('reading')
      .where('installation_id', '=', installationId)
      .select([
        sql<Date | null>`date_trunc('day', min(at), 'UTC')`.as('first'),
        sql<Date | null>`date_trunc('day', max(at), 'UTC')`.as('last'),
      ])
      .executeTakeFirst();
    return row?.first && row.last ? { first: row.first, last: row.last } : null;
  },
  /** Removes the readings in [`from`, `until`). @returns their number */
  async removeReadings(installationId: number, from: Date, until: Date): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('reading')
      .where('installation_id', '=', installationId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});

/** Data removed with an account: its client users, and the establishments and meters of all of them. */
export interface Belongings {
  readonly clientUserIds: readonly string[];
  readonly establishments: number;
  readonly installations: readonly { readonly id: number; readonly mac: string; readonly isInUse: boolean }[];
  readonly apiKeys: number;
  /** Number of other accounts with access to one of the meters. */
  readonly viewers: number;
}

/** Uploads of the accounts, and the bills of their establishments from any uploader. */
const imagesOf = async (db: Connection, accountId: string): Promise<readonly string[]> => {
  const gone = db
    .selectFrom('account')
    .where((where) => where.or([where('id', '=', accountId), where('manager_id', '=', accountId)]))
    .select('id');
  const bills = db
    .selectFrom('image_use as u')
    .innerJoin('establishment as e', 'e.id', 'u.establishment_id')
    .where('e.owner_id', 'in', gone)
    .select('u.image_id');
  const rows = await db
    .selectFrom('image')
    .where((where) => where.or([where('account_id', 'in', gone), where('id', 'in', bills)]))
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Boards last installed by these accounts: their connections and rejected messages are personal data too. */
const boardsOf = async (db: Connection, accountId: string): Promise<readonly string[]> => {
  const gone = db
    .selectFrom('account')
    .where((where) => where.or([where('id', '=', accountId), where('manager_id', '=', accountId)]))
    .select('id');
  const rows = await db
    .selectFrom('installation as i')
    .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
    .where('e.owner_id', 'in', gone)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('installation as later')
            .select('later.id')
            .whereRef('later.mac', '=', 'i.mac')
            .whereRef('later.installed_at', '>', 'i.installed_at'),
        ),
      ),
    )
    .select('i.mac')
    .execute();
  return rows.map(({ mac }) => mac);
};

export const createRemovalRepository = (db: Connection) => ({
  async belongings(accountId: string): Promise<Belongings> {
    const clients = await db.selectFrom('account').where('manager_id', '=', accountId).select('id').execute();
    const clientUserIds = clients.map(({ id }) => id);
    const gone = [accountId, ...clientUserIds];
    const establishments = await db
      .selectFrom('establishment')
      .where('owner_id', 'in', gone)
      .select('id')
      .execute();
    const installations = await db
      .selectFrom('installation as i')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', 'in', gone)
      .select(['i.id', 'i.mac', 'i.removed_at'])
      .execute();
    const { keys } = await db
      .selectFrom('api_key')
      .where('account_id', '=', accountId)
      .select(({ fn }) => fn.countAll<number>().as('keys'))
      .executeTakeFirstOrThrow();
    const { viewers } = await db
      .selectFrom('meter_access as g')
      .innerJoin('installation as i', 'i.id', 'g.installation_id')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('e.owner_id', 'in', gone)
      .where('g.account_id', 'not in', gone)
      .select(({ fn }) => fn.count<number>('g.account_id').distinct().as('viewers'))
      .executeTakeFirstOrThrow();
    return {
      clientUserIds,
      establishments: establishments.length,
      installations: installations.map(({ id, mac, removed_at }) => ({
        id,
        mac,
        isInUse: removed_at === null,
      })),
      apiKeys: keys,
      viewers,
    };
  },
  /** Locks the accounts of all Admins until the transaction ends. @returns the number of those that are not disabled */
  async lockAdmins(): Promise<number> {
    const admins = await db
      .selectFrom('account')
      .where('profile', '=', 'Admin')
      .select(['id', 'disabled_at'])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    return admins.filter(({ disabled_at }) => disabled_at === null).length;
  },
  /** Removes an account with its sessions, keys, establishments, meters and client users. */
  async remove({ accountId, email }: { accountId: string; email: string }): Promise<void> {
    await db.deleteFrom('mailbox_letter').where('recipient', '=', email).execute();
    const images = await imagesOf(db, accountId);
    const boards = await boardsOf(db, accountId);
    for (const table of ['board_connection', 'refused_of_board', 'refused_frame'] as const)
      if (boards.length > 0) await db.deleteFrom(table).where('mac', 'in', boards).execute();
    await db.deleteFrom('account').where('id', '=', accountId).execute();
    if (images.length === 0) return;
    const used = db.selectFrom('image_use').select('image_id');
    await db.deleteFrom('image').where('id', 'in', images).where('id', 'not in', used).execute();
  },
});

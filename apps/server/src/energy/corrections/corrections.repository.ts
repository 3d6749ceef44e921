import { DAY_MS } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import { clientOf } from '../../platform/database/connections/client-connection.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { isExcluded, SUM_COLUMNS } from '../../telemetry/ingest/index.ts';
import { reopenTotals, type TouchedFrame } from '../../telemetry/series/index.ts';

/** Quarter-hours of an installation; `from` is included, `to` is not. */
export interface CycleInterval {
  readonly installationId: number;
  readonly from: Date;
  readonly to: Date;
}

const SUMMED = [...SUM_COLUMNS, 'frames'];
const COLUMNS = ['installation_id', 'start', ...SUMMED].join(', ');

const addTo = (table: string): string => `on conflict (installation_id, start) do update set
  ${SUMMED.map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

const EMPTY = SUMMED.map((name) => `${name} = 0`).join(', ');

const IS_IMPORTED = `exists (select from quarter i where i.installation_id = s.installation_id and i.start = s.start
  and i.import_id is not null)`;
const WRONG = `s.frames > 0 and s.import_id is null and ${isExcluded('s')}`;
const RIGHT = `not ${isExcluded('s')} and not ${IS_IMPORTED}`;

/** One instant in each UTC day of an interval. */
export const daysOfInterval = ({ installationId, from, to }: CycleInterval): TouchedFrame[] => {
  const [first, end] = [from.getTime(), to.getTime()];
  const days = Math.ceil((end - Math.floor(first / DAY_MS) * DAY_MS) / DAY_MS);
  return Array.from({ length: days }, (_, day) => ({ installationId, at: first + day * DAY_MS }));
};

/** Must be called within a transaction. */
export const createSetAside = (within: Connection) => {
  const run = (text: string, { installationId, from, to }: CycleInterval): Promise<unknown> =>
    sql`${sql.raw(text.slice(0, text.indexOf('$span')))} s.installation_id = ${installationId} and s.start >= ${from}
      and s.start < ${to} ${sql.raw(text.slice(text.indexOf('$span') + '$span'.length))}`.execute(within);

  return {
    /** Reopens closed days, then locks totals until the transaction ends, so that no frame is missed or counted twice. */
    async holdTotals(touched: readonly TouchedFrame[]): Promise<void> {
      await reopenTotals(clientOf(within), touched);
      await sql`set local lock_timeout = '10s'`.execute(within);
      await sql`lock table set_aside_quarter in share row exclusive mode`.execute(within);
    },
    /** Aligns counted and set-aside quarter-hours with exclusions and imports, while totals are locked. */
    async settle(timeInterval: CycleInterval): Promise<void> {
      await run(
        `insert into set_aside_quarter (${COLUMNS}) select ${COLUMNS} from quarter s where $span and ${WRONG}
          order by start ${addTo('set_aside_quarter')}`,
        timeInterval,
      );
      await run(`update quarter s set ${EMPTY} where $span and ${WRONG}`, timeInterval);
      await run(
        `insert into quarter (${COLUMNS}) select ${COLUMNS} from set_aside_quarter s where $span and ${RIGHT}
          order by start ${addTo('quarter')}`,
        timeInterval,
      );
      await run(`delete from set_aside_quarter s where $span and ${RIGHT}`, timeInterval);
    },
  };
};

/** An excluded interval; `undoneAt` is `null` while it is active. */
export interface StoredCorrection {
  readonly id: number;
  readonly begins: Date;
  readonly ends: Date;
  readonly reason: string;
  readonly by: string | null;
  readonly createdAt: Date;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
  /** The amount set aside in its interval, in mWh or ml. */
  readonly amount: number;
  readonly frames: number;
}

const CONSUMED = sql`consumed_a_mwh + consumed_b_mwh + consumed_c_mwh + volume_ml`;
const nameOf = (account: string) =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${account}.first_name`)}, ${sql.ref(`${account}.last_name`)})), '')`;

export const createCorrectionsRepository = (db: Connection) => ({
  /** Newest first. */
  async list(installationId: number, id?: number): Promise<readonly StoredCorrection[]> {
    const { rows } = await sql<StoredCorrection>`
      select e.id, e.begins, e.ends, e.reason, e.created_at as "createdAt", e.undone_at as "undoneAt",
        ${nameOf('a')} as by, ${nameOf('u')} as "undoneBy", held.amount, held.frames
      from reading_exclusion e left join account a on a.id = e.account_id left join account u on u.id = e.undone_by
      cross join lateral (
        select coalesce(sum((${CONSUMED})::float8), 0) as amount, coalesce(sum(frames), 0)::integer as frames
        from set_aside_quarter s where e.undone_at is null and s.installation_id = e.installation_id
          and s.start >= e.begins and s.start < e.ends
      ) held
      where e.installation_id = ${installationId} ${id === undefined ? sql`` : sql`and e.id = ${id}`}
      order by e.id desc limit 500`.execute(db);
    return rows;
  },
  async insert(
    { installationId, from, to }: CycleInterval,
    { reason, accountId, at }: { reason: string; accountId: string; at: Date },
  ): Promise<number> {
    const { id } = await db
      .insertInto('reading_exclusion')
      .values({
        installation_id: installationId,
        begins: from,
        ends: to,
        reason,
        account_id: accountId,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  /** @returns the interval of the correction; `null` if it does not exist or is undone already */
  async undo(
    { installationId, id }: { installationId: number; id: number },
    { accountId, at }: { accountId: string; at: Date },
  ): Promise<CycleInterval | null> {
    const row = await db
      .updateTable('reading_exclusion')
      .set({ undone_by: accountId, undone_at: at })
      .where('id', '=', id)
      .where('installation_id', '=', installationId)
      .where('undone_at', 'is', null)
      .returning(['begins', 'ends'])
      .executeTakeFirst();
    return row ? { installationId, from: row.begins, to: row.ends } : null;
  },
});

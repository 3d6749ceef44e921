import type { InventoryState } from '@nascente/contract/telemetry/inventory';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { SILENCE } from '@nascente/domain/telemetry/quality/silence';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import { patternWithoutAccents, withoutAccents } from '../../platform/database/without-accents.ts';
import { QUARTER_BEFORE_NEWEST } from '../../sites/meters/index.ts';

interface InventoryFilter {
  /** Part of a MAC, owner, establishment or Manager that the board is assigned to. */
  readonly search: string;
  readonly state: InventoryState | null;
  readonly now: Date;
  /** First day of the summed rejections, inclusive. */
  readonly refusedSince: string;
}

/** A page of boards by ascending MAC; `after` is the last MAC of the previous page. */
interface InventoryPage {
  readonly after: string | null;
  readonly limit: number;
}

export type ListedBoard = ResultRow<typeof createInventoryRepository, 'list'>;

export type InventoryRepository = ReturnType<typeof createInventoryRepository>;

/** Whether a text may be a part of a MAC, with colons, dashes or nothing between its pairs. */
const isPartOfMac = (search: string): boolean => /^[:-]*[0-9a-f][0-9a-f:-]*$/i.test(search);
const digitsOf = (search: string): string => search.replace(/[:-]/g, '').toUpperCase();

/**
 * SQL of `silentAfter` of the domain for the state `s`. The frames of the complete quarter-hour before its newest frame show its
 * sending interval.
 */
const silentAt = sql`s.received_at + least(${SILENCE.maxMs}::float8, greatest(${SILENCE.minMs}::float8, coalesce((
    select ${SILENCE.intervals * QUARTER_MS}::float8 / nullif(q.frames, 0) from quarter q
    where ${sql.raw(QUARTER_BEFORE_NEWEST)}
  ), 0))) * interval '1 millisecond'`;
const isSilent = (now: Date) => sql<boolean>`i.id is not null and coalesce(${silentAt} < ${now}, true)`;

const matching = (db: Connection, { search, state, now }: InventoryFilter) =>
  db
    .selectFrom('board as b')
    .leftJoin('installation as i', (join) => join.onRef('i.mac', '=', 'b.mac').on('i.removed_at', 'is', null))
    .leftJoin('last_state as s', 's.installation_id', 'i.id')
    .leftJoin('establishment as e', 'e.id', 'i.establishment_id')
    .leftJoin('account as a', 'a.id', 'e.owner_id')
    .leftJoin('account as m', 'm.id', 'b.assigned_to')
    .$if(state === 'stock', (query) => query.where('i.id', 'is', null))
    .$if(state === 'installed', (query) => query.where('i.id', 'is not', null))
    .$if(state === 'silent', (query) => query.where(isSilent(now)))
    .$if(search !== '', (query) =>
      query.where((where) =>
        where.or([
          ...(isPartOfMac(search)
            ? [where(sql<string>`replace(b.mac, ':', '')`, 'like', `%${digitsOf(search)}%`)]
            : []),
          ...[
            sql<string>`a.first_name || ' ' || a.last_name`,
            sql.ref<string>('a.email'),
            sql<string>`m.first_name || ' ' || m.last_name`,
            sql.ref<string>('m.email'),
            sql.ref<string>('e.name'),
            sql.ref<string>('e.fantasy_name'),
          ].map((name) => where(withoutAccents(name), 'ilike', patternWithoutAccents(search))),
        ]),
      ),
    );

const select = (
  query: ReturnType<typeof matching>,
  { now, refusedSince }: Pick<InventoryFilter, 'now' | 'refusedSince'>,
) =>
  query
    .leftJoin('board_connection as c', 'c.mac', 'b.mac')
    .select(['b.mac', 'b.type', 'b.model', 'b.equipment', 'b.created_at as createdAt'])
    .select(['i.name as installationName', 'a.id as ownerId', 'a.email as ownerEmail'])
    .select(['m.id as assigneeId', 'm.email as assigneeEmail'])
    .select([
      'c.connected_at as connectedAt',
      'c.disconnected_at as disconnectedAt',
      'c.address',
      'c.protocol',
      'c.held_back_at as heldBackAt',
      'c.by_shared_credential as bySharedCredential',
    ])
    .select([
      sql<boolean>`b.claim_hash is not null`.as('hasClaimCode'),
      sql<string | null>`e.display_name`.as('establishmentName'),
      sql<string | null>`trim(a.first_name || ' ' || a.last_name)`.as('ownerName'),
      sql<string | null>`trim(m.first_name || ' ' || m.last_name)`.as('assigneeName'),
      isSilent(now).as('isSilent'),
      sql<Date | null>`(select max(least(h.received_at, y.until)) from board_stay y
        join last_state h on h.installation_id = y.installation_id
        where y.mac = b.mac and h.at >= y.since)`.as('lastMessageAt'),
      sql<number>`(select coalesce(sum(r.frames), 0)::float8 from refused_of_board r
        where r.mac = b.mac and r.day >= ${refusedSince}::date)`.as('refused'),
    ]);

export const createInventoryRepository = (db: Connection) => ({
  list: (filter: InventoryFilter, { after, limit }: InventoryPage) =>
    select(matching(db, filter), filter)
      .$if(after !== null, (query) => query.where('b.mac', '>', after ?? ''))
      .orderBy('b.mac')
      .limit(limit)
      .modifyEnd(PREPARED)
      .execute(),
  async count(filter: InventoryFilter): Promise<number> {
    const { boards } = await matching(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('boards'))
      .modifyEnd(PREPARED)
      .executeTakeFirstOrThrow();
    return boards;
  },
  async find(mac: string, filter: Pick<InventoryFilter, 'now' | 'refusedSince'>) {
    const query = matching(db, { ...filter, search: '', state: null }).where('b.mac', '=', mac);
    return (await select(query, filter).modifyEnd(PREPARED).executeTakeFirst()) ?? null;
  },
});

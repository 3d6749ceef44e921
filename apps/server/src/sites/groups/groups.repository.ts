import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Due } from '@nascente/domain/base/time/due-date';
import type { ReadingCalendar } from '@nascente/domain/base/time/reading-cycles';
import { DEFAULT_ZONE, instant, parseZone, type Zone } from '@nascente/domain/base/time/zone';
import pg from 'pg';
import type { Connection, Database } from '../../platform/database/open-database.ts';
import { createWhileUnchanged } from '../../platform/database/while-unchanged.ts';
import type { BoardType, Scope, Viewer } from '../meters/index.ts';
import type { Group, Member } from './group.ts';

interface NewGroupRow {
  readonly ownerId: string;
  readonly name: string;
  readonly type: BoardType;
  readonly due: Due | null;
  readonly createdAt: Date;
}

export interface NewMember {
  readonly installationId: number;
  /** First counted day; `add` replaces it by the day on which the installation last left the group, if that is later. */
  readonly since: CivilDate;
  readonly addedOn: CivilDate;
}

/** The current membership of an installation. */
interface PresentMember {
  readonly installationId: number;
  /** Whether the installation was removed; it still belongs to the group. */
  readonly isRemoved: boolean;
  readonly zone: Zone;
}

/** Whether the database rejected a second group with one name and owner. */
export const isNameTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'meter_group_name';

const dueColumns = (due: Due | null) => ({
  due_day: typeof due === 'number' ? due : null,
  due_on: typeof due === 'string' ? due : null,
});

export type GroupWrites = ReturnType<typeof createGroupWrites>;

const writingMembers = (db: Connection) => ({
  /** Members that were not taken out, including removed meters. */
  async present(id: string): Promise<readonly PresentMember[]> {
    const rows = await db
      .selectFrom('group_member as m')
      .innerJoin('installation as i', 'i.id', 'm.installation_id')
      .innerJoin('establishment as e', 'e.id', 'i.establishment_id')
      .where('m.group_id', '=', id)
      .where('m.until', 'is', null)
      .select(['i.id', 'i.removed_at', 'e.zone'])
      .execute();
    return rows.map((row) => ({
      installationId: row.id,
      isRemoved: row.removed_at !== null,
      zone: parseZone(row.zone) ?? DEFAULT_ZONE,
    }));
  },
  async add(id: string, members: readonly NewMember[]): Promise<void> {
    if (members.length === 0) return;
    const left = await db
      .selectFrom('group_member')
      .where('group_id', '=', id)
      .where(
        'installation_id',
        'in',
        members.map(({ installationId }) => installationId),
      )
      .select(['installation_id', (of) => of.fn.max('until').as('until')])
      .groupBy('installation_id')
      .execute();
    const leftOn = new Map(left.map((row) => [row.installation_id, row.until]));
    const sinceOf = ({ installationId, since }: NewMember): CivilDate => {
      const until = leftOn.get(installationId) ?? since;
      return until > since ? until : since;
    };
    await db
      .insertInto('group_member')
      .values(
        members.map((member) => ({
          group_id: id,
          installation_id: member.installationId,
          since: sinceOf(member),
          added_on: member.addedOn,
        })),
      )
      .execute();
  },
  /** Ends memberships before a day; those that were added or begin on that day or later are deleted. */
  async takeOut(id: string, installationIds: readonly number[], on: CivilDate): Promise<void> {
    if (installationIds.length === 0) return;
    const leaving = ['installation_id', 'in', [...installationIds]] as const;
    await db
      .deleteFrom('group_member')
      .where('group_id', '=', id)
      .where('until', 'is', null)
      .where(...leaving)
      .where((member) => member.or([member('added_on', '>=', on), member('since', '>=', on)]))
      .execute();
    await db
      .updateTable('group_member')
      .set({ until: on })
      .where('group_id', '=', id)
      .where('until', 'is', null)
      .where(...leaving)
      .execute();
  },
});

/** Must be created from a transaction. */
export const createGroupWrites = (db: Connection) => ({
  ...writingMembers(db),
  async insert({ ownerId, name, type, due, createdAt }: NewGroupRow): Promise<string> {
    const { id } = await db
      .insertInto('meter_group')
      .values({ owner_id: ownerId, name, type, ...dueColumns(due), created_at: createdAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  /** Locks a group until the transaction ends. @returns `false` if it no longer exists */
  async hold(id: string): Promise<boolean> {
    const held = db.selectFrom('meter_group').where('id', '=', id).select('id').forUpdate();
    return (await held.executeTakeFirst()) !== undefined;
  },
  async update(
    id: string,
    { name, due }: { readonly name?: string; readonly due?: Due | null },
  ): Promise<void> {
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(due === undefined ? {} : dueColumns(due)),
    };
    if (Object.keys(change).length > 0)
      await db.updateTable('meter_group').set(change).where('id', '=', id).execute();
  },
  async remove(id: string): Promise<void> {
    await db.deleteFrom('meter_group').where('id', '=', id).execute();
  },
});

export type GroupsRepository = ReturnType<typeof createGroupsRepository>;

const PROVIDED =
  'exists (select from meter_access a where a.account_id = $1::uuid and a.installation_id = i.id)';

/** SQL condition: the account $1 may see the group `g`. A client user needs access to a current meter of the group. */
const SEEN_BY: Readonly<Record<Scope, string>> = {
  all: '$1::uuid is not null',
  own: 'g.owner_id = $1::uuid',
  'own-and-clients':
    '(g.owner_id = $1::uuid or g.owner_id in (select c.id from account c where c.manager_id = $1::uuid))',
  granted: `exists (select from group_member m join installation i on i.id = m.installation_id
    where m.group_id = g.id and m.until is null and i.removed_at is null and ${PROVIDED})`,
};

/** Each meter once, however many groups it is in, because meters are most of the data. */
const groups = (scope: Scope, wanted = 'true'): string => `with seen as materialized (
  select g.* from meter_group g where ${SEEN_BY[scope]} and ${wanted}
), member as materialized (
  select m.group_id, m.installation_id, m.since, m.until
  from seen join group_member m on m.group_id = seen.id join installation i on i.id = m.installation_id
  where ${scope === 'granted' ? PROVIDED : 'true'}
), meter as (
  select i.id as "installationId", i.mac, i.name, case b.type when 'water' then 'water' else b.model end as kind,
    i.tariff_id as "tariffId", floor(date_part('epoch', i.installed_at) * 1000)::bigint as "installedAt",
    floor(date_part('epoch', i.removed_at) * 1000)::bigint as "removedAt", e.id as "establishmentId",
    e.display_name as "establishmentName", e.zone, b.type
  from installation i join board b on b.mac = i.mac join establishment e on e.id = i.establishment_id
  where i.id in (select installation_id from member)
), of_establishment as (
  select e.id as "establishmentId", type, json_build_object('readDay', e.bill_read_day, 'readings',
    coalesce((select json_agg(r.day order by r.day) from reading_date r
      where r.establishment_id = e.id and r.type = standing.type), '[]')) as calendar
  from (select distinct "establishmentId", type from meter) standing join establishment e on e.id = standing."establishmentId"
), listed as (
  select seen.id, owner_id as "ownerId", seen.name, seen.type, due_day as "dueDay", due_on as "dueOn",
    coalesce(of.ids, '{}') as ids, of.since, of.until
  from seen left join (
    select group_id, array_agg(installation_id) as ids, array_agg(since) as since, array_agg(until) as until
    from member group by group_id
  ) of on of.group_id = seen.id
)
select coalesce((select json_agg(listed order by lower(name), id) from listed), '[]') as groups,
  coalesce((select json_agg(meter order by "establishmentName", name, "installationId") from meter), '[]') as meters,
  coalesce((select json_agg(of_establishment) from of_establishment), '[]') as calendars`;

const AT = `exists (select from group_member m join installation i on i.id = m.installation_id
  where m.group_id = g.id and i.establishment_id = $2::uuid)`;

interface MeterRow
  extends Omit<Member, 'installedAt' | 'removedAt' | 'zone' | 'calendar' | 'since' | 'until'> {
  readonly type: BoardType;
  readonly installedAt: number;
  readonly removedAt: number | null;
  readonly zone: string;
}

/** A group with its members as columns, unordered. */
interface GroupRow extends Pick<Group, 'id' | 'ownerId' | 'name' | 'type'> {
  readonly dueDay: number | null;
  readonly dueOn: CivilDate | null;
  readonly ids: readonly number[];
  readonly since: readonly CivilDate[] | null;
  readonly until: readonly (CivilDate | null)[] | null;
}

/** The reading calendar of an establishment for all its meters of a type. */
interface CalendarRow extends Pick<MeterRow, 'establishmentId' | 'type'> {
  readonly calendar: ReadingCalendar;
}

interface FoundRow {
  readonly groups: readonly GroupRow[];
  /** The meters in the order of establishment and name, which is also the order of the members of each group. */
  readonly meters: readonly MeterRow[];
  readonly calendars: readonly CalendarRow[];
}

interface MeterOfGroups {
  readonly rank: number;
  readonly meter: Omit<Member, 'since' | 'until'>;
}

const whose = ({ establishmentId, type }: CalendarRow | MeterRow): string => `${type} ${establishmentId}`;

const toMeter = (row: MeterRow, calendar: ReadingCalendar): MeterOfGroups['meter'] => ({
  ...row,
  calendar,
  zone: parseZone(row.zone) ?? DEFAULT_ZONE,
  installedAt: instant(row.installedAt),
  removedAt: row.removedAt === null ? null : instant(row.removedAt),
});

const membersOf = ({ ids, since, until }: GroupRow, meters: ReadonlyMap<number, MeterOfGroups>): Member[] =>
  ids
    .map((id, index) => {
      const { rank, meter } = meters.get(id) as MeterOfGroups;
      const days = { since: since?.[index] as CivilDate, until: until?.[index] ?? null };
      return { rank, member: { ...meter, ...days } };
    })
    .sort((a, b) => a.rank - b.rank || (a.member.since < b.member.since ? -1 : 1))
    .map(({ member }) => member);

const toGroups = (rows: readonly FoundRow[]): Group[] =>
  rows.flatMap((found) => {
    const calendars = new Map(found.calendars.map((row) => [whose(row), row.calendar]));
    const meters = new Map(
      found.meters.map((row, rank) => [
        row.installationId,
        { rank, meter: toMeter(row, calendars.get(whose(row)) as ReadingCalendar) },
      ]),
    );
    return found.groups.map((row) => {
      const { id, ownerId, name, type, dueDay, dueOn } = row;
      return { id, ownerId, name, type, due: dueDay ?? dueOn, members: membersOf(row, meters) };
    });
  });

/** Maximum cached members, some two hundred bytes each. */
const MAX_CACHED_MEMBERS = 50_000;
const membersIn = (found: readonly Group[]): number =>
  found.reduce((sum, { members }) => sum + members.length, 1);

export const createGroupsRepository = ({ pool, changes }: Pick<Database, 'pool' | 'changes'>) => {
  const whileUnchanged = createWhileUnchanged<readonly Group[]>(changes, MAX_CACHED_MEMBERS, membersIn);
  const read = (name: string, text: string, values: readonly string[]): Promise<readonly Group[]> =>
    whileUnchanged(`${name} ${values.join(' ')}`, async () => {
      const { rows } = await pool.query<FoundRow>({ name, text, values: [...values] });
      return toGroups(rows);
    });
  return {
    /** The visible groups in the order of their names. */
    list: ({ accountId, scope }: Viewer) => read(`list-groups-${scope}`, groups(scope), [accountId]),
    /** The groups that contain or contained a meter of an establishment. */
    listAt: ({ accountId, scope }: Viewer, establishmentId: string) =>
      read(`list-groups-at-${scope}`, groups(scope, AT), [accountId, establishmentId]),
    async find({ accountId, scope }: Viewer, id: string): Promise<Group | null> {
      const [found] = await read(`find-group-${scope}`, groups(scope, 'g.id = $2::uuid'), [accountId, id]);
      return found ?? null;
    },
  };
};

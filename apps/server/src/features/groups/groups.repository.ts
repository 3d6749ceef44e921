import type { BoardKind } from '@nascente/domain/metering/frame';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import { DEFAULT_ZONE, instant, parseZone } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { BoardType, Scope, Viewer } from '../meters/index.ts';
import type { Group, Member } from './group.ts';

export interface GroupsRepository {
  /** By name, as far as the viewer sees them. */
  list(viewer: Viewer): Promise<readonly Group[]>;
  /** Those that hold or held a meter of a place. */
  listAt(viewer: Viewer, establishmentId: string): Promise<readonly Group[]>;
  find(viewer: Viewer, id: string): Promise<Group | null>;
}

const GIVEN =
  'exists (select from meter_access a where a.account_id = $1::uuid and a.installation_id = i.id)';

/** Of a group `g`, for the account $1: a client user sees those that hold meters given to it. */
const SEEN_BY: Readonly<Record<Scope, string>> = {
  all: '$1::uuid is not null',
  own: 'g.owner_id = $1::uuid',
  'own-and-clients':
    '(g.owner_id = $1::uuid or g.owner_id in (select c.id from account c where c.manager_id = $1::uuid))',
  given: `exists (select from group_member m join installation i on i.id = m.installation_id
    where m.group_id = g.id and m.until is null and i.removed_at is null and ${GIVEN})`,
};

const members = (
  scope: Scope,
): string => `select jsonb_agg(jsonb_build_object('installationId', i.id, 'mac', i.mac,
    'name', i.name, 'kind', case b.type when 'water' then 'water' else b.model end, 'tariffId', i.tariff_id,
    'installedAt', floor(date_part('epoch', i.installed_at) * 1000)::bigint,
    'removedAt', floor(date_part('epoch', i.removed_at) * 1000)::bigint, 'establishmentId', e.id,
    'establishmentName', e.name, 'zone', e.zone, 'since', m.since, 'until', m.until,
    'calendar', jsonb_build_object('readDay', e.bill_read_day, 'readings', coalesce((select jsonb_agg(r.day order by r.day)
      from reading_date r where r.establishment_id = e.id and r.type = b.type), '[]')))
    order by e.name, i.name, i.id, m.since)
  from group_member m join installation i on i.id = m.installation_id join board b on b.mac = i.mac
    join establishment e on e.id = i.establishment_id
  where m.group_id = g.id and ${scope === 'given' ? GIVEN : 'true'}`;

const groups = (
  scope: Scope,
): string => `select g.id, g.owner_id as "ownerId", g.name, g.type, g.due_day as "dueDay",
  g.due_on as "dueOn", coalesce((${members(scope)}), '[]') as members
from meter_group g where ${SEEN_BY[scope]}`;

const AT = `exists (select from group_member m join installation i on i.id = m.installation_id
  where m.group_id = g.id and i.establishment_id = $2::uuid)`;

interface MemberRow extends Omit<Member, 'installedAt' | 'removedAt' | 'zone' | 'kind'> {
  readonly installedAt: number;
  readonly removedAt: number | null;
  readonly zone: string;
  readonly kind: BoardKind;
}

interface GroupRow extends Pick<Group, 'id' | 'ownerId' | 'name'> {
  readonly type: BoardType;
  readonly dueDay: number | null;
  readonly dueOn: string | null;
  readonly members: readonly MemberRow[];
}

const toGroup = ({ dueDay, dueOn, members: rows, ...group }: GroupRow): Group => ({
  ...group,
  due: dueDay ?? (dueOn as CivilDate | null),
  members: rows.map((row) => ({
    ...row,
    zone: parseZone(row.zone) ?? DEFAULT_ZONE,
    installedAt: instant(row.installedAt),
    removedAt: row.removedAt === null ? null : instant(row.removedAt),
  })),
});

export const createGroupsRepository = (pool: Pool): GroupsRepository => ({
  async list({ accountId, scope }) {
    const { rows } = await pool.query<GroupRow>({
      name: `list-groups-${scope}`,
      text: `${groups(scope)} order by lower(g.name), g.id`,
      values: [accountId],
    });
    return rows.map(toGroup);
  },
  async listAt({ accountId, scope }, establishmentId) {
    const { rows } = await pool.query<GroupRow>({
      name: `list-groups-at-${scope}`,
      text: `${groups(scope)} and ${AT} order by lower(g.name), g.id`,
      values: [accountId, establishmentId],
    });
    return rows.map(toGroup);
  },
  async find({ accountId, scope }, id) {
    const { rows } = await pool.query<GroupRow>({
      name: `find-group-${scope}`,
      text: `${groups(scope)} and g.id = $2::uuid`,
      values: [accountId, id],
    });
    return rows[0] ? toGroup(rows[0]) : null;
  },
});

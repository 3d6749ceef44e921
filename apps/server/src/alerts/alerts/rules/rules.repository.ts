import type { AlertRuleTarget } from '@nascente/contract/alerts/alert-rules';
import { isId } from '@nascente/contract/base/conventions';
import type { Severity } from '@nascente/domain/alerts/notices';
import type { RuleTerms } from '@nascente/domain/alerts/own-rules';
import type { Opinions } from '@nascente/domain/alerts/thresholds';
import type { Zone } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { Scope, Viewer } from '../../../sites/meters/index.ts';

/** The meters of a rule; exactly one of the three ids is set. */
export interface RuleTarget {
  readonly ownerId: string;
  readonly installationId: number | null;
  readonly establishmentId: string | null;
  readonly groupId: string | null;
}

export interface OwnRule {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  readonly terms: RuleTerms;
  readonly isOn: boolean;
  readonly target: {
    readonly kind: 'meter' | 'establishment' | 'group';
    readonly id: string;
    readonly name: string;
  };
  readonly opinions: Opinions;
}

interface WatchedMeters {
  readonly zone: Zone;
  readonly establishmentId: string;
  readonly installations: readonly number[];
}

export interface WatchedRule extends WatchedMeters {
  readonly id: string;
  readonly name: string;
  readonly severity: Severity;
  readonly terms: RuleTerms;
  readonly opinions: Opinions;
  /** Time of the last change of the rule, epoch ms. */
  readonly changedAt: number;
}

type RuleInput = Pick<OwnRule, 'name' | 'severity' | 'terms'>;

export type RulesRepository = ReturnType<typeof createRulesRepository>;

const RULE_SEEN_BY: Readonly<Record<Scope, (accountId: string) => RawBuilder<boolean>>> = {
  all: () => sql<boolean>`true`,
  own: (accountId) => sql<boolean>`r.owner_id = ${accountId}::uuid`,
  'own-and-clients': (accountId) =>
    sql<boolean>`(r.owner_id = ${accountId}::uuid
      or r.owner_id in (select c.id from account c where c.manager_id = ${accountId}::uuid))`,
  granted: (accountId) =>
    sql<boolean>`(m.ids is not null and not exists (select from unnest(m.ids) i(id)
      where not exists (select from meter_access g where g.account_id = ${accountId}::uuid and g.installation_id = i.id)))`,
};

/**
 * The meters of a rule `r` in use: of an establishment the general meter, else all but inverters. Each kind of target has its own
 * index: an `or` over the three would scan all installations.
 */
const metersOf = (isWater: RawBuilder<boolean>): RawBuilder<unknown> => sql`(
  select array_agg(i.id order by i.id) as ids, min(e.zone) as zone, min(e.id::text) as establishment_id
  from (select r.installation_id as id
    union all select p.id from installation p join board o on o.mac = p.mac
      where p.establishment_id = r.establishment_id and (p.is_general or (not p.solar_panel and not exists (
        select from installation g join board h on h.mac = g.mac where g.establishment_id = p.establishment_id
          and g.removed_at is null and g.is_general and h.type = o.type)))
    union all select n.installation_id from group_member n where n.group_id = r.group_id and n.until is null) t
  join installation i on i.id = t.id join board b on b.mac = i.mac join establishment e on e.id = i.establishment_id
  where i.removed_at is null and (b.type = 'water') = ${isWater})`;

const OPINIONS = sql`(select json_build_object('helpful', count(*) filter (where o.is_helpful),
    'unhelpful', count(*) filter (where not o.is_helpful))
  from alert a join alert_opinion o on o.alert_id = a.id where a.rule_id = r.id)`;

const OF_WATER = sql<boolean>`(r.terms ->> 'quantity' = 'water')`;

interface TargetRow {
  readonly mac: string | null;
  readonly meter: string | null;
  readonly establishmentId: string | null;
  readonly establishment: string | null;
  readonly groupId: string | null;
  readonly group: string | null;
}

type RuleRow = Omit<OwnRule, 'target'> & TargetRow;

const targetOf = (row: TargetRow): OwnRule['target'] => {
  if (row.mac !== null) return { kind: 'meter', id: row.mac, name: row.meter ?? '' };
  if (row.groupId !== null) return { kind: 'group', id: row.groupId, name: row.group ?? '' };
  return { kind: 'establishment', id: row.establishmentId ?? '', name: row.establishment ?? '' };
};

const toRule = (row: RuleRow): OwnRule => {
  const { mac, meter, establishmentId, establishment, groupId, group, ...rule } = row;
  return { ...rule, target: targetOf({ mac, meter, establishmentId, establishment, groupId, group }) };
};

/** Whether an account may change the establishment or group `x`. */
const OWNER_SEEN_BY: Readonly<Record<Scope, (accountId: string) => RawBuilder<boolean>>> = {
  all: () => sql<boolean>`true`,
  own: (accountId) => sql<boolean>`x.owner_id = ${accountId}::uuid`,
  'own-and-clients': (accountId) =>
    sql<boolean>`(x.owner_id = ${accountId}::uuid
      or x.owner_id in (select c.id from account c where c.manager_id = ${accountId}::uuid))`,
  granted: () => sql<boolean>`false`,
};

export const createRulesRepository = (db: Connection) => {
  const one = async (query: RawBuilder<RuleTarget>): Promise<RuleTarget | null> =>
    (await query.execute(db)).rows[0] ?? null;
  return {
    /** Lists rules by name: those the account may change; for a client user, rules with access to all of their meters. */
    async list({ accountId, scope }: Viewer): Promise<readonly OwnRule[]> {
      const { rows } = await sql<RuleRow>`
        select r.id, r.name, r.severity, r.terms, r.is_on as "isOn", ${OPINIONS} as opinions, t.mac, t.name as meter,
          r.establishment_id as "establishmentId", p.display_name as establishment, r.group_id as "groupId", g.name as group
        from alert_rule r left join installation t on t.id = r.installation_id
        left join establishment p on p.id = r.establishment_id left join meter_group g on g.id = r.group_id
        cross join lateral ${metersOf(OF_WATER)} m
        where ${RULE_SEEN_BY[scope](accountId)} order by lower(r.name), r.id`.execute(db);
      return rows.map(toRule);
    },
    /** The owner and the ids of a target; `null` if the viewer may not change it. */
    async target({ accountId, scope }: Viewer, target: AlertRuleTarget): Promise<RuleTarget | null> {
      const seen = OWNER_SEEN_BY[scope](accountId);
      if (target.kind === 'meter')
        return one(sql`select x.owner_id as "ownerId", i.id as "installationId", null as "establishmentId",
            null as "groupId" from installation i join establishment x on x.id = i.establishment_id
          where i.mac = ${normalizeMac(target.mac)} and i.removed_at is null and ${seen}`);
      if (!isId(target.id)) return null;
      return target.kind === 'establishment'
        ? one(sql`select x.owner_id as "ownerId", null as "installationId", x.id as "establishmentId",
            null as "groupId" from establishment x where x.id = ${target.id}::uuid and ${seen}`)
        : one(sql`select x.owner_id as "ownerId", null as "installationId", null as "establishmentId",
            x.id as "groupId" from meter_group x where x.id = ${target.id}::uuid and ${seen}`);
    },
    /** The meters of a target that measure the utility of the rule; `null`: none. */
    async meters(
      { installationId, establishmentId, groupId }: RuleTarget,
      isWater: boolean,
    ): Promise<WatchedMeters | null> {
      const { rows } = await sql<{ ids: number[] | null; zone: Zone; establishment_id: string }>`
        select m.* from (select ${installationId}::int as installation_id, ${establishmentId}::uuid as establishment_id,
          ${groupId}::uuid as group_id) r
        cross join lateral ${metersOf(sql<boolean>`${isWater}`)} m`.execute(db);
      const [row] = rows;
      return !row || row.ids === null
        ? null
        : { zone: row.zone, establishmentId: row.establishment_id, installations: row.ids };
    },
    async watched(): Promise<readonly WatchedRule[]> {
      const { rows } = await sql<WatchedRule>`
        select r.id, r.name, r.severity, r.terms, ${OPINIONS} as opinions, m.zone,
          (extract(epoch from r.changed_at) * 1000)::float8 as "changedAt",
          m.establishment_id as "establishmentId", m.ids as installations
        from alert_rule r cross join lateral ${metersOf(OF_WATER)} m
        where r.is_on and m.ids is not null order by r.id`.execute(db);
      return rows;
    },
    async count(ownerId: string): Promise<number> {
      const { rows } = await sql<{ many: number }>`
        select count(*)::int as many from alert_rule where owner_id = ${ownerId}::uuid`.execute(db);
      return rows[0]?.many ?? 0;
    },
    async add(
      { name, severity, terms, ownerId, installationId, establishmentId, groupId }: RuleInput & RuleTarget,
      now: Date,
    ): Promise<void> {
      const values = {
        name,
        severity,
        terms: JSON.stringify(terms),
        owner_id: ownerId,
        installation_id: installationId,
        establishment_id: establishmentId,
        group_id: groupId,
        created_at: now,
        changed_at: now,
      };
      await db.insertInto('alert_rule').values(values).execute();
    },
    async edit(
      id: string,
      { name, severity, terms, isOn }: RuleInput & { readonly isOn: boolean },
      now: Date,
    ): Promise<void> {
      await db
        .updateTable('alert_rule')
        .set({ name, severity, terms: JSON.stringify(terms), is_on: isOn, changed_at: now })
        .where('id', '=', id)
        .execute();
    },
    async remove(id: string): Promise<void> {
      await db.deleteFrom('alert_rule').where('id', '=', id).execute();
    },
  };
};

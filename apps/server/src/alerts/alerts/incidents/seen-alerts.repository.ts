import {
  ALERT_KINDS,
  type AlertFacts,
  type AlertKind,
  KINDS_OF_ALERT,
} from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { SEVERITIES, type Severity } from '@nascente/domain/alerts/notices';
import type { Pool } from 'pg';
import { type BoardType, type Scope, SEEN_BY, type Viewer } from '../../../sites/meters/index.ts';

const text = (date: Date): string => date.toISOString();

export const toAlert = (row: SeenAlert): Alert => ({
  _id: row.id,
  kind: row.kind,
  severity: row.severity ?? KINDS_OF_ALERT[row.kind].severity,
  establishment: { _id: row.establishmentId, name: row.establishmentName, zone: row.zone },
  meters: [...row.meters],
  beganAt: text(row.beganAt),
  endedAt: row.endedAt && text(row.endedAt),
  notifiedAt: text(row.notifiedAt),
  undoneAt: row.undoneAt && text(row.undoneAt),
  isLate: row.isLate,
  times: row.times,
  facts: row.facts,
  cost: row.cost,
  acknowledged: row.acknowledgedAt && { at: text(row.acknowledgedAt), by: row.acknowledgedBy },
  mutedUntil: row.mutedUntil && text(row.mutedUntil),
  isHelpful: row.isHelpful,
});

/** An alert as one account sees it. */
export interface SeenAlert {
  readonly id: string;
  readonly kind: AlertKind;
  /** The severity, if it differs from that of the kind. */
  readonly severity: Severity | null;
  readonly establishmentId: string;
  readonly establishmentName: string;
  readonly zone: string;
  readonly meters: readonly { readonly mac: string; readonly name: string }[];
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly notifiedAt: Date;
  /** The last repetition while it was open. */
  readonly repeatedAt: Date | null;
  readonly undoneAt: Date | null;
  readonly isLate: boolean;
  readonly times: number;
  readonly facts: AlertFacts;
  readonly cost: number | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly mutedUntil: Date | null;
  readonly isHelpful: boolean | null;
}

interface AlertMeter {
  readonly installationId: number;
  readonly isWater: boolean;
}

interface AlertEstablishment {
  readonly alertId: string;
  readonly establishmentId: string;
  readonly macs: readonly string[];
}

interface AlertsQuery {
  readonly state: 'open' | 'past';
  readonly kind: AlertKind | null;
  readonly establishment: string | null;
  readonly limit: number;
  readonly skip: number;
}

export type SeenAlertsRepository = ReturnType<typeof createSeenAlertsRepository>;

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

const OF_ESTABLISHMENT = quoted(ALERT_KINDS.filter((kind) => KINDS_OF_ALERT[kind].isOfEstablishment));

/** Excludes invisible alerts before their meters are joined. */
const MAY_BE_SEEN: Readonly<Record<Scope, string>> = {
  ...SEEN_BY,
  granted: `a.id in (select m.alert_id from alert_meter m join meter_access g on g.installation_id = m.installation_id
    where g.account_id = $1::uuid)`,
};

/** An alert about an establishment is visible with access to all of its meters, any other alert with access to one. */
const fromSeen = (scope: Scope): string => `from alert a join establishment e on e.id = a.establishment_id
  left join alert_opinion o on o.alert_id = a.id and o.account_id = $1::uuid
  cross join lateral (
    select json_agg(json_build_object('mac', i.mac, 'name', i.name) order by i.name, i.id)
        filter (where ${SEEN_BY[scope]}) as meters,
      bool_and(${SEEN_BY[scope]}) as is_whole
    from alert_meter m join installation i on i.id = m.installation_id
    join establishment e on e.id = i.establishment_id where m.alert_id = a.id) s
  where ${MAY_BE_SEEN[scope]} and s.meters is not null and (a.kind not in (${OF_ESTABLISHMENT}) or s.is_whole)`;

const COLUMNS = `a.id, a.kind, a.severity, e.id as "establishmentId", e.display_name as "establishmentName", e.zone, s.meters,
  a.began_at as "beganAt", a.ended_at as "endedAt", a.notified_at as "notifiedAt", a.repeated_at as "repeatedAt",
  a.undone_at as "undoneAt", a.is_late as "isLate", a.times, a.facts, a.cost::float8 as cost, a.acknowledged_at as "acknowledgedAt",
  (select nullif(trim(concat_ws(' ', b.first_name, b.last_name)), '') from account b
    where b.id = a.acknowledged_by) as "acknowledgedBy",
  o.muted_until as "mutedUntil", o.is_helpful as "isHelpful"`;

/** An alert without a severity of its own has that of its kind. */
const SEVERITY = `coalesce(a.severity, case a.kind ${ALERT_KINDS.map(
  (kind) => `when '${kind}' then '${KINDS_OF_ALERT[kind].severity}'`,
).join(' ')} end)`;

/** Open alerts: the most severe first, of these the most expensive, then the newest. Past ones: the newest first. */
const ORDER = {
  open: `array_position(array[${quoted(SEVERITIES)}], ${SEVERITY}), a.cost desc nulls last, a.began_at desc, a.id`,
  past: 'a.began_at desc, a.id',
} as const;

const LASTS = 'a.ended_at is null and a.undone_at is null';
/** SQL condition: the alert is not acknowledged, and the user has not muted it at `now`. */
const waitsAt = (now: string): string =>
  `a.acknowledged_at is null and (o.muted_until is null or o.muted_until <= ${now})`;

/** Uses prepared statements, because every screen queries the number of alerts. */
export const createSeenAlertsRepository = (pool: Pool) => ({
  async list(
    { accountId, scope }: Viewer,
    { state, kind, establishment, limit, skip }: AlertsQuery,
  ): Promise<{ readonly alerts: readonly SeenAlert[]; readonly total: number }> {
    const requested = `${fromSeen(scope)} and ${state === 'open' ? LASTS : `not (${LASTS})`}
      and ($2::text is null or a.kind = $2) and ($3::uuid is null or a.establishment_id = $3)`;
    const values = [accountId, kind, establishment];
    const [{ rows: alerts }, { rows: counted }] = await Promise.all([
      pool.query<SeenAlert>({
        name: `list-alerts-${state}-${scope}`,
        text: `select ${COLUMNS} ${requested} order by ${ORDER[state]} limit $4 offset $5`,
        values: [...values, limit, skip],
      }),
      pool.query<{ total: number }>({
        name: `count-listed-alerts-${state}-${scope}`,
        text: `select count(*)::int as total ${requested}`,
        values,
      }),
    ]);
    return { alerts, total: counted[0]?.total ?? 0 };
  },
  async count(
    { accountId, scope }: Viewer,
    now: Date,
  ): Promise<{ readonly open: number; readonly waiting: number }> {
    const { rows } = await pool.query<{ open: number; waiting: number }>({
      name: `count-alerts-${scope}`,
      text: `select count(*)::int as open, count(*) filter (where ${waitsAt('$2')})::int as waiting
        ${fromSeen(scope)} and ${LASTS}`,
      values: [accountId, now],
    });
    return rows[0] ?? { open: 0, waiting: 0 };
  },
  /** Alerts waiting at each establishment, for a utility. */
  async openAt(
    { accountId, scope }: Viewer,
    type: BoardType,
    now: Date,
  ): Promise<ReadonlyMap<string, number>> {
    const { rows } = await pool.query<{ id: string; open: number }>({
      name: `open-alerts-at-${scope}`,
      text: `select e.id, count(*)::int as open ${fromSeen(scope)} and ${LASTS} and ${waitsAt('$3')} and exists (
          select from alert_meter m join installation i on i.id = m.installation_id join board b on b.mac = i.mac
          where m.alert_id = a.id and b.type = $2) group by e.id`,
      values: [accountId, type, now],
    });
    return new Map(rows.map(({ id, open }) => [id, open]));
  },
  async find({ accountId, scope }: Viewer, id: string): Promise<SeenAlert | null> {
    const { rows } = await pool.query<SeenAlert>({
      name: `find-alert-${scope}`,
      text: `select ${COLUMNS} ${fromSeen(scope)} and a.id = $2::uuid`,
      values: [accountId, id],
    });
    return rows[0] ?? null;
  },
  /** Alerts that opened or returned in [from, to), newest first; reminders of open alerts do not count. */
  async notifiedWithin({ accountId, scope }: Viewer, from: Date, to: Date): Promise<readonly SeenAlert[]> {
    const { rows } = await pool.query<SeenAlert>(
      `select ${COLUMNS} ${fromSeen(scope)} and (a.notified_at >= $2 and a.notified_at < $3
          or a.returned_at >= $2 and a.returned_at < $3)
        order by greatest(a.notified_at, a.returned_at) desc, a.id`,
      [accountId, from, to],
    );
    return rows;
  },
  /** The meters of an alert that the user may see, in the order of their names. */
  async metersOf({ accountId, scope }: Viewer, id: string): Promise<readonly AlertMeter[]> {
    const { rows } = await pool.query<AlertMeter>({
      name: `meters-of-alert-${scope}`,
      text: `select i.id as "installationId", b.type = 'water' as "isWater"
        from alert_meter m join installation i on i.id = m.installation_id join board b on b.mac = i.mac
        join establishment e on e.id = i.establishment_id
        where m.alert_id = $2::uuid and ${SEEN_BY[scope]} order by i.name, i.id`,
      values: [accountId, id],
    });
    return rows;
  },
  async whereOf(alertIds: readonly string[]): Promise<readonly AlertEstablishment[]> {
    const { rows } = await pool.query<AlertEstablishment>(
      `select a.id as "alertId", a.establishment_id as "establishmentId",
          array(select i.mac from alert_meter m join installation i on i.id = m.installation_id where m.alert_id = a.id) as macs
        from alert a where a.id = any($1::uuid[])`,
      [alertIds],
    );
    return rows;
  },
});

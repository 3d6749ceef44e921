import { randomUUID } from 'node:crypto';
import { type AlertKind, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Incident, Step } from '@nascente/domain/alerts/incidents';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { AlertFinding } from '../watches/alert-finding.ts';

export const createOpinionsRepository = (db: Connection) => {
  const say = (
    alertId: string,
    accountId: string,
    said: { readonly muted_until: Date | null } | { readonly is_helpful: boolean | null },
  ) =>
    db
      .insertInto('alert_opinion')
      .values({ muted_until: null, is_helpful: null, ...said, alert_id: alertId, account_id: accountId })
      .onConflict((conflict) => conflict.columns(['alert_id', 'account_id']).doUpdateSet(said))
      .execute();
  return {
    /** `null` withdraws the acknowledgement. */
    async acknowledge(
      alertId: string,
      who: { readonly accountId: string; readonly at: Date } | null,
    ): Promise<void> {
      await db
        .updateTable('alert')
        .set({ acknowledged_at: who?.at ?? null, acknowledged_by: who?.accountId ?? null })
        .where('id', '=', alertId)
        .execute();
    },
    async mute(alertId: string, accountId: string, until: Date | null): Promise<void> {
      await say(alertId, accountId, { muted_until: until });
    },
    async judge(alertId: string, accountId: string, isHelpful: boolean | null): Promise<void> {
      await say(alertId, accountId, { is_helpful: isHelpful });
    },
  };
};

type StepOf<K extends Step<AlertFinding>['kind']> = Extract<Step<AlertFinding>, { readonly kind: K }>;

/** A step of an active alert; `isToldAgain`: the alert returned after the notice of its end, so people are notified again. */
export type GoingOn = StepOf<'go-on'> & { readonly isToldAgain: boolean };

interface AlertRow {
  readonly id: string;
  readonly establishmentId: string;
  readonly subject: string | null;
  readonly installations: readonly number[];
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly calmSince: Date | null;
  readonly notifiedAt: Date;
  readonly closedAt: Date | null;
}

const instantOf = (date: Date | null): Instant | null => date && instant(date.getTime());

const membersOf = (kind: AlertKind, { subject, establishmentId, installations }: AlertRow): string[] => {
  if (subject !== null) return [subject];
  return KINDS_OF_ALERT[kind].isOfEstablishment ? [establishmentId] : installations.map(String);
};

const toStoredAlert =
  (kind: AlertKind) =>
  (row: AlertRow): Incident => ({
    id: row.id,
    group: row.subject ?? row.establishmentId,
    members: membersOf(kind, row),
    since: instant(row.beganAt.getTime()),
    until: instantOf(row.endedAt),
    calmSince: instantOf(row.calmSince),
    notifiedAt: instant(row.notifiedAt.getTime()),
    closedAt: instantOf(row.closedAt),
  });

/** The figures of the latest finding. */
const latestOf = (findings: readonly AlertFinding[]) => {
  const last = findings.at(-1);
  return { facts: last?.facts ?? null, cost: last?.cost ?? null, severity: last?.severity ?? null };
};

const isoOf = (at: Instant | null): string | null => at && new Date(at).toISOString();

const openedRow = (id: string, { findings, since, until }: StepOf<'open'>) => {
  const [first] = findings;
  const whose = {
    establishment: first?.establishmentId ?? '',
    subject: first?.subject ?? null,
    rule: first?.ruleId ?? null,
  };
  return { id, ...whose, began: isoOf(since), ended: isoOf(until), ...latestOf(findings) };
};

const changedRow = ({ incident, findings, since, until, returns, isToldAgain }: GoingOn) => ({
  id: incident.id,
  began: isoOf(since),
  ended: isoOf(until),
  returns,
  again: isToldAgain,
  ...latestOf(findings),
});

export const createIncidentsRepository = (db: Connection) => {
  /** Links alerts to their meters. A meter that was removed meanwhile gets no link. */
  const addMeters = async (
    pairs: readonly { readonly alertId: string; readonly findings: readonly AlertFinding[] }[],
  ): Promise<void> => {
    const [alerts, meters]: [string[], number[]] = [[], []];
    for (const { alertId, findings } of pairs)
      for (const id of new Set(findings.flatMap(({ installations }) => installations))) {
        alerts.push(alertId);
        meters.push(id);
      }
    if (alerts.length === 0) return;
    await sql`insert into alert_meter (alert_id, installation_id)
      select g.alert_id, g.installation_id from unnest(${alerts}::uuid[], ${meters}::integer[]) g (alert_id, installation_id)
      where exists (select from installation i where i.id = g.installation_id)
        and not exists (select from alert_meter m
          where m.alert_id = g.alert_id and m.installation_id = g.installation_id)
      on conflict do nothing`.execute(db);
  };
  return {
    /** Blocks other runs until this transaction ends, so that two runs send no notice twice. */
    async holdRuns(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('alert stories'))`.execute(db);
    },
    /** Alerts that are open, or ended at or after an instant; without undone ones. */
    async recent(kind: AlertKind, after: Instant): Promise<readonly Incident[]> {
      const { rows } = await sql<AlertRow>`
        select a.id, a.establishment_id as "establishmentId", a.subject, a.began_at as "beganAt", a.ended_at as "endedAt",
          a.calm_since as "calmSince", a.notified_at as "notifiedAt", a.closed_at as "closedAt",
          array(select m.installation_id from alert_meter m where m.alert_id = a.id) as installations
        from alert a where a.kind = ${kind} and a.undone_at is null
          and (a.ended_at is null or a.ended_at >= ${new Date(after)})`.execute(db);
      return rows.map(toStoredAlert(kind));
    },
    /** Inserts alerts in one statement. @returns their ids in the order of the steps */
    async open(kind: AlertKind, steps: readonly StepOf<'open'>[], now: Instant): Promise<readonly string[]> {
      if (steps.length === 0) return [];
      const opened = steps.map((step) => ({ id: randomUUID(), step }));
      const rows = JSON.stringify(opened.map(({ id, step }) => openedRow(id, step)));
      await sql`insert into alert (id, kind, establishment_id, began_at, ended_at, notified_at, closed_at, is_late, subject,
          rule_id, facts, cost, severity)
        select id, ${kind}, establishment, began, ended, ${new Date(now)}::timestamptz,
          case when ended is not null then ${new Date(now)}::timestamptz end, ended is not null, subject, rule, facts, cost, severity
        from jsonb_to_recordset(${rows}::jsonb) g (id uuid, establishment uuid, began timestamptz, ended timestamptz, subject text,
          rule uuid, facts jsonb, cost numeric, severity text)`.execute(db);
      await addMeters(opened.map(({ id, step }) => ({ alertId: id, findings: step.findings })));
      return opened.map(({ id }) => id);
    },
    /** Writes changed alerts only. */
    async goOn(steps: readonly GoingOn[], now: Instant): Promise<void> {
      if (steps.length === 0) return;
      await sql`update alert a set began_at = g.began, ended_at = g.ended,
          closed_at = case when g.ended is not null then coalesce(a.closed_at, ${new Date(now)}::timestamptz) end,
          calm_since = null, times = a.times + g.returns::integer, facts = g.facts, cost = g.cost, severity = g.severity,
          repeated_at = case when g.again then ${new Date(now)}::timestamptz else a.repeated_at end,
          returned_at = case when g.returns and g.again then ${new Date(now)}::timestamptz else a.returned_at end,
          acknowledged_at = case when not g.returns then a.acknowledged_at end,
          acknowledged_by = case when not g.returns then a.acknowledged_by end
        from jsonb_to_recordset(${JSON.stringify(steps.map(changedRow))}::jsonb) g (id uuid, began timestamptz,
          ended timestamptz, returns boolean, again boolean, facts jsonb, cost numeric(14, 2), severity text)
        where a.id = g.id and (g.returns or a.calm_since is not null
          or (a.began_at, a.ended_at, a.facts, a.cost, a.severity)
            is distinct from (g.began, g.ended, g.facts, g.cost, g.severity))`.execute(db);
      await addMeters(steps.map(({ incident, findings }) => ({ alertId: incident.id, findings })));
    },
    async calm(ids: readonly string[], now: Instant): Promise<void> {
      if (ids.length === 0) return;
      await db
        .updateTable('alert')
        .where('id', 'in', [...ids])
        .set({ calm_since: new Date(now) })
        .execute();
    },
    async close(
      ends: readonly { readonly id: string; readonly until: Instant }[],
      now: Instant,
    ): Promise<void> {
      if (ends.length === 0) return;
      await sql`update alert a set ended_at = g.until, closed_at = ${new Date(now)}, calm_since = null
        from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ until }) => new Date(until))}::timestamptz[]) g (id, until)
        where a.id = g.id`.execute(db);
    },
    async undo(ids: readonly string[], now: Instant): Promise<void> {
      if (ids.length === 0) return;
      const at = sql`${new Date(now)}::timestamptz`;
      await sql`update alert set undone_at = ${at}, ended_at = coalesce(ended_at, greatest(began_at, ${at})),
          closed_at = coalesce(closed_at, ${at}) where id = any(${[...ids]}::uuid[])`.execute(db);
    },
    /** Marks open, unacknowledged alerts with a last notice before an instant. @returns their ids */
    async repeat(kind: AlertKind, toldBefore: Instant, now: Instant): Promise<readonly string[]> {
      const rows = await db
        .updateTable('alert')
        .set({ repeated_at: new Date(now) })
        .where('kind', '=', kind)
        .where('ended_at', 'is', null)
        .where('undone_at', 'is', null)
        .where('calm_since', 'is', null)
        .where('acknowledged_at', 'is', null)
        .where(({ fn }) => fn.coalesce('repeated_at', 'notified_at'), '<=', new Date(toldBefore))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};

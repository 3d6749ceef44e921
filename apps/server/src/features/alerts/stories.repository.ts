import { type AlertKind, KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import type { Step, Story } from '@nascente/domain/alerts/stories';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { AlertFinding } from './alert-finding.ts';

type StepOf<K extends Step<AlertFinding>['kind']> = Extract<Step<AlertFinding>, { readonly kind: K }>;

interface StoriesRepository {
  /** Keeps every other run waiting until this transaction ends: what two saw at once is told once. */
  holdRuns(): Promise<void>;
  /** Those that last, and those that ended or began after an instant. */
  recent(kind: AlertKind, after: Instant): Promise<readonly Story[]>;
  open(kind: AlertKind, step: StepOf<'open'>, now: Instant): Promise<string>;
  goOn(step: StepOf<'go-on'>, now: Instant): Promise<void>;
  calm(id: string, now: Instant): Promise<void>;
  close(id: string, until: Instant, now: Instant): Promise<void>;
  undo(id: string, now: Instant): Promise<void>;
  /** Marks those that last, of which nobody takes care, and that were told last before an instant; answers their ids. */
  repeat(kind: AlertKind, toldBefore: Instant, now: Instant): Promise<readonly string[]>;
}

interface StoryRow {
  readonly id: string;
  readonly establishmentId: string;
  readonly subject: string | null;
  readonly installations: readonly number[];
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly calmSince: Date | null;
  readonly toldAt: Date;
}

const instantOf = (date: Date | null): Instant | null => date && instant(date.getTime());
const dateOf = (at: Instant | null): Date | null => (at === null ? null : new Date(at));

const membersOf = (kind: AlertKind, { subject, establishmentId, installations }: StoryRow): string[] => {
  if (subject !== null) return [subject];
  return KINDS_OF_ALERT[kind].isOfEstablishment ? [establishmentId] : installations.map(String);
};

const toStory =
  (kind: AlertKind) =>
  (row: StoryRow): Story => ({
    id: row.id,
    group: row.subject ?? row.establishmentId,
    members: membersOf(kind, row),
    since: instant(row.beganAt.getTime()),
    until: instantOf(row.endedAt),
    calmSince: instantOf(row.calmSince),
    toldAt: instant(row.toldAt.getTime()),
  });

/** The figures and the cost of a story of one meter or establishment: those of what was found last. */
const latestOf = (findings: readonly AlertFinding[]) => {
  const last = findings.at(-1);
  return {
    facts: JSON.stringify(last?.facts ?? {}),
    cost: last?.cost ?? null,
    severity: last?.severity ?? null,
  };
};

export const createStoriesRepository = (db: Connection): StoriesRepository => {
  const addMeters = async (alertId: string, findings: readonly AlertFinding[]): Promise<void> => {
    const ids = [...new Set(findings.flatMap(({ installations }) => installations))];
    if (ids.length === 0) return;
    // A meter that was removed meanwhile is nobody's any more.
    await sql`insert into alert_meter (alert_id, installation_id)
      select ${alertId}::uuid, id from installation where id = any(${ids}) on conflict do nothing`.execute(
      db,
    );
  };
  const change = (id: string) => db.updateTable('alert').where('id', '=', id);
  return {
    async holdRuns() {
      await sql`select pg_advisory_xact_lock(hashtext('alert stories'))`.execute(db);
    },
    async recent(kind, after) {
      const { rows } = await sql<StoryRow>`
        select a.id, a.establishment_id as "establishmentId", a.subject, a.began_at as "beganAt", a.ended_at as "endedAt",
          a.calm_since as "calmSince", a.told_at as "toldAt",
          array(select m.installation_id from alert_meter m where m.alert_id = a.id) as installations
        from alert a where a.kind = ${kind} and a.undone_at is null
          and (a.ended_at is null or a.ended_at >= ${new Date(after)})`.execute(db);
      return rows.map(toStory(kind));
    },
    async open(kind, { findings, since, until }, now) {
      const [first] = findings;
      const { id } = await db
        .insertInto('alert')
        .values({
          kind,
          establishment_id: first?.establishmentId ?? '',
          began_at: new Date(since),
          ended_at: dateOf(until),
          told_at: new Date(now),
          closed_at: until === null ? null : new Date(now),
          calm_since: null,
          undone_at: null,
          is_late: until !== null,
          acknowledged_at: null,
          acknowledged_by: null,
          subject: first?.subject ?? null,
          rule_id: first?.ruleId ?? null,
          ...latestOf(findings),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await addMeters(id, findings);
      return id;
    },
    async goOn({ story, findings, since, until, returns }, now) {
      await change(story.id)
        .set(({ eb, ref, fn }) => ({
          began_at: new Date(since),
          ended_at: dateOf(until),
          closed_at: until === null ? null : fn.coalesce('closed_at', eb.val(new Date(now))),
          calm_since: null,
          ...(returns
            ? { times: eb(ref('times'), '+', 1), acknowledged_at: null, acknowledged_by: null }
            : {}),
          ...latestOf(findings),
        }))
        .execute();
      await addMeters(story.id, findings);
    },
    async calm(id, now) {
      await change(id)
        .set({ calm_since: new Date(now) })
        .execute();
    },
    async close(id, until, now) {
      await change(id)
        .set({ ended_at: new Date(until), closed_at: new Date(now), calm_since: null })
        .execute();
    },
    async undo(id, now) {
      await change(id)
        .set(({ fn, ref, eb }) => ({
          undone_at: new Date(now),
          ended_at: fn.coalesce('ended_at', fn<Date>('greatest', [ref('began_at'), eb.val(new Date(now))])),
          closed_at: fn.coalesce('closed_at', eb.val(new Date(now))),
        }))
        .execute();
    },
    async repeat(kind, toldBefore, now) {
      const rows = await db
        .updateTable('alert')
        .set({ repeated_at: new Date(now) })
        .where('kind', '=', kind)
        .where('ended_at', 'is', null)
        .where('undone_at', 'is', null)
        .where('calm_since', 'is', null)
        .where('acknowledged_at', 'is', null)
        .where(({ fn }) => fn.coalesce('repeated_at', 'told_at'), '<=', new Date(toldBefore))
        .returning('id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
};

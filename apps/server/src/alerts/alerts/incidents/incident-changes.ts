import { KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import { nextSteps, type Step } from '@nascente/domain/alerts/incidents';
import { endDelayOf } from '@nascente/domain/alerts/notices';
import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Connection, Database } from '../../../platform/database/open-database.ts';
import { readTuning, type Tuning } from '../rules/settings.repository.ts';
import type { AlertFinding, Found } from '../watches/alert-finding.ts';
import { createIncidentsRepository, type GoingOn } from './incidents.repository.ts';
import type { SeenAlertsRepository } from './seen-alerts.repository.ts';

const isWanted = (tuning: Tuning, { establishmentId, facts }: AlertFinding): boolean => {
  const setting = tuning(establishmentId, facts.kind);
  return setting.isOn && (KINDS_OF_ALERT[facts.kind].isWanted?.(facts, setting) ?? true);
};

/**
 * Removes findings that an establishment suppresses by its settings. Its open alerts then end; they are not undone, because the
 * findings are real.
 */
export const tunedBy = async (db: Connection, found: Found): Promise<Found> => {
  if (found.findings.length === 0 && found.seenFrom === null) return found;
  const tuning = await readTuning(db);
  const { true: findings = [], false: unwanted = [] } = Object.groupBy(found.findings, (finding) =>
    isWanted(tuning, finding) ? 'true' : 'false',
  );
  const suppressed = new Set(unwanted.map(({ establishmentId }) => establishmentId));
  return {
    ...found,
    findings,
    mayUndo: (incident) =>
      (found.mayUndo?.(incident) ?? true) &&
      tuning(incident.group, found.kind).isOn &&
      !suppressed.has(incident.group),
  };
};

/** An alert to publish to other systems, in the form that server processes send each other. */
export interface PublishedAlert {
  readonly establishmentId: string;
  readonly alertId: string;
  readonly event: IncidentChange['event'];
}

export interface AlertNotices {
  /** Boards of the alerts' meters. */
  readonly macs: readonly string[];
  readonly incidents: readonly PublishedAlert[];
}

export type Notify = ReturnType<typeof createAlertNotices>['notify'];

/** Stores alerts and reports the changed ones. */
export const createAlertNotices = (needs: {
  db: Database['db'];
  alerts: Pick<SeenAlertsRepository, 'whereOf'>;
  updateIncidents: ReturnType<typeof createIncidentUpdater>;
}) => {
  const { db, alerts, updateIncidents } = needs;
  const listeners: ((alerts: AlertNotices) => void)[] = [];
  return {
    onNotified: (listener: (alerts: AlertNotices) => void): void => void listeners.push(listener),
    async notify(found: Found): Promise<void> {
      const changes = await updateIncidents(found.kind === 'own' ? found : await tunedBy(db, found));
      if (changes.length === 0) return;
      const events = new Map(changes.map(({ alertId, event }) => [alertId, event]));
      const sites = await alerts.whereOf([...events.keys()]);
      const macs = [...new Set(sites.flatMap(({ macs: own }) => own))];
      const incidents = sites.map(({ alertId, establishmentId }) => ({
        alertId,
        establishmentId,
        event: events.get(alertId) ?? 'opened',
      }));
      for (const listener of listeners) listener({ macs, incidents });
    },
  };
};

export interface IncidentChange {
  readonly alertId: string;
  readonly event: 'opened' | 'returned' | 'repeated' | 'closed' | 'undone';
  /** When the alert ended; null while it is open, and of an undone alert. */
  readonly endedAt: string | null;
  /** The instant of a repetition, or of a return after a notice of the end; null otherwise. */
  readonly repeatedAt: string | null;
  /** If the alert returned after a notice of its end: the instant at which the end was recognised; null otherwise. */
  readonly closedAt: string | null;
}

/** Called within the transaction of the alerts, so that each notice is queued once. */
export type OnIncidentChanges = (changes: readonly IncidentChange[], within: Connection) => Promise<void>;

/** Longer than the time within which any kind of alert can return or be undone. */
const LOOKED_BACK_MS = 3 * DAY_MS;

const textOf = (at: Instant | null): string | null => at && new Date(at).toISOString();

type StepOf<K extends Step<AlertFinding>['kind']> = Extract<Step<AlertFinding>, { readonly kind: K }>;

const changed = (
  alertId: string,
  event: IncidentChange['event'],
  more: Partial<Omit<IncidentChange, 'alertId' | 'event'>> = {},
): IncidentChange => ({ alertId, event, endedAt: null, repeatedAt: null, closedAt: null, ...more });

/** Whether an alert returns after the notice of its end was due. */
const isNotifiedAgain = (
  kind: Found['kind'],
  { incident, returns }: StepOf<'go-on'>,
  now: Instant,
): boolean =>
  returns &&
  incident.closedAt !== null &&
  incident.closedAt + endDelayOf(KINDS_OF_ALERT[kind].incidents) <= now;

/** The change of an alert to announce; null: none. */
const changeOf = ({ incident, returns, until, ...step }: GoingOn, now: Instant): IncidentChange | null => {
  if (returns)
    return step.isToldAgain
      ? changed(incident.id, 'returned', { repeatedAt: textOf(now), closedAt: textOf(incident.closedAt) })
      : changed(incident.id, 'returned');
  const ends = incident.until === null && until !== null;
  return ends ? changed(incident.id, 'closed', { endedAt: textOf(until) }) : null;
};

const apply = async (
  incidents: ReturnType<typeof createIncidentsRepository>,
  kind: Found['kind'],
  steps: readonly Step<AlertFinding>[],
  now: Instant,
): Promise<readonly IncidentChange[]> => {
  const of = <K extends Step<AlertFinding>['kind']>(kindOfStep: K): readonly StepOf<K>[] =>
    steps.filter((step): step is StepOf<K> => step.kind === kindOfStep);
  const [opening, undoing] = [of('open'), of('undo').map(({ incident }) => incident.id)];
  const goingOn = of('go-on').map(
    (step): GoingOn => ({ ...step, isToldAgain: isNotifiedAgain(kind, step, now) }),
  );
  const closing = of('close').map(({ incident, until }) => ({
    id: incident.id,
    until: instant(Math.max(until, incident.since)),
  }));
  const calming = of('calm').map(({ incident }) => incident.id);
  const ids = await incidents.open(kind, opening, now);
  await incidents.goOn(goingOn, now);
  await incidents.calm(calming, now);
  await incidents.close(closing, now);
  await incidents.undo(undoing, now);
  return [
    ...goingOn.map((step) => changeOf(step, now)).filter((change) => change !== null),
    ...closing.map(({ id, until }) => changed(id, 'closed', { endedAt: textOf(until) })),
    ...undoing.map((alertId) => changed(alertId, 'undone')),
    ...opening.map(({ until }, index) => changed(ids[index] ?? '', 'opened', { endedAt: textOf(until) })),
  ];
};

/** Repeats open, unacknowledged alerts by the schedule of their kind. */
const repeated = async (
  incidents: ReturnType<typeof createIncidentsRepository>,
  kind: Found['kind'],
  now: Instant,
): Promise<readonly IncidentChange[]> => {
  const { repeatMs } = KINDS_OF_ALERT[kind];
  if (repeatMs === null) return [];
  const ids = await incidents.repeat(kind, instant(now - repeatMs), now);
  return ids.map((alertId) => changed(alertId, 'repeated', { repeatedAt: textOf(now) }));
};

/** Updates the alerts of a kind in one transaction. */
export const createIncidentUpdater =
  (needs: { db: Connection; clock: () => Instant; onChanges: OnIncidentChanges }) =>
  ({ kind, findings, seenFrom, looksAt, mayUndo }: Found): Promise<readonly IncidentChange[]> =>
    needs.db.transaction().execute(async (within) => {
      const repository = createIncidentsRepository(within);
      await repository.holdRuns();
      const now = needs.clock();
      const recent = await repository.recent(kind, instant(now - LOOKED_BACK_MS));
      const incidents = recent.filter(({ members }) => members.every(looksAt));
      const steps = nextSteps(incidents, findings, KINDS_OF_ALERT[kind].incidents, {
        now,
        seenFrom,
        mayUndo,
      });
      const changes = [...(await apply(repository, kind, steps, now))];
      changes.push(...(await repeated(repository, kind, now)));
      if (changes.length > 0) await needs.onChanges(changes, within);
      return changes;
    });

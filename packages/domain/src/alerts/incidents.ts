import { type Instant, instant } from '../base/time/zone.ts';

/** An interval in which the condition of an alert rule is met for one meter or establishment. */
export interface Finding {
  /** Id of the meter or of the establishment. */
  readonly member: string;
  /** Findings of one group that begin at about the same time share one alert. */
  readonly group: string;
  readonly since: Instant;
  /** Null while it lasts. */
  readonly until: Instant | null;
}

/** A stored alert. It stays one alert if its condition ends and returns within `returnsMs`. */
export interface Incident {
  readonly id: string;
  readonly group: string;
  readonly members: readonly string[];
  readonly since: Instant;
  readonly until: Instant | null;
  /**
   * The first run without a finding while the alert is still open; null while there is a finding, or once the alert has ended.
   */
  readonly calmSince: Instant | null;
  readonly notifiedAt: Instant;
  /** The instant at which a run recognised the end; null while the alert is open. */
  readonly closedAt: Instant | null;
}

/** Durations in ms that decide whether findings belong to one alert. */
export interface IncidentRules {
  /** Members of a group that begin within this time share an alert. */
  readonly togetherMs: number;
  /** A return within this time belongs to the same alert. */
  readonly returnsMs: number;
  /** An alert ends after this time without a finding. */
  readonly calmMs: number;
}

/** A transition that brings an alert in line with the findings. */
export type Step<F extends Finding> =
  | {
      readonly kind: 'open';
      readonly findings: readonly F[];
      readonly since: Instant;
      readonly until: Instant | null;
    }
  | {
      readonly kind: 'go-on';
      readonly incident: Incident;
      readonly findings: readonly F[];
      readonly since: Instant;
      readonly until: Instant | null;
      /** Whether the alert had ended and is now open again. */
      readonly returns: boolean;
    }
  | { readonly kind: 'calm'; readonly incident: Incident }
  | { readonly kind: 'close'; readonly incident: Incident; readonly until: Instant }
  /** Data that arrived later show that the condition was never met. */
  | { readonly kind: 'undo'; readonly incident: Incident };

const endOf = (until: Instant | null): number => until ?? Number.POSITIVE_INFINITY;

const sinceOf = (findings: readonly Finding[], from: number = Number.POSITIVE_INFINITY): Instant =>
  instant(findings.reduce((first, { since }) => Math.min(first, since), from));

const untilOf = (findings: readonly Finding[]): Instant | null => {
  const last = Math.max(...findings.map(({ until }) => endOf(until)));
  return last === Number.POSITIVE_INFINITY ? null : instant(last);
};

/** Whether a finding continues an alert: it has one of the alert's members, and overlaps it or lies within `returnsMs` of it. */
const continuesAlert = (incident: Incident, finding: Finding, { returnsMs }: IncidentRules): boolean =>
  incident.members.includes(finding.member) &&
  finding.since <= endOf(incident.until) + returnsMs &&
  endOf(finding.until) >= incident.since - returnsMs;

const beganTogether = (
  one: { readonly group: string; readonly since: Instant },
  finding: Finding,
  { togetherMs }: IncidentRules,
): boolean =>
  togetherMs > 0 && one.group === finding.group && Math.abs(finding.since - one.since) <= togetherMs;

/** Opens alerts for findings that continue none; findings of a group that began together share one. */
const opened = <F extends Finding>(findings: readonly F[], rules: IncidentRules): Step<F>[] => {
  const together: F[][] = [];
  for (const finding of findings.toSorted((one, other) => one.since - other.since)) {
    const company = together.find(([first]) => first !== undefined && beganTogether(first, finding, rules));
    if (company === undefined) together.push([finding]);
    else company.push(finding);
  }
  return together.map((company) => ({
    kind: 'open',
    findings: company,
    since: sinceOf(company),
    until: untilOf(company),
  }));
};

interface View {
  readonly now: Instant;
  readonly seenFrom: Instant | null;
  /**
   * Whether an alert without a finding may be undone. An alert whose rule was edited may not: it ends. Default: every alert may.
   */
  readonly mayUndo?: ((incident: Incident) => boolean) | undefined;
}

const stepsWithoutFinding = <F extends Finding>(
  incident: Incident,
  { calmMs }: IncidentRules,
  { now, seenFrom, mayUndo }: View,
): Step<F>[] => {
  if (seenFrom !== null && incident.since >= seenFrom && (mayUndo?.(incident) ?? true))
    return [{ kind: 'undo', incident }];
  if (incident.until !== null) return [];
  const calmSince = incident.calmSince ?? now;
  if (now - calmSince >= calmMs) return [{ kind: 'close', incident, until: calmSince }];
  return incident.calmSince === null ? [{ kind: 'calm', incident }] : [];
};

/**
 * Compares stored alerts with findings. The result depends on these arguments alone, so a run repeated after a crash sends no
 * notice twice.
 * @param incidents - of one kind: open, or ended so lately that they may return or be undone
 * @param findings - all conditions met now or since `seenFrom` @param view.seenFrom - start of the evaluated interval; null if
 * the rule evaluates the present only
 */
export function nextSteps<F extends Finding>(
  incidents: readonly Incident[],
  findings: readonly F[],
  rules: IncidentRules,
  view: View,
): Step<F>[] {
  const newestFirst = incidents.toSorted((one, other) => other.since - one.since);
  const findingsOf = new Map<Incident, F[]>();
  const fresh = findings.filter((finding) => {
    const incident =
      newestFirst.find((one) => continuesAlert(one, finding, rules)) ??
      newestFirst.find((one) => one.until === null && beganTogether(one, finding, rules));
    if (incident === undefined) return true;
    findingsOf.set(incident, [...(findingsOf.get(incident) ?? []), finding]);
    return false;
  });
  const openSteps = incidents.flatMap((incident): Step<F>[] => {
    const findings = findingsOf.get(incident);
    if (findings === undefined) return stepsWithoutFinding(incident, rules, view);
    const until = untilOf(findings);
    const returns = incident.until !== null && until === null;
    return [
      {
        kind: 'go-on',
        incident,
        findings,
        since: sinceOf(findings, incident.since),
        until,
        returns,
      },
    ];
  });
  return [...openSteps, ...opened(fresh, rules)];
}

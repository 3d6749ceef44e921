import { type Instant, instant } from '../base/time/zone.ts';

/** A stretch in which a rule holds for one meter or establishment. */
export interface Finding {
  /** The meter or the establishment. */
  readonly member: string;
  /** Concurrent findings of a group are one alert. */
  readonly group: string;
  readonly since: Instant;
  /** Null while it lasts. */
  readonly until: Instant | null;
}

/** A stored alert: one, however often its cause comes and goes. */
export interface Incident {
  readonly id: string;
  readonly group: string;
  readonly members: readonly string[];
  readonly since: Instant;
  readonly until: Instant | null;
  /** Since when nothing of it is found, while it is not over; null where it is found. */
  readonly calmSince: Instant | null;
  readonly notifiedAt: Instant;
  /** When it was known that it was over; null while it lasts. */
  readonly closedAt: Instant | null;
}

/** Times by which findings belong to one alert. All in ms. */
export interface IncidentRules {
  /** Members of a group that begin within this time share an alert. */
  readonly togetherMs: number;
  /** A return within this time belongs to the same alert. */
  readonly returnsMs: number;
  /** So much calm ends it. */
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
      /** It was over, and is not. */
      readonly returns: boolean;
    }
  | { readonly kind: 'calm'; readonly incident: Incident }
  | { readonly kind: 'close'; readonly incident: Incident; readonly until: Instant }
  /** Later data show that it never was. */
  | { readonly kind: 'undo'; readonly incident: Incident };

const endOf = (until: Instant | null): number => until ?? Number.POSITIVE_INFINITY;

const sinceOf = (findings: readonly Finding[], from: number = Number.POSITIVE_INFINITY): Instant =>
  instant(findings.reduce((first, { since }) => Math.min(first, since), from));

const untilOf = (findings: readonly Finding[]): Instant | null => {
  const last = Math.max(...findings.map(({ until }) => endOf(until)));
  return last === Number.POSITIVE_INFINITY ? null : instant(last);
};

/** Whether a finding continues an alert: of the same member, and near it in time. */
const tellsMore = (incident: Incident, finding: Finding, { returnsMs }: IncidentRules): boolean =>
  incident.members.includes(finding.member) &&
  finding.since <= endOf(incident.until) + returnsMs &&
  endOf(finding.until) >= incident.since - returnsMs;

const beganTogether = (
  one: { readonly group: string; readonly since: Instant },
  finding: Finding,
  { togetherMs }: IncidentRules,
): boolean =>
  togetherMs > 0 && one.group === finding.group && Math.abs(finding.since - one.since) <= togetherMs;

/** New alerts of findings that belong to none: those that began together in a group are one. */
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
  /** Whether an alert without a finding never was; one whose rule has other terms now has only ended. By default all. */
  readonly mayUndo?: ((incident: Incident) => boolean) | undefined;
}

const unfound = <F extends Finding>(
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
 * Compares stored alerts with findings. The result depends on them alone, so a run repeated after a crash notifies nobody twice.
 * @param incidents - of one kind: open, or ended so lately that they may return or be undone
 * @param findings - all that hold now, or held since `seenFrom` @param view.seenFrom - null: only the present is known
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
      newestFirst.find((one) => tellsMore(one, finding, rules)) ??
      newestFirst.find((one) => one.until === null && beganTogether(one, finding, rules));
    if (incident === undefined) return true;
    findingsOf.set(incident, [...(findingsOf.get(incident) ?? []), finding]);
    return false;
  });
  const openSteps = incidents.flatMap((incident): Step<F>[] => {
    const findings = findingsOf.get(incident);
    if (findings === undefined) return unfound(incident, rules, view);
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

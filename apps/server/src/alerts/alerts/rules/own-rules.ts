import type { Incident } from '@nascente/domain/alerts/incidents';
import {
  daysBefore,
  isRuleLevel,
  type RuleInterval,
  type RuleSample,
  type RuleTerms,
  ruleIntervals,
  ruleLookback,
  ruleSeen,
  USUAL_WEEKS,
} from '@nascente/domain/alerts/own-rules';
import { ruleSamples } from '@nascente/domain/alerts/rule-samples';
import { taughtBy } from '@nascente/domain/alerts/thresholds';
import { quarterStart } from '@nascente/domain/base/time/quarter';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import { type AlertFinding, establishmentFinding, type Found } from '../watches/alert-finding.ts';
import { columnsOf, type Measured, type ReadInterval, readInterval } from './rule-columns.ts';
import type { RulesRepository, WatchedRule } from './rules.repository.ts';

const WEEK_DAYS = 7;
const WEEKS = Array.from({ length: USUAL_WEEKS }, (_, week) => (USUAL_WEEKS - week) * WEEK_DAYS);
/** Additional time that is read, because daylight saving time may begin or end within the previous weeks. */
const MARGIN_MS = DAY_MS / 8;

const isOfUsual = ({ test }: RuleTerms): boolean => test === 'above-usual' || test === 'below-usual';

/** The terms of a rule with the limit as changed by users' opinions. */
export const taughtTerms = ({ terms, opinions }: Pick<WatchedRule, 'terms' | 'opinions'>): RuleTerms => {
  const factor = taughtBy(opinions);
  if (factor === 1 || terms.test === 'absence') return terms;
  return { ...terms, limit: terms.test === 'below' ? terms.limit / factor : terms.limit * factor };
};

const idsOf = (rules: readonly WatchedRule[]): number[] => [
  ...new Set(rules.flatMap(({ installations }) => installations)),
];

interface Read {
  readonly now: ReadInterval;
  /** The same interval in the previous weeks, oldest first, for rules relative to the usual value. */
  readonly weeks: readonly ReadInterval[];
}

const readAll = async (measured: Measured, rules: readonly WatchedRule[], now: Instant): Promise<Read> => {
  const maxLength = rules.reduce((maximum, { terms }) => Math.max(maximum, ruleLookback(terms)), 0);
  const from = quarterStart(instant(now - maxLength));
  const to = quarterStart(now);
  const usual = idsOf(rules.filter(({ terms }) => isOfUsual(terms)));
  const weeks = usual.length === 0 ? [] : WEEKS;
  const ofLevels = rules.filter(({ terms }) => isRuleLevel(terms.quantity));
  const usualLevels = idsOf(ofLevels.filter(({ terms }) => isOfUsual(terms)));
  const [recent, ...before] = await Promise.all([
    readInterval(measured, idsOf(rules), { from, to }, idsOf(ofLevels)),
    ...weeks.map((back) =>
      readInterval(
        measured,
        usual,
        {
          from: instant(from - back * DAY_MS - MARGIN_MS),
          to: instant(to - back * DAY_MS + MARGIN_MS),
        },
        usualLevels,
      ),
    ),
  ]);
  return { now: recent as ReadInterval, weeks: before };
};

/** Rules of the same meters share samples. */
const createSamples = (read: Read) => {
  const samplesByRule = new Map<string, readonly RuleSample[]>();
  const columns = new Map<string, ReturnType<typeof columnsOf>>();
  const cachedColumns = (interval: ReadInterval, which: number, installations: readonly number[]) => {
    const key = `${which} ${installations.join()}`;
    const made = columns.get(key) ?? columnsOf(interval, installations);
    columns.set(key, made);
    return made;
  };
  return ({ installations, terms, zone }: WatchedRule): readonly RuleSample[] => {
    const intervals = isOfUsual(terms) ? [...read.weeks, read.now] : [read.now];
    const key = `${terms.quantity} ${terms.span} ${zone} ${intervals.length} ${installations.join()}`;
    const made =
      samplesByRule.get(key) ??
      intervals.flatMap((interval, which) =>
        ruleSamples(cachedColumns(interval, which - intervals.length, installations), terms, {
          zone,
          until: interval.to,
        }),
      );
    samplesByRule.set(key, made);
    return made;
  };
};

const toFinding = (rule: WatchedRule, { since, until, worst }: RuleInterval): AlertFinding => ({
  ...establishmentFinding(
    rule,
    {
      kind: 'own',
      rule: rule.name,
      quantity: rule.terms.quantity,
      span: rule.terms.span,
      worst: worst && { ...worst, at: new Date(worst.at).toISOString() },
    },
    { since, until, subject: rule.id },
  ),
  ruleId: rule.id,
  severity: rule.severity,
});

/** Findings of rules by their limits as changed by opinions. `untaught`: the intervals by the original limits, by rule. */
const findingsOf = (rules: readonly WatchedRule[], read: Read, now: Instant) => {
  const samplesOf = createSamples(read);
  const untaught = new Map<string, readonly RuleInterval[]>();
  const findings = rules.flatMap((rule) => {
    const taught = taughtTerms(rule);
    const view = { from: instant(quarterStart(now) - ruleLookback(taught)), zone: rule.zone };
    if (taught !== rule.terms) untaught.set(rule.id, ruleIntervals(rule.terms, samplesOf(rule), view));
    return ruleIntervals(taught, samplesOf(rule), view).map((interval) => toFinding(rule, interval));
  });
  return { findings, untaught };
};

/** Only new data undo an alert; a change of its rule or of opinions ends it. */
const undoable = (rules: readonly WatchedRule[], untaught: ReadonlyMap<string, readonly RuleInterval[]>) => {
  const changed = new Map(rules.map(({ id, changedAt }) => [id, changedAt]));
  return ({ members, since, until, notifiedAt }: Incident): boolean => {
    const id = members[0] ?? '';
    const changedAt = changed.get(id);
    if (changedAt === undefined || notifiedAt < changedAt) return false;
    const end = until ?? Number.POSITIVE_INFINITY;
    const were = untaught.get(id) ?? [];
    return !were.some((interval) => interval.since <= end && (interval.until ?? end) >= since);
  };
};

/**
 * Findings of users' rules in the time in which late data may change them (`ruleSeen`). A rule that is switched off or removed
 * has none.
 */
export const findOwnRules = async (
  { rules, ...measured }: { readonly rules: Pick<RulesRepository, 'watched'> } & Measured,
  now: Instant,
): Promise<readonly Found[]> => {
  // Rules with equal `ruleSeen` form a run; alerts of removed rules belong to the run of one day.
  const bySeen = Map.groupBy(await rules.watched(), ({ terms }) => ruleSeen(terms));
  const whose = new Map([...bySeen].flatMap(([seenMs, some]) => some.map(({ id }) => [id, seenMs] as const)));
  const found = async (seenMs: number): Promise<Found> => {
    const some = bySeen.get(seenMs) ?? [];
    const { findings, untaught } = findingsOf(some, await readAll(measured, some, now), now);
    const mayUndo = undoable(some, untaught);
    const looksAt = (member: string) => (whose.get(member) ?? DAY_MS) === seenMs;
    return { kind: 'own', findings, seenFrom: instant(now - seenMs), looksAt, mayUndo };
  };
  const all: Found[] = [];
  for (const seenMs of new Set([DAY_MS, ...bySeen.keys()])) all.push(await found(seenMs));
  return all;
};

/** The samples since `first`; for rules relative to the usual value, also those of the weeks before. */
export const pastSamples = async (
  measured: Measured,
  { installations, zone, terms }: { installations: readonly number[]; zone: Zone; terms: RuleTerms },
  { first, now }: { readonly first: Instant; readonly now: Instant },
): Promise<readonly RuleSample[]> => {
  const from = isOfUsual(terms) ? daysBefore(first, WEEK_DAYS * USUAL_WEEKS, zone) : first;
  const to = quarterStart(now);
  const withLevels = isRuleLevel(terms.quantity) ? installations : [];
  const interval = await readInterval(measured, installations, { from, to }, withLevels);
  return ruleSamples(columnsOf(interval, installations), terms, { zone, until: to });
};

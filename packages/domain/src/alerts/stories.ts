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
export interface Story {
  readonly id: string;
  readonly group: string;
  readonly members: readonly string[];
  readonly since: Instant;
  readonly until: Instant | null;
  /** Since when nothing of it is found, while it is not over; null where it is found. */
  readonly calmSince: Instant | null;
  readonly toldAt: Instant;
  /** When it was known that it was over; null while it lasts. */
  readonly closedAt: Instant | null;
}

/** Times by which findings belong to one alert. All in ms. */
export interface StoryRules {
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
      readonly story: Story;
      readonly findings: readonly F[];
      readonly since: Instant;
      readonly until: Instant | null;
      /** It was over, and is not. */
      readonly returns: boolean;
    }
  | { readonly kind: 'calm'; readonly story: Story }
  | { readonly kind: 'close'; readonly story: Story; readonly until: Instant }
  /** Later data show that it never was. */
  | { readonly kind: 'undo'; readonly story: Story };

const endOf = (until: Instant | null): number => until ?? Number.POSITIVE_INFINITY;

const sinceOf = (findings: readonly Finding[], from: number = Number.POSITIVE_INFINITY): Instant =>
  instant(findings.reduce((first, { since }) => Math.min(first, since), from));

const untilOf = (findings: readonly Finding[]): Instant | null => {
  const last = Math.max(...findings.map(({ until }) => endOf(until)));
  return last === Number.POSITIVE_INFINITY ? null : instant(last);
};

/** Whether a finding continues an alert: of the same member, and near it in time. */
const tellsMore = (story: Story, finding: Finding, { returnsMs }: StoryRules): boolean =>
  story.members.includes(finding.member) &&
  finding.since <= endOf(story.until) + returnsMs &&
  endOf(finding.until) >= story.since - returnsMs;

const beganTogether = (
  one: { readonly group: string; readonly since: Instant },
  finding: Finding,
  { togetherMs }: StoryRules,
): boolean =>
  togetherMs > 0 && one.group === finding.group && Math.abs(finding.since - one.since) <= togetherMs;

/** New alerts of findings that belong to none: those that began together in a group are one. */
const opened = <F extends Finding>(findings: readonly F[], rules: StoryRules): Step<F>[] => {
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
  readonly mayUndo?: ((story: Story) => boolean) | undefined;
}

const unfound = <F extends Finding>(
  story: Story,
  { calmMs }: StoryRules,
  { now, seenFrom, mayUndo }: View,
): Step<F>[] => {
  if (seenFrom !== null && story.since >= seenFrom && (mayUndo?.(story) ?? true))
    return [{ kind: 'undo', story }];
  if (story.until !== null) return [];
  const calmSince = story.calmSince ?? now;
  if (now - calmSince >= calmMs) return [{ kind: 'close', story, until: calmSince }];
  return story.calmSince === null ? [{ kind: 'calm', story }] : [];
};

/**
 * Compares stored alerts with findings. The result depends on them alone, so a run repeated after a crash notifies nobody twice.
 * @param stories - of one kind: open, or ended so lately that they may return or be undone
 * @param findings - all that hold now, or held since `seenFrom` @param view.seenFrom - null: only the present is known
 */
export function nextSteps<F extends Finding>(
  stories: readonly Story[],
  findings: readonly F[],
  rules: StoryRules,
  view: View,
): Step<F>[] {
  const newestFirst = stories.toSorted((one, other) => other.since - one.since);
  const findingsOf = new Map<Story, F[]>();
  const fresh = findings.filter((finding) => {
    const story =
      newestFirst.find((one) => tellsMore(one, finding, rules)) ??
      newestFirst.find((one) => one.until === null && beganTogether(one, finding, rules));
    if (story === undefined) return true;
    findingsOf.set(story, [...(findingsOf.get(story) ?? []), finding]);
    return false;
  });
  const openSteps = stories.flatMap((story): Step<F>[] => {
    const findings = findingsOf.get(story);
    if (findings === undefined) return unfound(story, rules, view);
    const until = untilOf(findings);
    const returns = story.until !== null && until === null;
    return [
      { kind: 'go-on', story, findings: findings, since: sinceOf(findings, story.since), until, returns },
    ];
  });
  return [...openSteps, ...opened(fresh, rules)];
}

/** A forecast worked out from dates and plain numbers, as ARCHITECTURE.md and the domain's comments define it. */
export interface HandDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly total: number;
  readonly isComplete: boolean;
  /** Of each of its 24 hours. */
  readonly hours: readonly number[];
}

interface HandPeriod {
  readonly today: string;
  readonly last: string;
  /** Whole ones, and the passed share of today. */
  readonly daysElapsed: number;
  readonly consumed: number;
  /** Hours of the clock that have passed today. */
  readonly clock: number;
  readonly holidays: readonly string[];
}

const DAY_MS = 86_400_000;
const LEARNT = 542;
const YEAR = 364;
const numberOf = (date: string): number => Date.parse(date) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const range = (length: number, first = 0): number[] => Array.from({ length }, (_, index) => first + index);

/** What is expected to be left by the period's own level, by that of late, and by last year. */
type Levels = readonly [own: number, late: number, lastYear: number | null];
interface Span {
  readonly origin: number;
  readonly elapsed: number;
  readonly horizon: number;
  /** Of the first day. */
  readonly share: number;
}

/** Two unknowns by least squares over z·x = y, drawn towards 0.4 each as by thirty rows. */
const earnedShares = (rows: readonly { z: readonly [number, number]; y: number }[]): [number, number] => {
  if (rows.length === 0) return [0.4, 0.4];
  const gram = (one: 0 | 1, other: 0 | 1): number => sum(rows.map(({ z }) => z[one] * z[other]));
  const prior = (one: 0 | 1): number => (30 / rows.length) * gram(one, one) + 1e-12;
  const side = (one: 0 | 1): number => sum(rows.map(({ z, y }) => z[one] * y)) + 0.4 * prior(one);
  const [late, year] = [gram(0, 0) + prior(0), gram(1, 1) + prior(1)];
  const slant = gram(0, 1);
  const second = (side(1) - (slant / late) * side(0)) / (year - slant ** 2 / late);
  const first = (side(0) - slant * second) / late;
  return [Math.min(1, Math.max(0, first)), Math.min(1, Math.max(0, second))];
};

const mixOf = ([own, late, lastYear]: Levels, [toLate, toYear]: readonly [number, number]): number => {
  if (lastYear === null) return own * (1 - toLate) + late * toLate;
  const scale = Math.max(1, toLate + toYear);
  return own + (toLate / scale) * (late - own) + (toYear / scale) * (lastYear - own);
};

export const forecastByHand = (given: readonly HandDay[], period: HandPeriod) => {
  const today = numberOf(period.today);
  const weekdayOf = (day: number): number => new Date(day * DAY_MS).getUTCDay();
  const kindOf = (day: number): number =>
    weekdayOf(day) > 0 && period.holidays.includes(dateOf(day)) ? 7 : weekdayOf(day);
  const days = given
    .map((one) => ({ ...one, day: numberOf(one.date), kind: kindOf(numberOf(one.date)) }))
    .filter(({ day, isComplete }) => isComplete && day >= today - LEARNT && day < today);
  const totals = new Map(days.map(({ day, total }) => [day, total]));
  const within = (first: number, length: number) =>
    days.filter(({ day }) => day >= first && day < first + length);

  const weekBefore = (end: number) => {
    const known = within(end - 119, 119);
    if (known.length < 14) return null;
    const mean = sum(known.map(({ total }) => total)) / known.length;
    const drawn = (kind: number, to: number, by: number): number => {
      const its = known.filter((one) => one.kind === kind);
      return (sum(its.map(({ total }) => total / mean)) + to * by) / (its.length + by);
    };
    const factors = range(7).map((kind) => (mean === 0 ? 1 : drawn(kind, 1, 1)));
    factors.push(mean === 0 ? 1 : drawn(7, factors[0] ?? 1, 2));
    const factorOf = (day: number): number => factors[kindOf(day)] ?? 1;
    const weights = known.map(({ day }) => 0.5 ** ((end - 1 - day) / 7));
    const level =
      sum(known.map(({ total }, index) => total * (weights[index] ?? 0))) /
      sum(known.map(({ day }, index) => factorOf(day) * (weights[index] ?? 0)));
    return { mean, level, factorOf };
  };
  type Week = NonNullable<ReturnType<typeof weekBefore>>;

  const lastYearOf = ({ origin, elapsed, horizon, share }: Span): number | null => {
    if (origin - YEAR < today - LEARNT + 28) return null;
    const pairs = [...range(28, origin - 28), ...range(elapsed, origin - elapsed)].flatMap((day) => {
      const [thisYear, lastYear] = [totals.get(day), totals.get(day - YEAR)];
      return thisYear === undefined || lastYear === undefined ? [] : [{ thisYear, lastYear }];
    });
    const before = sum(pairs.map(({ lastYear }) => lastYear));
    const came = within(origin - YEAR, horizon).map(({ total }) => total);
    if (pairs.length < 0.9 * (28 + elapsed) || before === 0 || came.length < 0.9 * horizon) return null;
    return (
      (sum(pairs.map(({ thisYear }) => thisYear)) / before) *
      (sum(came) / came.length) *
      (horizon - 1 + share)
    );
  };
  const levelsOf = ({ level, factorOf }: Week, span: Span): Levels => {
    const { origin, elapsed, horizon, share } = span;
    const ordinary = sum(range(horizon, origin).map(factorOf)) - (1 - share) * factorOf(origin);
    const own = within(origin - elapsed, elapsed);
    const ownLevel =
      (sum(own.map(({ total }) => total)) + level / 2) / (sum(own.map(({ day }) => factorOf(day))) + 0.5);
    return [ownLevel * ordinary, level * ordinary, lastYearOf(span)];
  };

  const alike = days.filter(({ day, total }) => total > 0 && isRest(day) === isRest(today)).slice(-28);
  function isRest(day: number): boolean {
    return [0, 6, 7].includes(kindOf(day));
  }
  const later = sum(
    alike.map(({ hours }) =>
      sum(hours.map((total, hour) => total * Math.min(1, Math.max(0, hour + 1 - period.clock)))),
    ),
  );
  const share = alike.length === 0 ? 1 - period.clock / 24 : later / sum(alike.map(({ total }) => total));
  const ahead = numberOf(period.last) - today;

  const horizon = Math.max(1, Math.round(ahead + share));
  const elapsed = Math.max(1, Math.floor(period.daysElapsed));
  const first = Math.min(...days.map(({ day }) => day));
  const from = Math.max(first + Math.max(28, elapsed), today - 150);
  const trials: {
    end: number;
    levels: Levels;
    came: number;
    whole: number;
    misses: number[];
    usual: number;
  }[] = [];
  const sharesAt = (day: number) =>
    earnedShares(
      trials
        .filter(({ end }) => end <= day)
        .map(({ levels: [own, late, lastYear], came, whole }) => ({
          z: [(late - own) / whole, ((lastYear ?? own) - own) / whole],
          y: (came - own) / whole,
        })),
    );
  for (const origin of range(Math.max(0, today - horizon - from + 1), from)) {
    const span = within(origin - elapsed, elapsed + horizon);
    const week = weekBefore(origin);
    const whole = sum(span.map(({ total }) => total));
    if (span.length < 0.9 * (elapsed + horizon) || week === null || whole <= 0) continue;
    const came = sum(within(origin, horizon).map(({ total }) => total));
    const levels = levelsOf(week, { origin, elapsed, horizon, share: 1 });
    const average = ((whole - came) / elapsed) * horizon;
    const misses = [average, mixOf(levels, sharesAt(origin))].map((left) => Math.abs(left - came));
    trials.push({ end: origin + horizon, levels, came, whole, misses, usual: week.mean * horizon });
  }
  const week = weekBefore(today);
  if (week === null || trials.length < 8) return null;
  const errorOf = (method: 0 | 1): number =>
    sum(trials.map(({ misses, whole }) => (misses[method] ?? 0) / whole)) / trials.length;
  const isWeekly = trials.length >= 30 && errorOf(1) < errorOf(0) && errorOf(1) <= 0.95 * errorOf(0);
  const method = isWeekly ? 1 : 0;

  const shares = sharesAt(today);
  const now = { origin: today, elapsed: Math.floor(period.daysElapsed), horizon: ahead + 1, share };
  const levels = levelsOf(week, now);
  const byTypicalWeek = period.consumed + mixOf(levels, shares);
  const daysInPeriod = Math.ceil(period.daysElapsed) + ahead;
  const total = isWeekly ? byTypicalWeek : (period.consumed / period.daysElapsed) * daysInPeriod;
  const sorted = trials
    .map(({ misses, usual }) => (misses[method] ?? 0) / usual)
    .toSorted((one, other) => one - other);
  const kept = sorted[Math.min(sorted.length, Math.ceil(0.84 * (sorted.length + 1))) - 1] ?? 0;
  const margin = kept * week.mean * (ahead + share);
  const most = period.consumed + (ahead + share) * Math.max(...days.map((one) => one.total));
  const weekly = levels[2] !== null && shares[1] > 0 ? 'semana típica e ano anterior' : 'semana típica';
  return {
    method: isWeekly ? weekly : 'média diária',
    pastError: errorOf(method),
    pastForecasts: trials.length,
    total,
    byTypicalWeek,
    low: Math.min(total, Math.max(period.consumed, total - margin)),
    high: Math.max(total, Math.min(total + margin, most)),
  };
};

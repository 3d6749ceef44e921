/** A forecast worked out from dates and plain numbers, as ARCHITECTURE.md and the domain's comments define it. */
export interface HandDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly total: number;
  readonly isComplete: boolean;
  /** What each of its 24 hours consumed. */
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

/** What is expected to be left by the period's own level, by that of late, by the usual one, and by last year. */
type Levels = readonly [own: number, late: number, usual: number, lastYear: number | null];
interface Span {
  readonly origin: number;
  readonly elapsed: number;
  readonly horizon: number;
  /** The share of the first day that counts. */
  readonly share: number;
}

/** Begins with these shares, as by so many rows. */
const BEGINS = [0.4, 0, 0.4];
const AS_ROWS = [30, 60, 30];

/** A system of equations by Cramer's rule, for up to three unknowns. */
const determinant = (m: readonly (readonly number[])[]): number => {
  if (m.length === 0) return 1;
  const [top = [], ...rest] = m;
  return sum(
    top.map(
      (value, column) =>
        (column % 2 === 0 ? 1 : -1) * value * determinant(rest.map((row) => row.toSpliced(column, 1))),
    ),
  );
};
const solve = (m: readonly (readonly number[])[], side: readonly number[]): number[] =>
  side.map(
    (_, unknown) => determinant(m.map((row, index) => row.with(unknown, side[index] ?? 0))) / determinant(m),
  );

/**
 * Three unknowns between 0 and 1 by least squares over z·x = y, each drawn towards its beginning: of all ways to hold some of
 * them at a bound, the one that misses least.
 */
const earnedShares = (rows: readonly { z: readonly number[]; y: number }[]): number[] => {
  if (rows.length === 0) return BEGINS;
  const gram = (one: number, other: number): number =>
    sum(rows.map(({ z }) => (z[one] ?? 0) * (z[other] ?? 0)));
  const prior = range(3).map((one) => ((AS_ROWS[one] ?? 0) / rows.length) * gram(one, one) + 1e-12);
  const matrix = range(3).map((one) =>
    range(3).map((other) => gram(one, other) + (one === other ? (prior[one] ?? 0) : 0)),
  );
  const side = range(3).map(
    (one) => sum(rows.map(({ z, y }) => (z[one] ?? 0) * y)) + (BEGINS[one] ?? 0) * (prior[one] ?? 0),
  );
  const missOf = (x: readonly number[]): number =>
    sum(x.map((one, row) => one * sum(x.map((other, column) => other * (matrix[row]?.[column] ?? 0))))) -
    2 * sum(x.map((one, row) => one * (side[row] ?? 0)));
  const ways = range(27).map((way) => range(3).map((one) => [0, 1, null][Math.floor(way / 3 ** one) % 3]));
  const tried = ways.map((held) => {
    const free = range(3).filter((one) => held[one] === null);
    const found = solve(
      free.map((row) => free.map((column) => matrix[row]?.[column] ?? 0)),
      free.map(
        (row) =>
          (side[row] ?? 0) - sum(held.map((value, column) => (value ?? 0) * (matrix[row]?.[column] ?? 0))),
      ),
    );
    return held.map((value, one) => value ?? found[free.indexOf(one)] ?? 0);
  });
  const possible = tried.filter((shares) => shares.every((one) => one >= 0 && one <= 1));
  return possible.toSorted((one, other) => missOf(one) - missOf(other))[0] ?? BEGINS;
};

const mixOf = ([own, late, usual, lastYear]: Levels, shares: readonly number[]): number => {
  const towards = [late, usual, lastYear].map((level, one) => ({
    gap: (level ?? own) - own,
    share: level === null ? 0 : (shares[one] ?? 0),
  }));
  const scale = Math.max(1, sum(towards.map(({ share }) => share)));
  return own + sum(towards.map(({ gap, share }) => (gap * share) / scale));
};

export const forecastByHand = (handDays: readonly HandDay[], period: HandPeriod) => {
  const today = numberOf(period.today);
  const weekdayOf = (day: number): number => new Date(day * DAY_MS).getUTCDay();
  const kindOf = (day: number): number =>
    weekdayOf(day) > 0 && period.holidays.includes(dateOf(day)) ? 7 : weekdayOf(day);
  const days = handDays
    .map((one) => ({ ...one, day: numberOf(one.date), kind: kindOf(numberOf(one.date)) }))
    .filter(({ day, isComplete }) => isComplete && day >= today - LEARNT && day < today);
  const totals = new Map(days.map(({ day, total }) => [day, total]));
  const within = (first: number, length: number) =>
    days.filter(({ day }) => day >= first && day < first + length);

  const weekBefore = (end: number) => {
    const pastDays = within(end - 119, 119);
    if (pastDays.length < 14) return null;
    const mean = sum(pastDays.map(({ total }) => total)) / pastDays.length;
    const drawn = (kind: number, to: number, by: number): number => {
      const sameKind = pastDays.filter((one) => one.kind === kind);
      return (sum(sameKind.map(({ total }) => total / mean)) + to * by) / (sameKind.length + by);
    };
    const factors = range(7).map((kind) => (mean === 0 ? 1 : drawn(kind, 1, 1)));
    factors.push(mean === 0 ? 1 : drawn(7, factors[0] ?? 1, 2));
    const factorOf = (day: number): number => factors[kindOf(day)] ?? 1;
    const levelBy = (halfLife: number): number => {
      const weights = pastDays.map(({ day }) => 0.5 ** ((end - 1 - day) / halfLife));
      return (
        sum(pastDays.map(({ total }, index) => total * (weights[index] ?? 0))) /
        sum(pastDays.map(({ day }, index) => factorOf(day) * (weights[index] ?? 0)))
      );
    };
    return { mean, late: levelBy(3), usual: levelBy(14), factorOf };
  };
  type Week = NonNullable<ReturnType<typeof weekBefore>>;

  const lastYearOf = ({ factorOf }: Week, { origin, elapsed, horizon, share }: Span): number | null => {
    if (origin - YEAR < today - LEARNT + 28) return null;
    const pairs = [...range(28, origin - 28), ...range(elapsed, origin - elapsed)].flatMap((day) => {
      const [thisYear, lastYear] = [totals.get(day), totals.get(day - YEAR)];
      return thisYear === undefined || lastYear === undefined ? [] : [{ thisYear, lastYear }];
    });
    const before = sum(pairs.map(({ lastYear }) => lastYear));
    const came = within(origin - YEAR, horizon);
    if (pairs.length < 0.9 * (28 + elapsed) || before === 0 || came.length < 0.9 * horizon) return null;
    return (
      (sum(pairs.map(({ thisYear }) => thisYear)) / before) *
      (sum(came.map(({ total }) => total)) / sum(came.map(({ day }) => factorOf(day)))) *
      (sum(range(horizon, origin).map(factorOf)) - (1 - share) * factorOf(origin))
    );
  };
  const levelsOf = (week: Week, span: Span): Levels => {
    const { late, usual, factorOf } = week;
    const { origin, elapsed, horizon, share } = span;
    const ordinary = sum(range(horizon, origin).map(factorOf)) - (1 - share) * factorOf(origin);
    const own = within(origin - elapsed, elapsed);
    const ownLevel =
      (sum(own.map(({ total }) => total)) + late / 2) / (sum(own.map(({ day }) => factorOf(day))) + 0.5);
    return [ownLevel * ordinary, late * ordinary, usual * ordinary, lastYearOf(week, span)];
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
    total: number;
    misses: number[];
    usual: number;
  }[] = [];
  const sharesAt = (day: number) =>
    earnedShares(
      trials
        .filter(({ end }) => end <= day)
        .map(({ levels: [own, late, usual, lastYear], came, total }) => ({
          z: [late, usual, lastYear ?? own].map((level) => (level - own) / total),
          y: (came - own) / total,
        })),
    );
  for (const origin of range(Math.max(0, today - horizon - from + 1), from)) {
    const span = within(origin - elapsed, elapsed + horizon);
    const week = weekBefore(origin);
    const complete = sum(span.map(({ total }) => total));
    if (span.length < 0.9 * (elapsed + horizon) || week === null || complete <= 0) continue;
    const came = sum(within(origin, horizon).map(({ total }) => total));
    const levels = levelsOf(week, { origin, elapsed, horizon, share: 1 });
    const average = ((complete - came) / elapsed) * horizon;
    const misses = [average, mixOf(levels, sharesAt(origin))].map((left) => Math.abs(left - came));
    trials.push({ end: origin + horizon, levels, came, total: complete, misses, usual: week.mean * horizon });
  }
  const week = weekBefore(today);
  if (week === null || trials.length < 8) return null;
  const errorOf = (method: 0 | 1): number =>
    sum(trials.map(({ misses, total }) => (misses[method] ?? 0) / total)) / trials.length;
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
  const stored = sorted[Math.min(sorted.length, Math.ceil(0.84 * (sorted.length + 1))) - 1] ?? 0;
  const margin = stored * week.mean * (ahead + share);
  const maximum = period.consumed + (ahead + share) * Math.max(...days.map((one) => one.total));
  const weekly =
    levels[3] !== null && (shares[2] ?? 0) > 0 ? 'semana típica e ano anterior' : 'semana típica';
  return {
    method: isWeekly ? weekly : 'média diária',
    pastError: errorOf(method),
    pastForecasts: trials.length,
    total,
    byTypicalWeek,
    low: Math.min(total, Math.max(period.consumed, total - margin)),
    high: Math.max(total, Math.min(total + margin, maximum)),
  };
};

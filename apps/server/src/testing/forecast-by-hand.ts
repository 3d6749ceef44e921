/** A forecast worked out from dates and plain numbers, as ARCHITECTURE.md and the domain's comments define it. */
export interface HandDay {
  /** YYYY-MM-DD */
  readonly date: string;
  readonly total: number;
  readonly isComplete: boolean;
  /** Of each of its 24 hours. */
  readonly hours: readonly number[];
}

export interface HandPeriod {
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
const LEARNT = 119;
const METHODS = ['média diária', 'semana típica', 'semana típica com tendência'] as const;
const numberOf = (date: string): number => Date.parse(date) / DAY_MS;
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** What a typical week expects: of a kind of day, so many days ahead, believing so much of the trend. */
type Week = (kind: number, ahead: number, belief: number) => number;

export const forecastByHand = (given: readonly HandDay[], period: HandPeriod) => {
  const today = numberOf(period.today);
  const kindOf = (day: number): number =>
    period.holidays.includes(dateOf(day)) ? 0 : new Date(day * DAY_MS).getUTCDay();
  const days = given
    .map((one) => ({ ...one, day: numberOf(one.date), kind: kindOf(numberOf(one.date)) }))
    .filter(({ day }) => day >= today - LEARNT && day < today);

  const weekBefore = (end: number): Week | null => {
    const known = days.filter(({ day, isComplete }) => day < end && isComplete);
    if (known.length < 14) return null;
    const weighed = (halfLife: number) =>
      known.map((one) => ({
        ...one,
        age: end - 1 - one.day,
        weight: 0.5 ** ((end - 1 - one.day) / halfLife),
      }));
    const shape = weighed(42);
    const weight = sum(shape.map((one) => one.weight));
    const mean = sum(shape.map((one) => one.weight * one.total)) / weight;
    const kinds = [0, 1, 2, 3, 4, 5, 6].map((kind) => {
      const its = shape.filter((one) => one.kind === kind);
      const ofKind = sum(its.map((one) => one.weight));
      const average = ofKind === 0 ? 0 : sum(its.map((one) => one.weight * one.total)) / ofKind;
      return {
        weight: ofKind,
        average,
        within: sum(its.map((one) => one.weight * (one.total - average) ** 2)),
        between: ofKind * (average - mean) ** 2,
      };
    });
    const noise = sum(kinds.map(({ within }) => within)) / Math.max(1, weight - 7);
    const contrast = Math.max(0, sum(kinds.map(({ between }) => between)) / 6 - noise) / (weight / 7);
    const ordinary = contrast > 0 ? Math.min(20, noise / contrast) : 20;
    const factors = kinds.map((kind) =>
      kind.weight + ordinary === 0
        ? 1
        : ((kind.weight * kind.average) / mean + ordinary) / (kind.weight + ordinary),
    );
    const factorOf = (kind: number): number => (mean > 0 ? (factors[kind] ?? 1) : 1);
    const levelOf = (halfLife: number) => {
      const its = weighed(halfLife).filter((one) => factorOf(one.kind) >= 0.05);
      const weights = sum(its.map((one) => one.weight));
      return {
        level: sum(its.map((one) => (one.weight * one.total) / factorOf(one.kind))) / weights,
        age: sum(its.map((one) => one.weight * one.age)) / weights,
      };
    };
    const [late, slow] = [levelOf(14), levelOf(42)];
    const slope = slow.age > late.age ? (late.level - slow.level) / (slow.age - late.age) : 0;
    return (kind, ahead, belief) => {
      const fading = sum(Array.from({ length: ahead }, (_, day) => 0.95 ** day));
      return Math.max(0, (late.level + slope * belief * (late.age + fading)) * factorOf(kind));
    };
  };
  const expectations = (week: Week, dailyAverage: number) => [
    () => dailyAverage,
    (kind: number, ahead: number) => week(kind, ahead, 0),
    (kind: number, ahead: number) => week(kind, ahead, 0.5),
  ];

  const horizon = Math.max(1, numberOf(period.last) - today);
  const elapsed = Math.max(1, Math.floor(period.daysElapsed));
  const first = Math.min(...days.filter(({ isComplete }) => isComplete).map(({ day }) => day));
  const misses: { ofPeriod: number; ofLeft: number }[][] = [];
  for (let origin = first + Math.max(28, elapsed); origin + horizon <= today; origin += 1) {
    const span = days.filter(({ day }) => day >= origin - elapsed && day < origin + horizon);
    if (span.filter(({ isComplete }) => isComplete).length < 0.9 * (elapsed + horizon)) continue;
    const whole = sum(span.map(({ total }) => total));
    const soFar = sum(span.filter(({ day }) => day < origin).map(({ total }) => total));
    const week = weekBefore(origin);
    if (week === null || whole <= 0) continue;
    misses.push(
      expectations(week, soFar / elapsed).map((expected) => {
        const forecast = sum(
          Array.from({ length: horizon }, (_, ahead) => expected(kindOf(origin + ahead), ahead + 1)),
        );
        const miss = Math.abs(forecast - (whole - soFar));
        return { ofPeriod: miss / whole, ofLeft: miss / forecast };
      }),
    );
  }
  const week = weekBefore(today);
  if (week === null || misses.length < 8) return null;
  const errors = METHODS.map(
    (_, method) => sum(misses.map((one) => one[method]?.ofPeriod ?? 0)) / misses.length,
  );
  const [ofAverage = 0] = errors;
  const better = errors
    .map((error, method) => ({ error, method }))
    .filter(({ error }) => misses.length >= 30 && error < ofAverage && error <= ofAverage * 0.8);
  const method = better.toSorted((one, other) => one.error - other.error)[0]?.method ?? 0;

  const alike = days
    .filter(({ day, total, isComplete }) => isComplete && total > 0 && isRest(day) === isRest(today))
    .slice(-28);
  function isRest(day: number): boolean {
    return kindOf(day) % 6 === 0;
  }
  const later = sum(
    alike.map(({ hours }) =>
      sum(hours.map((total, hour) => total * Math.min(1, Math.max(0, hour + 1 - period.clock)))),
    ),
  );
  const shareToCome =
    alike.length === 0 ? 1 - period.clock / 24 : later / sum(alike.map(({ total }) => total));
  const daysInPeriod = Math.ceil(period.daysElapsed) + numberOf(period.last) - today;
  const totalBy = (chosen: number): number => {
    if (chosen === 0) return (period.consumed / period.daysElapsed) * daysInPeriod;
    const expected = expectations(week, 0)[chosen] ?? (() => 0);
    const left = Array.from(
      { length: numberOf(period.last) - today + 1 },
      (_, day) => expected(kindOf(today + day), day + 1) * (day === 0 ? shareToCome : 1),
    );
    return period.consumed + sum(left);
  };
  const total = totalBy(method);
  const sorted = misses.map((one) => one[method]?.ofLeft ?? 0).toSorted((one, other) => one - other);
  const margin = (total - period.consumed) * (sorted[Math.ceil(0.8 * (sorted.length + 1)) - 1] ?? 0);
  return {
    method: METHODS[method],
    pastError: errors[method] ?? 0,
    pastForecasts: misses.length,
    total,
    byTypicalWeek: totalBy(1),
    low: Math.max(period.consumed, total - margin),
    high: total + margin,
  };
};

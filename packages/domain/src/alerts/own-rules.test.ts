import { describe, expect, it } from 'vitest';
import { HOUR_MS, type Instant, instant, type Zone } from '../base/time/zone.ts';
import { intervalDays, ruleSentence, ruleUnit, triedSentence } from './own-rule-texts.ts';
import {
  type RuleSample,
  type RuleTerms,
  reportedIntervals,
  ruleIntervals,
  ruleLookback,
} from './own-rules.ts';
import { type RuleColumns, ruleSamples } from './rule-samples.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const NEW_YORK = 'America/New_York' as Zone;
const QUARTER = 900_000;
const DAY = 86_400_000;
/** A Monday, midnight in São Paulo. */
const MONDAY = instant(Date.parse('2026-11-23T03:00:00Z'));

const terms: RuleTerms = {
  quantity: 'energy',
  span: 'quarter',
  test: 'above',
  limit: 10,
  hysteresis: 0,
  forMinutes: 0,
  hours: null,
};
const samplesOf = (
  values: readonly (number | null)[],
  from: Instant = MONDAY,
  step = QUARTER,
): RuleSample[] =>
  values.map((value, index) => ({
    start: instant(from + index * step),
    end: instant(from + (index + 1) * step),
    value,
  }));
const run = (changes: Partial<RuleTerms>, values: readonly (number | null)[], zone = ZONE) =>
  ruleIntervals({ ...terms, ...changes }, samplesOf(values), { from: MONDAY, zone }).map(
    ({ since, until, worst }) => [
      (since - MONDAY) / QUARTER,
      until === null ? null : (until - MONDAY) / QUARTER,
      worst?.value ?? null,
    ],
  );

describe('a rule with a limit', () => {
  it('holds from the first value beyond the limit to the last', () => {
    expect(run({}, [9, 10, 11, 14, 12, 3, 20])).toEqual([
      [2, 5, 14],
      [6, null, 20],
    ]);
    expect(run({ test: 'below' }, [9, 4, 11, 14])).toEqual([[0, 2, 4]]);
  });

  it('reports from its start, after it has held for long enough', () => {
    expect(run({ forMinutes: 30 }, [11, 9, 11, 12, 9])).toEqual([[2, 4, 12]]);
  });

  it('ends only after the value returns beyond the hysteresis', () => {
    expect(run({ hysteresis: 20 }, [11, 9, 8.5, 7.9, 9])).toEqual([[0, 3, 11]]);
    expect(run({ test: 'below', hysteresis: 20 }, [9, 11, 12, 12.5])).toEqual([[0, 2, 9]]);
  });

  it('neither starts nor ends at a missing value', () => {
    expect(run({}, [11, null, null, 12, 3])).toEqual([[0, 4, 12]]);
    expect(run({ forMinutes: 30 }, [11, null, 11, 3])).toEqual([]);
  });

  it('checks only its hours and days, and assigns hours past midnight to their first day', () => {
    // From 8 to 9 on Mondays: quarters 32 to 35 of the local day.
    const hours = { days: [1], from: 480, until: 540 };
    expect(
      run(
        { hours },
        Array.from({ length: 192 }, () => 11),
      ),
    ).toEqual([[32, 36, 11]]);
    const night = { days: [0], from: 1380, until: 60 };
    expect(
      run(
        { hours: night },
        Array.from({ length: 96 }, () => 11),
      ),
    ).toEqual([[0, 4, 11]]);
    expect(
      run(
        { hours: { ...night, days: [1] } },
        Array.from({ length: 192 }, () => 11),
      ),
    ).toEqual([[92, 100, 11]]);
  });
});

describe('a rule of absence', () => {
  it('holds while no value is measured, and reports no worst value', () => {
    expect(run({ test: 'absence', forMinutes: 30 }, [3, null, null, 4, null])).toEqual([[1, 3, null]]);
  });
});

describe('a rule against the usual value', () => {
  const week = (weeks: number, value: number | null, zone = ZONE): RuleSample[] => {
    const at = instant(MONDAY - weeks * 7 * DAY);
    return samplesOf([value], zone === ZONE ? at : instant(at + HOUR_MS));
  };
  const tried = (test: 'above-usual' | 'below-usual', value: number, before: RuleSample[]) =>
    ruleIntervals({ ...terms, test, limit: 50 }, [...before, ...samplesOf([value])], {
      from: MONDAY,
      zone: ZONE,
    });

  it('uses the median of the same time in the previous weeks', () => {
    const before = [...week(4, 90), ...week(3, 10), ...week(2, 12), ...week(1, 14)];
    expect(tried('above-usual', 19, before)).toEqual([]);
    expect(tried('above-usual', 20, before)).toMatchObject([{ worst: { value: 20, limit: 19.5 } }]);
    expect(tried('below-usual', 6, before)).toMatchObject([{ worst: { value: 6, limit: 6.5 } }]);
    expect(tried('below-usual', 6, [...week(2, 14), ...week(1, 14), ...week(3, 12)])).toHaveLength(1);
  });

  it('reports nothing when too few weeks were measured', () => {
    expect(tried('above-usual', 900, [...week(3, null), ...week(1, 10)])).toEqual([]);
  });

  it('compares by local time across a clock change', () => {
    // New York left summer time on 1 November 2026: eight in the morning was 12:00 UTC before, and is 13:00 after.
    const now = instant(Date.parse('2026-11-09T13:00:00Z'));
    const at = (weeks: number) => instant(now - weeks * 7 * DAY - (weeks >= 2 ? HOUR_MS : 0));
    const before = [4, 3, 2, 1].flatMap((weeks) => samplesOf([10], at(weeks)));
    const all = [...before, ...samplesOf([20], now)];
    const usual = { ...terms, test: 'above-usual' as const, limit: 50 };
    expect(ruleIntervals(usual, all, { from: now, zone: NEW_YORK })).toHaveLength(1);
  });
});

describe('the trial of a rule', () => {
  const interval = (since: number, until: number | null, value: number | null) => ({
    since: instant(MONDAY + since * QUARTER),
    until: until === null ? null : instant(MONDAY + until * QUARTER),
    worst: value === null ? null : { value, at: MONDAY, limit: 10 },
  });

  it('merges intervals within one hour into one alert with the worst value', () => {
    const merged = reportedIntervals(
      [interval(0, 2, 11), interval(4, 6, 20), interval(20, null, 12)],
      'above',
    );
    expect(merged.map(({ worst }) => worst?.value)).toEqual([20, 12]);
    expect(merged[0]).toMatchObject({ since: MONDAY, until: instant(MONDAY + 6 * QUARTER) });
    expect(reportedIntervals([interval(0, 2, 4), interval(3, 4, 9)], 'below')[0]?.worst?.value).toBe(4);
    expect(reportedIntervals([interval(0, 2, null), interval(3, 4, 9)], 'below')[0]?.worst?.value).toBe(9);
    expect(reportedIntervals([interval(0, 2, null), interval(3, 4, null)], 'absence')).toHaveLength(1);
  });

  it('describes the number of alerts and their days in a sentence', () => {
    const days = intervalDays([interval(0, 2, 11), interval(40, 44, 11), interval(96, 97, 11)], ZONE);
    expect(days).toEqual(['2026-11-23', '2026-11-24']);
    expect(triedSentence(3, days, 90)).toBe(
      'Nos últimos 90 dias esta regra teria avisado 3 vezes: em 23 nov e 24 nov.',
    );
    expect(triedSentence(1, days.slice(1), 1)).toBe(
      'No último dia esta regra teria avisado 1 vez: em 24 nov.',
    );
    expect(triedSentence(0, [], 12)).toBe('Nos últimos 12 dias esta regra não teria avisado nenhuma vez.');
    expect(triedSentence(0, [], 0)).toBe('Ainda não há medições para experimentar esta regra.');
    const many = Array.from({ length: 10 }, () => days[0] as (typeof days)[number]);
    expect(triedSentence(10, many, 90)).toContain('23 nov e mais 2 dias.');
    expect(triedSentence(9, many.slice(1), 90)).toContain('e mais 1 dia.');
  });
});

describe('the samples of a rule', () => {
  const quarters = (many: number, value: number): Float64Array => new Float64Array(many).fill(value);
  const columns = (many: number, changes: Partial<RuleColumns> = {}): RuleColumns => ({
    origin: MONDAY,
    consumed: quarters(many, 1_000_000),
    injected: quarters(many, 500_000),
    reactive: quarters(many, 750_000),
    volume: quarters(many, 250_000),
    levels: {},
    ...changes,
  });
  const until = instant(MONDAY + 3 * DAY);
  const values = (quantity: RuleTerms['quantity'], span: RuleTerms['span'], ruleColumns = columns(96)) =>
    ruleSamples(ruleColumns, { quantity, span }, { zone: ZONE, until }).map(({ value }) => value);

  it.each([
    ['energy', 4],
    ['injected', 2],
    ['reactive', 3],
    ['water', 1_000],
    ['power-factor', 0.8],
  ] as const)('returns for %s the rate of each quarter-hour', (quantity, rate) => {
    expect(values(quantity, 'quarter')).toEqual(Array.from({ length: 96 }, () => rate));
    expect(values(quantity, 'hour')).toEqual(Array.from({ length: 24 }, () => rate));
  });

  it('returns the mean of a level, and null where it was not read', () => {
    const volts = quarters(96, 220);
    volts.fill(210, 0, 2);
    const read = columns(96, { levels: { 'voltage-lowest': volts } });
    expect(values('voltage-lowest', 'quarter', read).slice(0, 3)).toEqual([210, 210, 220]);
    expect(values('voltage-lowest', 'hour', read).slice(0, 2)).toEqual([215, 220]);
    expect(values('voltage-lowest', 'day', read)[0]).toBeCloseTo(219.79, 2);
    expect(values('current', 'hour', read)[0]).toBeNull();
  });

  it('returns the total of a civil day, for complete days only', () => {
    expect(values('energy', 'day')).toEqual([96]);
    expect(values('water', 'day')).toEqual([24]);
    expect(values('energy', 'day', columns(95, { origin: instant(MONDAY + QUARTER) }))).toEqual([]);
  });

  it('returns no sample for an interval that is not over', () => {
    const soon = { zone: ZONE, until: instant(MONDAY + QUARTER) };
    expect(ruleSamples(columns(96), terms, soon)).toHaveLength(1);
    expect(ruleSamples(columns(96), { ...terms, span: 'day' }, soon)).toEqual([]);
  });

  it('returns null with less than half measured, and no power factor without flow', () => {
    const gappy = quarters(96, 1_000_000);
    gappy.fill(Number.NaN, 0, 3);
    expect(values('energy', 'hour', columns(96, { consumed: gappy })).slice(0, 2)).toEqual([null, 4]);
    const idle = columns(96, { consumed: quarters(96, 0), reactive: quarters(96, 0) });
    expect(values('power-factor', 'hour', idle)[0]).toBeNull();
    const unknown = columns(96, { reactive: quarters(96, Number.NaN) });
    expect(values('power-factor', 'hour', unknown)[0]).toBe(1);
  });

  it('covers a day of 23 or 25 hours when the clock changes', () => {
    const first = instant(Date.parse('2026-11-01T04:00:00Z'));
    const requested = { zone: NEW_YORK, until: instant(first + 3 * DAY) };
    const day = ruleSamples(
      { ...columns(200), origin: first },
      { quantity: 'energy', span: 'day' },
      requested,
    );
    expect(day[0]?.value).toBe(100);
  });
});

it('reads as far back as the rule requires', () => {
  const quantity = 'energy';
  expect(ruleLookback({ quantity, span: 'quarter', forMinutes: 60 })).toBe(DAY + HOUR_MS);
  expect(ruleLookback({ quantity, span: 'day', forMinutes: 0 })).toBe(3 * DAY);
  expect(ruleLookback({ quantity: 'current', span: 'hour', forMinutes: 0 })).toBe(6 * HOUR_MS);
  expect(ruleLookback({ quantity: 'current', span: 'day', forMinutes: 0 })).toBe(3 * DAY);
});

it('describes a rule in a sentence', () => {
  const plain = (changes: Partial<RuleTerms>) =>
    ruleSentence({ ...terms, ...changes }).replaceAll('\u00a0', ' ');
  expect(plain({ limit: 12, forMinutes: 30 })).toBe(
    'Consumo de energia passar de 12,0 kW a cada quarto de hora, por 30 min',
  );
  expect(plain({ quantity: 'water', span: 'day', test: 'above-usual', limit: 50 })).toBe(
    'Consumo de água passar do normal em 50% no total do dia',
  );
  expect(plain({ quantity: 'voltage-lowest', test: 'below', span: 'day', limit: 201 })).toBe(
    'Tensão da menor fase ficar abaixo de 201 V na média do dia',
  );
  expect(plain({ quantity: 'current', limit: 80 })).toBe(
    'Corrente da maior fase passar de 80,0 A a cada quarto de hora',
  );
  expect(plain({ test: 'absence', forMinutes: 120 })).toBe('Consumo de energia não for medido, por 2 h');
  expect(ruleUnit({ quantity: 'water', span: 'hour' })).toBe('L/h');
  expect(ruleUnit({ quantity: 'reactive', span: 'day' })).toBe('kvarh');
});

import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { CIVIL_MONTHS } from '../../base/time/reading-cycles.ts';
import { parseRate } from '../../base/units/rate.ts';
import { BASE, energy, price, samePrice } from '../../money/testing/bill-facts.ts';
import type { RulesVersion, TariffRules, TouWindows } from '../../sites/tariffs/tariff-rules.ts';
import { SIMPLE_WINDOWS } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type AgreedTariff, touSpans } from './quarters-by-tou-period.ts';

const LIGHT: TouWindows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: null,
};
const LATE: TouWindows = { ...LIGHT, peak: { start: 1080, end: 1260 } };
const three = { inPoint: energy('1'), interPoint: energy('1'), outPoint: energy('1') };
const verdeOf = (windows: TouWindows, overrides: object = {}): TariffRules => ({
  ...BASE,
  modality: 'verde',
  windows,
  energy: three,
  demand: { outPoint: price('1') },
  reactive: null,
  ...overrides,
});
const convencional: TariffRules = { ...BASE, modality: 'convencional', energy: { outPoint: energy('1') } };
const since = (validFrom: string, rules: TariffRules): RulesVersion => ({
  validFrom: civilDate(validFrom),
  rules,
});
const agreed = (
  validFrom: string | null,
  tariff: string | null,
  ...versions: RulesVersion[]
): AgreedTariff<string> => ({
  validFrom: validFrom === null ? null : civilDate(validFrom),
  tariff,
  versions,
});
const light = since('2020-01-01', verdeOf(LIGHT));

/** 'tariff: first day to last day, start of the peak' of each span. */
const answerOf = (
  tariffs: readonly AgreedTariff<string>[],
  first = '2026-10-01',
  last = '2026-11-20',
  today = '2026-11-20',
) =>
  touSpans(tariffs, {
    first: civilDate(first),
    last: civilDate(last),
    today: civilDate(today),
    calendar: CIVIL_MONTHS,
  }).map((span) => `${span.tariff}: ${span.first} to ${span.last}, ${span.windows.peak.start}`);

const GENERAL = ['null: 2026-10-01 to 2026-11-20, 1080'];

describe('the time-of-use periods in force', () => {
  test('uses the hours of the tariff, with intermediate hours only when they have a price', () => {
    expect(answerOf([agreed(null, 'Light', light)])).toEqual(['Light: 2026-10-01 to 2026-11-20, 1050']);
    const day = civilDate('2026-11-18');
    const days = { first: day, last: day, today: day, calendar: CIVIL_MONTHS };
    const branca: TariffRules = { ...BASE, modality: 'branca', windows: LIGHT, energy: three };
    const windowsOf = (rules: TariffRules) =>
      touSpans([agreed(null, 'Light', since('2020-01-01', rules))], days)[0]?.windows;
    expect(windowsOf(branca)).toEqual(LIGHT);
    expect(windowsOf(verdeOf(LIGHT))).toEqual({ ...LIGHT, intermediate: [] });
  });

  test.each([
    ['no tariff', [agreed(null, null)]],
    ['no place', []],
    ['one price for all hours', [agreed(null, 'Enel', since('2020-01-01', convencional))]],
    [
      'a simple tariff',
      [agreed('2020-01-01', 'Enel', since('2020-01-01', { modality: 'simple', ...samePrice('1') }))],
    ],
    ['a tariff that does not begin before', [agreed(null, 'Enel', since('2027-01-01', verdeOf(LIGHT)))]],
  ])('uses the general rule with %s', (_, tariffs) => {
    expect(answerOf(tariffs)).toEqual(GENERAL);
    const today = civilDate('2026-11-20');
    const [span] = touSpans(tariffs, { first: today, last: today, today, calendar: CIVIL_MONTHS });
    expect(span?.windows).toBe(SIMPLE_WINDOWS);
    expect(span?.limits).toEqual({ reference: parseRate('0.92'), capacitive: { start: 0, end: 360 } });
  });

  test('changes with the tariff version, also in mid-cycle, but not when only prices change', () => {
    const versions = [light, since('2026-08-01', verdeOf(LIGHT)), since('2026-11-10', verdeOf(LATE))];
    expect(answerOf([agreed('2020-01-01', 'Light', ...versions)])).toEqual([
      'Light: 2026-10-01 to 2026-11-09, 1050',
      'Light: 2026-11-10 to 2026-11-20, 1080',
    ]);
    const dearer = since('2026-11-10', verdeOf(LIGHT, { demand: { outPoint: price('2') } }));
    expect(answerOf([agreed('2020-01-01', 'Light', light, dearer)])).toHaveLength(1);
  });

  test('separates intervals when reactive excess has other hours or another reference factor', () => {
    const reactive = {
      vrEre: null,
      vrDre: null,
      reference: parseRate('0.92'),
      capacitive: { start: 0, end: 360 },
    };
    const counted = (overrides: object) =>
      answerOf([
        agreed(
          '2020-01-01',
          'Light',
          light,
          since('2026-11-10', verdeOf(LIGHT, { reactive: { ...reactive, ...overrides } })),
        ),
      ]).length;
    expect(counted({})).toBe(1);
    expect(counted({ capacitive: { start: 30, end: 390 } })).toBe(2);
    expect(counted({ reference: parseRate('0.95') })).toBe(2);
  });

  test('follows each contract from the cycle in which it began, as bills do', () => {
    const enel = since('2020-01-01', verdeOf(LATE));
    const contracts = (from: string) => [agreed('2026-01-01', 'Enel', enel), agreed(from, 'Light', light)];
    for (const from of ['2026-11-01', '2026-11-16', '2026-11-20']) {
      expect(answerOf(contracts(from))).toEqual([
        'Enel: 2026-10-01 to 2026-10-31, 1080',
        'Light: 2026-11-01 to 2026-11-20, 1050',
      ]);
    }
    expect(answerOf(contracts('2026-11-21'))).toEqual(['Enel: 2026-10-01 to 2026-11-20, 1080']);
    expect(answerOf(contracts('2026-09-16'))).toEqual(['Light: 2026-10-01 to 2026-11-20, 1050']);
  });

  test('uses the later contract when two begin in one cycle, even if the days begin between them', () => {
    const contracts = [
      agreed('2026-11-03', 'Enel', since('2020-01-01', verdeOf(LATE))),
      agreed('2026-11-10', 'Light', light),
    ];
    expect(answerOf(contracts, '2026-11-05')).toEqual(['Light: 2026-11-05 to 2026-11-20, 1050']);
  });

  test('uses the first contract before its start', () => {
    expect(answerOf([agreed('2026-12-01', 'Light', light)])).toEqual([
      'Light: 2026-10-01 to 2026-11-20, 1050',
    ]);
  });
});

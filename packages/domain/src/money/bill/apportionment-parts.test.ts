import { describe, expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import type { DayByTouPeriod } from '../../energy/consumption/day-tou-periods.ts';
import { partsByGroup, partsByMeter } from './apportionment-parts.ts';

const day = (date: string, total: number, inPoint = 0) =>
  ({
    date: civilDate(date),
    total,
    inPoint,
    interPoint: 0,
    outPoint: total - inPoint,
    presentQuarters: 48,
    estimatedQuarters: 0,
    expectedQuarters: 96,
  }) as DayByTouPeriod;
const measured = (installationId: number, ...totals: readonly number[]) => ({
  meter: { installationId, name: `meter ${installationId}`, mac: `AA:0${installationId}`, tariffId: null },
  days: totals.map((total, index) => day(`2026-11-0${index + 1}`, total)),
});
const member = (installationId: number, since: string, until: string | null = null) => ({
  installationId,
  since: civilDate(since),
  until: until === null ? null : civilDate(until),
});
const group = (id: string, ...members: readonly ReturnType<typeof member>[]) => ({ id, name: id, members });

test('returns a separate part for every meter, with the completeness of its days', () => {
  expect(partsByMeter([measured(1, 5, 7)])).toEqual([
    {
      kind: 'meter',
      id: '1',
      name: 'meter 1',
      mac: 'AA:01',
      days: [day('2026-11-01', 5), day('2026-11-02', 7)].map((one) => ({ ...one, tariffId: null })),
      total: 12,
      presentQuarters: 96,
      estimatedQuarters: 0,
      expectedQuarters: 192,
    },
  ]);
});

describe('the apportionment by groups', () => {
  const totals = (...args: Parameters<typeof partsByGroup>) => {
    const { parts, isShared } = partsByGroup(...args);
    return { isShared, parts: parts.map(({ kind, id, name, total }) => [kind, id, name, total]) };
  };

  test('assigns a day of a meter to its group on that day', () => {
    const kitchen = group('kitchen', member(1, '2026-11-01', '2026-11-02'));
    const shop = group('shop', member(1, '2026-11-02'), member(2, '2026-01-01'));
    expect(totals([measured(1, 5, 7), measured(2, 1, 1)], [kitchen, shop])).toEqual({
      isShared: false,
      parts: [
        ['group', 'kitchen', 'kitchen', 5],
        ['group', 'shop', 'shop', 9],
      ],
    });
  });

  test('joins meters and days without a group into one part', () => {
    const shop = group('shop', member(1, '2026-11-02'));
    expect(totals([measured(1, 5, 7), measured(3, 2)], [shop]).parts).toEqual([
      ['ungrouped', null, 'Sem grupo', 7],
      ['group', 'shop', 'shop', 7],
    ]);
  });

  test('divides a day equally among several groups, with the remainder in the first group', () => {
    const both = [group('kitchen', member(1, '2026-01-01')), group('shop', member(1, '2026-01-01'))];
    expect(totals([measured(1, 5)], both)).toEqual({
      isShared: true,
      parts: [
        ['group', 'kitchen', 'kitchen', 3],
        ['group', 'shop', 'shop', 2],
      ],
    });
    expect(totals([measured(1, 0)], both).isShared).toBe(false);
    const peak = { ...measured(1), days: [day('2026-11-01', 5, 3)] };
    expect(
      partsByGroup([peak], both).parts.map(({ days }) =>
        days.map(({ inPoint, outPoint }) => [inPoint, outPoint]),
      ),
    ).toEqual([[[2, 1]], [[1, 1]]]);
  });
});

import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { describe, expect, it } from 'vitest';
import { wrongBillsSaving } from './bill-wrong.ts';

const TODAY = '2026-10-12' as CivilDate;

/** A bill with an expected total of R$ 1.000, and a higher charged total. */
const bill = (month: string, difference: number, unmeasured = 0) => ({
  billed: { start: `${month}-01`, end: `${month}-28`, total: 1000 + difference },
  expected: { total: 1000 },
  difference,
  parts: [{ cause: 'missingData' as const, amount: unmeasured }],
});
const year = [
  '2025-11',
  '2025-12',
  ...Array.from({ length: 9 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}`),
];

describe('detecting bills that are too high', () => {
  it('reports a bill that is too high, however many other bills were right', () => {
    const found = wrongBillsSaving(
      year.map((month) => bill(month, month === '2026-03' ? 45 : 0)),
      TODAY,
    );
    expect(found).toMatchObject({ perYear: 45, low: 45, high: 45, bills: { count: 1 } });
    expect(found?.evidence.filter(({ now, instead }) => now !== instead)).toEqual([
      { date: '2026-03-01', now: 1045, instead: 1000 },
    ]);
  });

  it('ignores bills with small differences, with unmeasured energy, or older than a year', () => {
    expect(wrongBillsSaving([], TODAY)).toBeNull();
    expect(
      wrongBillsSaving(
        year.map((month) => bill(month, 19)),
        TODAY,
      ),
    ).toBeNull();
    expect(wrongBillsSaving([bill('2026-03', 80, 75)], TODAY)).toBeNull();
    expect(wrongBillsSaving([bill('2025-03', 300)], TODAY)).toBeNull();
  });
});

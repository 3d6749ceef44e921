import { describe, expect, it } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { cents } from '../../base/units/money.ts';
import { taxRulesOfCycles, taxRulesText, withoutTaxCredits } from './compared-taxes.ts';

const taxesOf = (pis: number, cofins: number, cbs?: number) => ({
  icms: cents(2000),
  pis: cents(pis),
  cofins: cents(cofins),
  ...(cbs !== undefined && { vat: { cbs: cents(cbs), ibsState: cents(3), ibsMunicipal: cents(2) } }),
});
const billOf = (last: string, taxes: ReturnType<typeof taxesOf>) => ({ last: civilDate(last), taxes });

describe('the cost of a company that takes taxes as credit', () => {
  const total = cents(10_000);
  it('is the total without PIS and COFINS, or without CBS and IBS', () => {
    const [before, after] = [taxesOf(100, 500), taxesOf(0, 0, 700)];
    const cost = (taxes: typeof before, pisCofins: boolean, vat: boolean) =>
      withoutTaxCredits({ total, taxes }, { pisCofins, vat });
    expect(cost(before, true, false)).toBe(9400);
    expect(cost(before, false, true)).toBe(10_000);
    expect(cost(after, false, true)).toBe(9295);
    expect(cost(after, true, false)).toBe(10_000);
    expect(cost(taxesOf(100, 500, 700), true, true)).toBe(8695);
  });
});

describe('the tax rules of two bills', () => {
  const december = billOf('2026-12-20', taxesOf(100, 500));
  it.each([
    [december, billOf('2027-01-20', taxesOf(0, 0, 700)), '2027 com CBS, 2026 com PIS/COFINS'],
    [december, billOf('2026-12-31', taxesOf(0, 0, 700)), 'até 31 dez com CBS, até 20 dez com PIS/COFINS'],
    [
      december,
      billOf('2027-01-20', taxesOf(100, 500, 700)),
      '2027 com PIS/COFINS e CBS, 2026 com PIS/COFINS',
    ],
    [december, billOf('2027-01-20', taxesOf(100, 400)), null],
    [december, billOf('2027-01-20', taxesOf(0, 0)), null],
    [billOf('2026-12-20', taxesOf(0, 0)), december, null],
  ])('are named only where both have national taxes, and they differ', (before, after, text) => {
    expect(taxRulesText(before, after)).toBe(text);
  });

  it('are named for consecutive cycles by the first and the last one', () => {
    const january = billOf('2027-01-20', taxesOf(0, 0, 700));
    expect(taxRulesOfCycles([december, december, january])).toBe('2027 com CBS, 2026 com PIS/COFINS');
    expect([[], [december], [january, january]].map(taxRulesOfCycles)).toEqual([null, null, null]);
  });
});

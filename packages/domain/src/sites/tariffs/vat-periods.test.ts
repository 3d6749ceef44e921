import { describe, expect, it } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parseRate } from '../../base/units/rate.ts';
import { type DueTerms, dueOn, periodsOfRule, type VatPeriod, vatRuleOf } from './vat-periods.ts';

const period = (validFrom: string, overrides: Partial<VatPeriod> = {}): VatPeriod => ({
  validFrom: civilDate(validFrom),
  cbs: parseRate('0.08'),
  ibsState: parseRate('0.0005'),
  ibsMunicipal: parseRate('0.0005'),
  effect: 'charged',
  endsPisCofins: 'due',
  source: 'a test',
  isConfirmed: true,
  ...overrides,
});
const informed = period('2026-01-01', { effect: 'informed', endsPisCofins: null });
const charged = period('2027-01-01');
const due = (days: number | null, ...dates: string[]): DueTerms => ({ days, dates: dates.map(civilDate) });
const DECEMBER = civilDate('2026-12-20');

describe('the due date of a bill', () => {
  it('is counted from the last day of the cycle, across months and leap days', () => {
    expect(dueOn(due(10), civilDate('2026-12-31'))).toBe('2027-01-10');
    expect(dueOn(due(1), civilDate('2028-02-28'))).toBe('2028-02-29');
    expect(dueOn(due(null), DECEMBER)).toBeNull();
    expect(dueOn(undefined, DECEMBER)).toBeNull();
  });

  it('is the first entered date after the cycle, if one is near enough', () => {
    const entered = due(10, '2027-02-08', '2027-01-08', '2026-12-20');
    expect(dueOn(entered, DECEMBER)).toBe('2027-01-08');
    expect(dueOn(entered, civilDate('2027-02-20'))).toBe('2027-03-02');
    expect(dueOn(due(null, '2027-06-01'), DECEMBER)).toBeNull();
    expect(dueOn(due(null, '2027-01-20', '2027-01-10'), DECEMBER)).toBe('2027-01-10');
  });

  it('is the entered date nearest to the days, so that a date of the next bill is not taken', () => {
    const last = civilDate('2026-12-14');
    expect(dueOn(due(30, '2027-01-20', '2027-01-12'), last)).toBe('2027-01-12');
    expect(dueOn(due(30, '2026-12-30'), last)).toBe('2027-01-13');
  });
});

describe('the tax rule of a bill', () => {
  const ruleOf = (terms: DueTerms | undefined, last = DECEMBER, later = charged) =>
    vatRuleOf([later, informed], terms, last);

  it('takes the period of the due date', () => {
    expect(ruleOf(due(11)).period).toBe(informed);
    expect(ruleOf(due(12))).toMatchObject({ period: charged, endOfPisCofins: charged, undecided: [] });
    expect(vatRuleOf([charged], due(11), DECEMBER).period).toBeNull();
  });

  it('is taken by every bill where bills of different rules compare', () => {
    const january = periodsOfRule(ruleOf(due(12)));
    expect(vatRuleOf(january, undefined, civilDate('2026-03-31'))).toMatchObject({
      period: { cbs: charged.cbs },
      endOfPisCofins: { cbs: charged.cbs },
    });
    const december = periodsOfRule(ruleOf(due(11)));
    expect(vatRuleOf(december, due(12), civilDate('2027-03-31'))).toMatchObject({
      period: { effect: 'informed' },
      endOfPisCofins: null,
    });
    expect(periodsOfRule(vatRuleOf([], due(12), DECEMBER))).toEqual([]);
  });

  it('charges PIS and COFINS again after a later period that does not end them', () => {
    const again = period('2027-02-01', { endsPisCofins: null });
    const of = (last: string) => vatRuleOf([charged, again], due(0), civilDate(last)).endOfPisCofins;
    expect([of('2027-01-31'), of('2027-02-01')]).toEqual([charged, null]);
    const byReading = period('2027-02-01', { endsPisCofins: 'reading' });
    expect(vatRuleOf([charged, byReading], due(5), civilDate('2027-01-31'))).toMatchObject({
      period: byReading,
      endOfPisCofins: charged,
    });
  });

  it('asks for no due date where the next period has the same rule', () => {
    const confirmed = period('2027-01-15', { source: 'a law' });
    expect(vatRuleOf([charged, confirmed], undefined, civilDate('2027-01-10')).undecided).toEqual([]);
    const other = period('2027-01-15', { cbs: parseRate('0.09') });
    expect(vatRuleOf([charged, other], undefined, civilDate('2027-01-10')).undecided).toEqual([other]);
    expect(vatRuleOf([charged], undefined, DECEMBER).undecided).toEqual([charged]);
  });

  it('ends PIS and COFINS by the due date or by the reading', () => {
    const byReading = period('2027-01-01', { endsPisCofins: 'reading' });
    expect(ruleOf(due(12), DECEMBER, byReading)).toMatchObject({ period: byReading, endOfPisCofins: null });
    expect(ruleOf(due(12), civilDate('2027-01-01'), byReading).endOfPisCofins).toBe(byReading);
  });

  it('names the periods between which an unknown due date decides', () => {
    expect(ruleOf(undefined)).toMatchObject({ period: informed, due: null, undecided: [charged] });
    expect(ruleOf(undefined, civilDate('2026-11-30')).undecided).toEqual([]);
    expect(ruleOf(undefined, civilDate('2027-01-01'))).toMatchObject({ period: charged, undecided: [] });
  });
});

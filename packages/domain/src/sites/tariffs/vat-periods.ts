import { addDays, type CivilDate, civilDate, daysBetween } from '../../base/time/civil-day.ts';
import type { Rate } from '../../base/units/rate.ts';
import { rulesOn } from './tariff-rules.ts';

/** Whether CBS and IBS are charged, or only printed for information as in 2026 (LC 214/2025, arts. 343 and 346). */
export const VAT_EFFECTS = ['charged', 'informed'] as const;
type VatEffect = (typeof VAT_EFFECTS)[number];

/** The event by which a bill takes a tax rule: its due date, or the reading at the end of its cycle. */
export const TAX_EVENTS = ['due', 'reading'] as const;
type TaxEvent = (typeof TAX_EVENTS)[number];

/**
 * National rules of the value-added taxes CBS and IBS from a day on. A bill takes those of its due date, because the supply is
 * continuous (LC 214/2025, art. 10, § 3).
 */
export interface VatPeriod {
  readonly validFrom: CivilDate;
  readonly cbs: Rate;
  readonly ibsState: Rate;
  readonly ibsMunicipal: Rate;
  readonly effect: VatEffect;
  /** The event that ends PIS and COFINS; null while they are charged. */
  readonly endsPisCofins: TaxEvent | null;
  /** Where the rates come from, in Portuguese. */
  readonly source: string;
  /** False while the rates are estimates; the bill then says so. */
  readonly isConfirmed: boolean;
}

/** When the bills of a contract fall due. */
export interface DueTerms {
  /** Days from the last day of the cycle; null if unknown. */
  readonly days: number | null;
  /** Entered due dates in any order, which take precedence over the days for the bill near them. */
  readonly dates: readonly CivilDate[];
}

/** Maximum number of days from the last day of a cycle to the due date. */
export const MAX_DUE_DAYS = 60;

/** A bill usually falls due within this many days. A tax rule that begins later needs no due date to be excluded. */
const USUAL_DUE_DAYS = 31;

/** An entered due date belongs to a bill if it is at most this far from the date by the days. */
const NEAR_DAYS = 13;

/** The due date of the bill of a cycle; null if unknown. @param last - the last day of the cycle */
export function dueOn(terms: DueTerms | undefined, last: CivilDate): CivilDate | null {
  if (terms === undefined) return null;
  const { days } = terms;
  const isOfBill = (date: CivilDate): boolean => {
    const after = daysBetween(last, date);
    if (after <= 0) return false;
    return days === null ? after <= USUAL_DUE_DAYS : Math.abs(after - days) <= NEAR_DAYS;
  };
  const distance = (date: CivilDate): number => Math.abs(daysBetween(last, date) - (days ?? 0));
  const [nearest] = terms.dates.filter(isOfBill).toSorted((a, b) => distance(a) - distance(b));
  return nearest ?? (days === null ? null : addDays(last, days));
}

/** The tax rules of a bill: its VAT period, and whether PIS and COFINS have ended. */
export interface VatRule {
  readonly last: CivilDate;
  /** Null if the contract does not state it. The last day of the cycle is then the event. */
  readonly due: CivilDate | null;
  /** Null before the first period. */
  readonly period: VatPeriod | null;
  /** The period that ends PIS and COFINS for this bill; null while they are charged. */
  readonly endOfPisCofins: VatPeriod | null;
  /** Periods of another rule that begin within the days in which a bill without a known due date may fall due. */
  readonly undecided: readonly VatPeriod[];
}

/** The first day of rules that apply to every bill. */
const ALWAYS = civilDate('2000-01-01');

/** Periods by which every bill takes the tax rules of one bill, so that bills of different rules compare. */
export function periodsOfRule({ period, endOfPisCofins }: VatRule): VatPeriod[] {
  if (period === null) return [];
  return [{ ...period, validFrom: ALWAYS, endsPisCofins: endOfPisCofins === null ? null : 'reading' }];
}

/** The tax rules of the bill of a cycle. @param periods - in any order @param last - the last day of the whole cycle */
export function vatRuleOf(
  periods: readonly VatPeriod[],
  terms: DueTerms | undefined,
  last: CivilDate,
): VatRule {
  const due = dueOn(terms, last);
  const period = rulesOn(periods, due ?? last);
  const atReading = rulesOn(periods, last);
  return {
    last,
    due,
    period,
    endOfPisCofins: endOf(period, atReading),
    undecided: due === null ? periods.filter((later) => isUndecided(later, atReading, last)) : [],
  };
}

/** The period that ends PIS and COFINS for a bill: the one at its reading, if that ends them too, else the one of its due date. */
function endOf(period: VatPeriod | null, atReading: VatPeriod | null): VatPeriod | null {
  if (period === null || period.endsPisCofins === null) return null;
  if (atReading !== null && atReading.endsPisCofins !== null) return atReading;
  return period.endsPisCofins === 'due' ? period : null;
}

/** Whether a bill without a due date may fall due under another rule, with other amounts. */
function isUndecided(later: VatPeriod, atReading: VatPeriod | null, last: CivilDate): boolean {
  const isNear = later.validFrom > last && later.validFrom <= addDays(last, USUAL_DUE_DAYS);
  return isNear && RULE.some((name) => later[name] !== atReading?.[name]);
}

const RULE = ['cbs', 'ibsState', 'ibsMunicipal', 'effect', 'endsPisCofins'] as const;

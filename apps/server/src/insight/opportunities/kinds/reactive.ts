import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { referenceOf } from '@nascente/domain/energy/measured-cycle/reactive-meter';
import {
  bankNeedByHour,
  smallestBank,
  withBank,
} from '@nascente/domain/insight/opportunities/capacitor-bank';
import { type OpportunityYear, savingUnder, sumOf } from '../opportunity-year.ts';

/** Reactive excess avoided by a capacitor bank. */
export const reactiveSaving = (year: OpportunityYear): SavingOf<'reactive'> | null => {
  if (year.reactive === null) return null;
  const before = sumOf(year.totals);
  const kvar = smallestBank((size) => before - sumOf(year.totalsOf(withBank(year.series, size))));
  const saving = kvar === null ? null : savingUnder(year, withBank(year.series, kvar));
  if (kvar === null || saving === null) return null;
  const hours = bankNeedByHour(year.series, year.quarters, referenceOf(year.reactive));
  return { kind: 'reactive', ...saving, reactive: { kvar, hours: [...hours] } };
};

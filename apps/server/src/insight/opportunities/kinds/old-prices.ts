import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffNames } from '../../../sites/tariffs/index.ts';
import { cycleSaving, daysIn, type OpportunityYear, UNKNOWN_AMOUNT } from '../opportunity-year.ts';

const CENTS = 100;
const DAYS_A_YEAR = 365;

const nameOf = ({ distributor, group, comment }: TariffNames): string =>
  [distributor, group, comment].filter((word) => word !== '').join(' ');

/** Superseded prices, and how the newer ones change the bills. Null if the prices are current or bills hardly change. */
export const oldPricesSaving = (year: OpportunityYear): SavingOf<'old-prices'> | null => {
  const { oldPrices: old, cycles, totals } = year;
  if (old === null) return null;
  const prices: SavingOf<'old-prices'>['prices'] = {
    tariff: { _id: old.tariff.id, name: nameOf(old.tariff) },
    validFrom: old.validFrom,
    validUntil: old.validUntil,
    newer: null,
    change: null,
  };
  if (old.newer === null) {
    const evidence = cycles.map(({ start }, index) => {
      const now = totals[index] ?? 0;
      return { date: start, now, instead: now };
    });
    return { kind: 'old-prices', ...UNKNOWN_AMOUNT, prices, evidence };
  }
  const { tariff, version } = old.newer;
  const [now, then] = [year.totalsAt(old.rules), year.totalsAt(version.rules)];
  const more = then.reduce((sum, total, index) => sum + total - (now[index] ?? 0), 0);
  // The larger totals come first, so that an increase gets a range as a saving does.
  const [larger, smaller] = more > 0 ? [then, now] : [now, then];
  const amount = cycleSaving(cycles, larger, smaller);
  if (amount === null) return null;
  const days = cycles.reduce((sum, cycle) => sum + daysIn(cycle), 0);
  return {
    kind: 'old-prices',
    ...amount,
    prices: {
      ...prices,
      newer: { _id: tariff.id, name: nameOf(tariff), validFrom: version.validFrom },
      change: Math.round(((more * DAYS_A_YEAR) / days) * CENTS) / CENTS,
    },
    evidence: cycles.map(({ start }, index) => ({
      date: start,
      now: now[index] ?? 0,
      instead: then[index] ?? 0,
    })),
  };
};

import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import { isDemandEnough } from '@nascente/domain/money/comparison/advised-step';

/** Savings by another modality, or by another demand under the same one. */
export type TariffSaving = SavingOf<'modality'> | SavingOf<'demand'>;

type Compared = TariffComparison['modalities'][number];
const CENTS = 100;

/**
 * The cost of each month under the advised modality with its optimal demand, and under the current one with its contracted
 * demand.
 */
const monthsOf = ({ cycles }: TariffComparison, now: Compared, best: Compared) =>
  now.months.map(({ start, end, total }, index) => {
    const instead = best.months[index]?.optimalTotal ?? total;
    return {
      date: start,
      now: total,
      instead,
      days: daysBetween(civilDate(start), civilDate(end)) + 1,
      saving: Math.round((total - instead) * CENTS) / CENTS,
      completeness: cycles[index]?.completeness ?? 0,
    };
  });

/**
 * The saving of the step that the tariff comparison advises: another demand today, or the cheapest modality. Null if today is the
 * cheapest, or the comparison is incomplete.
 */
export const tariffSaving = (comparison: TariffComparison): TariffSaving | null => {
  const { current, modalities } = comparison;
  const now = modalities.find(({ modality }) => modality === current);
  const [cheapest] = modalities;
  if (now === undefined || cheapest === undefined) return null;
  const isSmallStep = isDemandEnough(now.total - now.optimalTotal, now.total - cheapest.optimalTotal);
  const best = isSmallStep ? now : cheapest;
  const months = monthsOf(comparison, now, best);
  const saving = yearlySaving(months);
  if (saving === null) return null;
  const change = {
    ...saving,
    modality: { from: now.modality, to: best.modality },
    demands: best.optimal.map(({ touPeriod, contracted }) => ({ touPeriod, contracted })),
    lowering: null,
    evidence: months.map(({ date, now: asContracted, instead }) => ({ date, now: asContracted, instead })),
  };
  return best === now
    ? { kind: 'demand', ...change, seasons: [], demanded: [] }
    : { kind: 'modality', ...change };
};

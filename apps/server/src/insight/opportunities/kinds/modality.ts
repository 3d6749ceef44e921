import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import type { TariffComparison } from '@nascente/contract/money/tariff-comparison';
import { civilDate, daysBetween } from '@nascente/domain/base/time/civil-day';
import { yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import { isDemandEnough } from '@nascente/domain/money/comparison/advised-step';

/** Savings by another modality, or by another demand under the same one. */
export type TariffSaving = SavingOf<'modality'> | SavingOf<'demand'>;

type Compared = TariffComparison['modalities'][number];
const CENTS = 100;

/** Under the advised one with its best demand, against the current one as it is contracted. */
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
 * What the step that is advised would save: the one that the page which compares tariffs advises. It is one saving, for a
 * demand that is put right under the modality of today is a part of what the cheapest saves and not one more. Null where
 * today is the cheapest, or a comparison lacks something.
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
    demands: best.optimal.map(({ post, contracted }) => ({ post, contracted })),
    lowering: null,
    evidence: months.map(({ date, now: asContracted, instead }) => ({ date, now: asContracted, instead })),
  };
  return best === now
    ? { kind: 'demand', ...change, seasons: [], demanded: [] }
    : { kind: 'modality', ...change };
};

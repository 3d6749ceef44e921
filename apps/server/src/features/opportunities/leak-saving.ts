import type { NightFlow } from '@nascente/contract/water';
import { yearlyLoss } from '@nascente/domain/opportunities/yearly-saving';
import type { FoundSaving } from './found-saving.ts';

/** What a leak costs in a year, if nobody mends it; null without one, or without a price of water. */
export const leakSaving = (
  meter: { readonly mac: string; readonly name: string },
  { leak, continuous, baseline, nights }: NightFlow,
): FoundSaving | null => {
  const told = leak ?? continuous;
  if (told === null || told.costPerDay === null) return null;
  const usual = leak === null ? 0 : (baseline ?? 0);
  const measured = nights.flatMap(({ date, flow }) => (flow === null ? [] : [{ date, flow }]));
  const above = measured.filter(({ date }) => date >= told.since).map(({ flow }) => flow - usual);
  const loss = yearlyLoss(told.costPerDay, told.flow, above, leak === null);
  if (loss === null) return null;
  return {
    kind: 'leak',
    meter,
    ...loss,
    modality: null,
    demands: [],
    leak: { since: told.since, flow: told.flow, perDay: told.perDay, isContinuous: leak === null },
    evidence: measured.map(({ date, flow }) => ({ date, now: flow, instead: usual })),
  };
};

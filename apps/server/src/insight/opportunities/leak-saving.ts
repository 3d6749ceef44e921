import type { NightFlow } from '@nascente/contract/energy/water';
import { yearlyLoss } from '@nascente/domain/insight/opportunities/yearly-saving';
import { type FoundSaving, NOTHING_ELSE } from './found-saving.ts';

type LeakOf = Pick<NonNullable<NightFlow['leak']>, 'since' | 'flow' | 'perDay' | 'costPerDay'>;

/** What of the nights of a meter tells what its leak costs. */
interface LeakingNights {
  readonly leak: LeakOf | null;
  readonly continuous: LeakOf | null;
  readonly baseline: number | null;
  readonly nights: readonly Pick<NightFlow['nights'][number], 'date' | 'flow'>[];
}

/** What a leak costs in a year, if nobody mends it; null without one, or without a price of water. */
export const leakSaving = (
  meter: { readonly mac: string; readonly name: string },
  { leak, continuous, baseline, nights }: LeakingNights,
): FoundSaving | null => {
  const flowing = leak ?? continuous;
  if (flowing === null || flowing.costPerDay === null) return null;
  const usual = leak === null ? 0 : (baseline ?? 0);
  const measured = nights.flatMap(({ date, flow }) => (flow === null ? [] : [{ date, flow }]));
  const above = measured.filter(({ date }) => date >= flowing.since).map(({ flow }) => flow - usual);
  const loss = yearlyLoss(flowing.costPerDay, flowing.flow, above, leak === null);
  if (loss === null) return null;
  return {
    ...NOTHING_ELSE,
    kind: 'leak',
    meter,
    measured: { ...meter, hours: 'all' },
    ...loss,
    leak: { since: flowing.since, flow: flowing.flow, perDay: flowing.perDay, isContinuous: leak === null },
    evidence: measured.map(({ date, flow }) => ({ date, now: flow, instead: usual })),
  };
};

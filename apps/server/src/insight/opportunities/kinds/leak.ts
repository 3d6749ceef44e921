import type { NightFlow } from '@nascente/contract/energy/water';
import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { yearlyLoss } from '@nascente/domain/insight/opportunities/yearly-saving';

type LeakOf = Pick<NonNullable<NightFlow['leak']>, 'since' | 'flow' | 'perDay' | 'costPerDay'>;

/** Nights of a water meter and its detected leak. */
interface LeakingNights {
  readonly leak: LeakOf | null;
  readonly continuous: LeakOf | null;
  readonly baseline: number | null;
  readonly nights: readonly Pick<NightFlow['nights'][number], 'date' | 'flow'>[];
}

/** Yearly cost of an unrepaired leak; `null` without a leak or a water price. */
export const leakSaving = (
  meter: { readonly mac: string; readonly name: string },
  { leak, continuous, baseline, nights }: LeakingNights,
): SavingOf<'leak'> | null => {
  const flowing = leak ?? continuous;
  if (flowing === null || flowing.costPerDay === null) return null;
  const usual = leak === null ? 0 : (baseline ?? 0);
  const measured = nights.flatMap(({ date, flow }) => (flow === null ? [] : [{ date, flow }]));
  const above = measured.filter(({ date }) => date >= flowing.since).map(({ flow }) => flow - usual);
  const loss = yearlyLoss(flowing.costPerDay, flowing.flow, above, leak === null);
  if (loss === null) return null;
  return {
    kind: 'leak',
    meter,
    measured: { ...meter, hours: 'all' },
    ...loss,
    leak: { since: flowing.since, flow: flowing.flow, perDay: flowing.perDay, isContinuous: leak === null },
    evidence: measured.map(({ date, flow }) => ({ date, now: flow, instead: usual })),
  };
};

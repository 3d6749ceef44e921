import { addDays, earlierDay } from '@nascente/domain/base/time/civil-day';
import { generationOf, isTurnedRound } from '@nascente/domain/energy/subjects/solar';
import { type DayConsumption, phaseSum } from '@nascente/domain/telemetry/intervals/totals';
import type { ConsumptionReader, DaysAsked, MeteredEstablishment } from './consumption-reader.ts';

/** What a meter at an inverter measured. */
export interface Generation {
  /** mWh of each civil day, of which `completeness` was measured, 0..1. */
  readonly days: readonly (Pick<
    DayConsumption,
    'date' | 'completeness' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'
  > & { readonly generated: number })[];
  /** Whether its clamps lie the other way round: what it generates is measured as injected, and power as negative. */
  readonly isTurnedRound: boolean;
}

/** In one night an inverter only draws: a month tells which way round its clamps lie. */
const JUDGED_DAYS = 31;

/** What a meter at an inverter generated on some days. */
export const readGeneration = async (
  reader: Pick<ConsumptionReader, 'inDetail'>,
  meter: MeteredEstablishment,
  { first, last, now }: Pick<DaysAsked, 'first' | 'last' | 'now'>,
): Promise<Generation> => {
  const judgedFrom = earlierDay(first, addDays(last, 1 - JUDGED_DAYS));
  const read = await reader.inDetail(meter, { first: judgedFrom, last, now });
  const flowed = read.map((day) => ({ consumed: day.total, injected: phaseSum(day.injected) }));
  const generated = generationOf(flowed);
  const days = read.map((day, index) => ({ ...day, generated: generated[index] ?? 0 }));
  return { days: days.filter(({ date }) => date >= first), isTurnedRound: isTurnedRound(flowed) };
};

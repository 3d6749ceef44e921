import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import type { Instant } from '@nascente/domain/base/time/zone';
import { solarRole } from '@nascente/domain/energy/subjects/solar';
import { type Completeness, sharesOf, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import { type ConsumptionService, type Generation, inUnits } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter } from '../../sites/meters/index.ts';

/** Whether a meter is at an inverter: its energy is generation, which is not consumed, billed or forecast. */
export const isAtInverter = (meter: Pick<Meter, 'type' | 'isGeneral' | 'hasSolarPanel'>): boolean =>
  meter.type !== 'water' && solarRole(meter) === 'inverter';

/** Generation of an inverter in the current billing cycle. */
interface GeneratedInCycle extends Pick<Generation, 'isTurnedRound'>, Completeness {
  /** kWh; `null`: nothing was measured. */
  readonly total: number | null;
}

export const generatedInCycle = async (
  consumption: Pick<ConsumptionService, 'generation'>,
  caller: Caller,
  { mac, zone, calendar }: Meter,
  now: Instant,
): Promise<GeneratedInCycle> => {
  const end = civilDateAt(now, zone);
  const { first: start } = readingCycleAt(end, calendar);
  const { days, isTurnedRound } = await consumption.generation(caller, mac, { start, end });
  const sums = totalsOfDays(days.map((day) => ({ ...day, total: day.generated })));
  const hasData = sums.presentQuarters + sums.estimatedQuarters > 0;
  return { total: hasData ? inUnits(sums.total) : null, ...sharesOf(sums), isTurnedRound };
};

import type { NightFlow } from '@nascente/contract/water';
import { judgeNights, type Leak, NIGHT_HOURS } from '@nascente/domain/consumption/night-flow';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  startOfDay,
} from '@nascente/domain/time/civil-day';
import { HOUR_MS, type Instant } from '@nascente/domain/time/zone';
import { cubicMetres, type Millilitres } from '@nascente/domain/units/volume';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { laterDay } from './asked-period.ts';
import type { ConsumptionReader } from './consumption-reader.ts';
import { inReais, priceDays } from './priced-days.ts';

export interface NightFlowService {
  ofMeter(caller: Caller, mac: string): Promise<NightFlow>;
}

/** Nights that are looked at: a month on screen, and before it what was usual. */
const NIGHTS = 60;
const HOURS_A_DAY = 24;

const litres = (volume: Millilitres): number => volume / 1000;

export const createNightFlowService = (needs: {
  reader: ConsumptionReader;
  directory: MeterDirectory;
  tariffs: TariffsService;
  clock: () => Instant;
}): NightFlowService => {
  const { reader, directory, tariffs, clock } = needs;

  const costOf = async (meter: Meter, date: CivilDate, volume: Millilitres) => {
    const day = { date, inPoint: 0, interPoint: 0, outPoint: volume };
    return inReais((await priceDays(tariffs, meter.tariffId, [day])).total);
  };

  const toLeak = async (meter: Meter, today: CivilDate, { since, flow, lost }: Leak) => {
    const perDay = (flow * HOURS_A_DAY) as Millilitres;
    const [costPerDay, cost] = await Promise.all([costOf(meter, today, perDay), costOf(meter, today, lost)]);
    return {
      since,
      flow: litres(flow),
      perDay: cubicMetres(perDay),
      lost: cubicMetres(lost),
      costPerDay,
      cost,
    };
  };

  const nightsOf = async (meter: Meter): Promise<NightFlow> => {
    if (meter.kind !== 'water') {
      const msg = 'A vazão noturna existe apenas para medidores de água.';
      throw new InvalidInput(msg, [{ path: 'mac', msg }]);
    }
    const now = clock();
    const today = civilDateAt(now, meter.zone);
    const first = laterDay(addDays(today, -NIGHTS), civilDateAt(meter.installedAt, meter.zone));
    // Tonight counts once its last hour is over: until then its quietest may be still to come.
    const last = civilHourAt(now, meter.zone) >= NIGHT_HOURS.to ? today : addDays(today, -1);
    const days = last < first ? [] : await reader.inTotal(meter, { first, last, now });
    const elapsedHours = (now - startOfDay(last, meter.zone)) / HOUR_MS;
    const { nights, baseline, leak, continuous } = judgeNights(days, elapsedHours);
    const measured = nights.flatMap(({ date, flow }) =>
      flow === null ? [] : [{ date, flow: litres(flow) }],
    );
    return {
      window: NIGHT_HOURS,
      baseline: baseline === null ? null : litres(baseline),
      latest: measured.at(-1) ?? null,
      nights: nights.map((night) => ({ ...night, flow: night.flow === null ? null : litres(night.flow) })),
      leak: leak === null ? null : await toLeak(meter, today, leak),
      continuous: continuous === null ? null : await toLeak(meter, today, continuous),
    };
  };

  return { ofMeter: (caller, mac) => directory.read(caller, 'see-consumption', mac, nightsOf) };
};

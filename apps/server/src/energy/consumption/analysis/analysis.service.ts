import type { ParamsOf, QueryOf } from '@nascente/contract/base/call';
import type { readAlwaysOn, readDemand } from '@nascente/contract/energy/analysis';
import { type CivilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { solarRole } from '@nascente/domain/energy/subjects/solar';
import type { PricedDay } from '@nascente/domain/sites/tariffs/simple-tariff';
import { InvalidInput, invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { type EstablishmentPostsReader, NO_POSTS } from '../../tou-periods/index.ts';
import type { MeterPrices } from '../prices/subject-prices.ts';
import type { ConsumptionReader } from '../reading/consumption-reader.ts';
import type { DaysReader } from '../reading/days-reader.ts';
import { readMeasuredQuarters } from '../reading/measured-quarters.ts';
import { subjectOfMeter } from '../subjects/subject.ts';
import { daysOfSubject } from '../subjects/subject-days.ts';
import { toAlwaysOn } from './always-on-answer.ts';
import { compareDays } from './comparison.ts';
import { toDemand } from './demand-answer.ts';
import { toHeatMap } from './heat-map-answer.ts';
import { readLoads } from './read-loads.ts';

type Days = { readonly start: string; readonly end: string };

export type AnalysisService = ReturnType<typeof createAnalysisService>;

export const createAnalysisService = (needs: {
  reader: ConsumptionReader;
  days: DaysReader;
  meterDays: MeterDays;
  directory: MeterDirectory;
  prices: MeterPrices;
  posts: EstablishmentPostsReader;
  clock: () => Instant;
}) => {
  const { reader, meterDays, directory, prices, posts, clock } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-consumption', mac, read);
  const daysAsked = (meter: Meter, { start, end }: Days) => {
    const [first, asked] = [start as CivilDate, end as CivilDate];
    checkPeriod(first, asked, 'end');
    const now = clock();
    const today = civilDateAt(now, meter.zone);
    if (first > today) throw invalidField('start', 'A data inicial não pode ser posterior a hoje.');
    return { first, last: earlierDay(asked, today), today, now };
  };
  /** @param isWhole - of no day, unless it says so */
  const pricesOf =
    (caller: Caller, meter: Meter) =>
    (days: readonly PricedDay[], isWhole: (date: CivilDate) => boolean = () => false) =>
      prices.ofDays(caller, { meter, days, isWhole });
  const postsOf = async (meter: Meter, days: ReturnType<typeof daysAsked>) =>
    meter.kind === 'water' ? NO_POSTS : posts.read({ ...meter, ...days });

  return {
    alwaysOn: (caller: Caller, { mac, ...asked }: ParamsOf<typeof readAlwaysOn>) =>
      ofMeter(caller, mac, async (meter) => {
        const days = daysAsked(meter, asked);
        const [measured, inForce] = await Promise.all([
          readMeasuredQuarters(meterDays, meter, days),
          postsOf(meter, days),
        ]);
        return toAlwaysOn(measured, meter, inForce, pricesOf(caller, meter));
      }),
    demand: (caller: Caller, mac: string, asked: QueryOf<typeof readDemand>) =>
      ofMeter(caller, mac, async (meter) => {
        if (meter.kind === 'water') throw new InvalidInput('Este medidor não mede energia elétrica.', []);
        const days = daysAsked(meter, asked);
        const [measured, inForce, beside] = await Promise.all([
          readMeasuredQuarters(meterDays, meter, days),
          postsOf(meter, days),
          meter.isGeneral ? directory.visibleAt(caller, meter.establishmentId) : [],
        ]);
        const others = beside.filter((one) => one.kind !== 'water' && solarRole(one) === 'load');
        const ids = [meter, ...others].map(({ installationId }) => installationId);
        return toDemand(measured, asked, { meter, others, inForce }, (starts) =>
          readLoads(meterDays, ids, starts),
        );
      }),
    heatMap: (caller: Caller, mac: string, asked: Days) =>
      ofMeter(caller, mac, async (meter) => {
        const days = daysAsked(meter, asked);
        const [measured, { rules }] = await Promise.all([reader.inTotal(meter, days), postsOf(meter, days)]);
        return toHeatMap(measured, rules);
      }),
    comparison: (caller: Caller, mac: string, asked: Days) =>
      ofMeter(caller, mac, async (meter) => {
        const { first, last, now } = daysAsked(meter, asked);
        const pricedPosts = async (of: { first: CivilDate; last: CivilDate }) =>
          (await prices.postsOf(caller, meter, of)).postsOn;
        const source = daysOfSubject(meterDays.readTogether, subjectOfMeter(meter, now), pricedPosts);
        return compareDays(source, { first, last }, now, pricesOf(caller, meter));
      }),
  };
};

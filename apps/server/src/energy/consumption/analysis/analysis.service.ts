import type { AnswerOf, ParamsOf, QueryOf } from '@nascente/contract/base/call';
import type { Demand, readAlwaysOn, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import { type CivilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { alwaysOn } from '@nascente/domain/energy/consumption/always-on';
import { sumDays } from '@nascente/domain/energy/consumption/consolidate';
import {
  demandPeaks,
  explainPeak,
  highestHour,
  hourTotals,
} from '@nascente/domain/energy/consumption/demand-peaks';
import { solarRole } from '@nascente/domain/energy/subjects/solar';
import {
  type HighestQuarter,
  highestByTouPeriod,
  sumsByTouPeriod,
  touPeriodAtInstant,
} from '@nascente/domain/energy/tou-periods/quarters-by-tou-period';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { PricedDay } from '@nascente/domain/sites/tariffs/simple-tariff';
import { rowsOfRuns } from '@nascente/domain/telemetry/intervals/quarter-days';
import { thin } from '@nascente/domain/telemetry/intervals/thinning';
import { type DayConsumption, instantAt, sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import { InvalidInput, invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import {
  type EstablishmentTouReader,
  NO_TOU_PERIODS,
  type TouPeriodsInForce,
} from '../../tou-periods/index.ts';
import { inUnits, quarterText } from '../days/day-answer.ts';
import {
  inReais,
  type PricedDays,
  type PricedPeriods,
  type SubjectPrices,
} from '../prices/subject-prices.ts';
import type { ConsumptionReader, DaysReader } from '../reading/consumption-reader.ts';
import { type MeasuredQuarters, readMeasuredQuarters } from '../reading/quarter-sums.ts';
import { subjectOfMeter } from '../subjects/subject.ts';
import { daysOfSubject } from '../subjects/subject-days.ts';
import { compareDays } from './comparison.ts';

type AlwaysOnAnswer = AnswerOf<typeof readAlwaysOn>['alwaysOn'];

const QUARTERS_AN_HOUR = 4;
const MINUTES_A_QUARTER = 15;
const LITRES_A_CUBIC_METRE = 1000;

/** Converts the energy of a quarter-hour to kW, or its volume to L/min. */
const rateOf = (perQuarter: number, isWater: boolean): number =>
  isWater
    ? (inUnits(perQuarter) * LITRES_A_CUBIC_METRE) / MINUTES_A_QUARTER
    : inUnits(perQuarter * QUARTERS_AN_HOUR);

const toAlwaysOn = async (
  quarters: MeasuredQuarters,
  { zone, kind }: Pick<Meter, 'zone' | 'kind'>,
  { rules }: Pick<TouPeriodsInForce, 'rules'>,
  { touPeriodsOn }: Pick<PricedPeriods, 'touPeriodsOn'>,
  price: (days: readonly PricedDay[]) => Promise<Pick<PricedDays, 'total' | 'basis'>>,
): Promise<AlwaysOnAnswer> => {
  const base = alwaysOn(quarters);
  if (base === null) return null;
  const { total, basis } = await price(sumsByTouPeriod(quarters.start, base.parts, { zone, touPeriodsOn }));
  return {
    power: rateOf(base.perQuarter, kind === 'water'),
    energy: inUnits(base.energy),
    share: base.share,
    cost: inReais(total),
    completeness: quarters.completeness,
    // A caller who sees no bill gets the simple tariff of the meter, not the time-of-use periods of the contract.
    touPeriods: rules.filter(({ tariff }) => basis === 'contract' || tariff === null),
  };
};

interface LoadRow {
  readonly installationId: number;
  readonly start: Instant;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly consumed: number;
}

const readLoads = async (
  days: MeterDays,
  installationIds: readonly number[],
  starts: readonly Instant[],
): Promise<readonly LoadRow[]> => {
  const spans = installationIds.flatMap((installationId) =>
    starts.map((from) => ({ installationId, from, to: instant(from + QUARTER_MS) })),
  );
  const columns = ['consumedA', 'consumedB', 'consumedC'] as const;
  const runs = await days.read(columns, spans);
  return spans.flatMap(({ installationId, ...span }, index) =>
    rowsOfRuns(columns, span, runs[index]).map(({ start, values }) => {
      const [a, b, c] = values as [number, number, number];
      return { installationId, start, a, b, c, consumed: a + b + c };
    }),
  );
};

type Peak = Demand['peaks'][number];

type ReadLoads = (starts: readonly Instant[]) => Promise<readonly LoadRow[]>;

interface MeasuredAt {
  readonly meter: Meter;
  readonly others: readonly Meter[];
  readonly inForce: TouPeriodsInForce;
}

const valueAt = (column: Float64Array, index: number): number => column[index] ?? 0;
const kw = (energy: number): number => rateOf(energy, false);

const toHighest = (quarter: HighestQuarter | null) =>
  quarter && { start: quarterText(quarter.start), power: kw(quarter.consumed) };

const toDemand = async (
  quarters: MeasuredQuarters,
  wanted: { readonly top: number; readonly points: number },
  { meter, others, inForce }: MeasuredAt,
  readLoads: ReadLoads,
): Promise<Demand> => {
  const clock = { zone: meter.zone, touPeriodsOn: inForce.touPeriodsOn };
  const { start, consumed } = quarters;
  const highest = demandPeaks(quarters, wanted.top);
  const rows = await readLoads(highest.map((index) => instantAt(start, index)));
  const toPeak = (index: number): Peak => {
    const at = instantAt(start, index);
    const energy = valueAt(consumed, index);
    const there = rows.filter((row) => row.start === at);
    const own = there.find((row) => row.installationId === meter.installationId);
    const { loads, remainder } = explainPeak(energy, there, others);
    return {
      start: quarterText(at),
      end: quarterText(at + QUARTER_MS),
      power: kw(energy),
      phases: { phaseA: kw(own?.a ?? 0), phaseB: kw(own?.b ?? 0), phaseC: kw(own?.c ?? 0) },
      touPeriod: touPeriodAtInstant(at, clock),
      loads: loads.map((load) => ({ mac: load.meter.mac, name: load.meter.name, power: kw(load.consumed) })),
      remainder: remainder === null ? null : kw(remainder),
    };
  };
  const curve = thin(start, [consumed], wanted.points).map((index) => ({
    date: quarterText(valueAt(start, index)),
    power: kw(valueAt(consumed, index)),
  }));
  const { inPoint, interPoint, outPoint } = highestByTouPeriod(quarters, clock);
  return {
    peaks: highest.map(toPeak),
    highest: {
      inPoint: toHighest(inPoint),
      interPoint: toHighest(interPoint),
      outPoint: toHighest(outPoint),
    },
    curve,
    completeness: quarters.completeness,
    touPeriods: inForce.rules,
  };
};

type HeatMap = AnswerOf<typeof readHeatMap>['heatmap'];

const toHeatMap = (measured: readonly DayConsumption[], touPeriods: HeatMap['touPeriods']): HeatMap => {
  const highest = highestHour(measured);
  return {
    days: measured.map((day) => ({
      date: day.date,
      hours: hourTotals(day).map((total) => (total === null ? null : inUnits(total))),
      total: inUnits(day.total),
      ...sharesOf(day),
    })),
    highest: highest && { ...highest, total: inUnits(highest.total) },
    ...sharesOf(sumDays(measured)),
    touPeriods,
  };
};

type Days = { readonly start: CivilDate; readonly end: CivilDate };

export const createAnalysisService = (needs: {
  reader: ConsumptionReader;
  days: DaysReader;
  meterDays: MeterDays;
  directory: MeterDirectory;
  prices: SubjectPrices;
  touPeriods: EstablishmentTouReader;
  clock: () => Instant;
}) => {
  const { reader, meterDays, directory, prices, touPeriods, clock } = needs;

  const ofMeter = <T>(caller: Caller, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-consumption', mac, read);
  const requestedDays = (meter: Meter, { start, end }: Days) => {
    checkPeriod(start, end, 'end');
    const now = clock();
    const today = civilDateAt(now, meter.zone);
    if (start > today) throw invalidField('start', 'A data inicial não pode ser posterior a hoje.');
    return { first: start, last: earlierDay(end, today), today, now };
  };
  /** @param isComplete - whether a day is complete; by default no day is */
  const pricesOf =
    (caller: Caller, meter: Meter) =>
    (days: readonly PricedDay[], isComplete: (date: CivilDate) => boolean = () => false) =>
      prices.ofDays(caller, { meter, days, isComplete });
  const touPeriodsOf = async (meter: Meter, days: ReturnType<typeof requestedDays>) =>
    meter.kind === 'water' ? NO_TOU_PERIODS : touPeriods.read({ ...meter, ...days });

  return {
    alwaysOn: (caller: Caller, { mac, ...requested }: ParamsOf<typeof readAlwaysOn>) =>
      ofMeter(caller, mac, async (meter) => {
        const days = requestedDays(meter, requested);
        const [measured, inForce, priced] = await Promise.all([
          readMeasuredQuarters(meterDays, meter, days),
          touPeriodsOf(meter, days),
          prices.touPeriodsOf(caller, meter, days),
        ]);
        return toAlwaysOn(measured, meter, inForce, priced, pricesOf(caller, meter));
      }),
    demand: (caller: Caller, mac: Mac, requested: QueryOf<typeof readDemand>) =>
      ofMeter(caller, mac, async (meter) => {
        if (meter.kind === 'water') throw new InvalidInput('Este medidor não mede energia elétrica.', []);
        const days = requestedDays(meter, requested);
        const [measured, inForce, beside] = await Promise.all([
          readMeasuredQuarters(meterDays, meter, days),
          touPeriodsOf(meter, days),
          meter.isGeneral ? directory.visibleAt(caller, meter.establishmentId) : [],
        ]);
        const others = beside.filter((one) => one.kind !== 'water' && solarRole(one) === 'load');
        const ids = [meter, ...others].map(({ installationId }) => installationId);
        return toDemand(measured, requested, { meter, others, inForce }, (starts) =>
          readLoads(meterDays, ids, starts),
        );
      }),
    heatMap: (caller: Caller, mac: Mac, requested: Days) =>
      ofMeter(caller, mac, async (meter) => {
        const days = requestedDays(meter, requested);
        const [measured, { rules }] = await Promise.all([
          reader.inTotal(meter, days),
          touPeriodsOf(meter, days),
        ]);
        return toHeatMap(measured, rules);
      }),
    comparison: (caller: Caller, mac: Mac, requested: Days) =>
      ofMeter(caller, mac, async (meter) => {
        const { first, last, now } = requestedDays(meter, requested);
        const pricedPeriods = async (of: { first: CivilDate; last: CivilDate }) =>
          (await prices.touPeriodsOf(caller, meter, of)).touPeriodsOn;
        const source = daysOfSubject(meterDays.readTogether, subjectOfMeter(meter, now), pricedPeriods);
        return compareDays(source, { first, last }, now, pricesOf(caller, meter));
      }),
  };
};

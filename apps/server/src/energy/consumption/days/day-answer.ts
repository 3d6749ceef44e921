import type { ConsolidatedDay, DayPricing } from '@nascente/contract/energy/consumption';
import { type CivilDate, type CivilHour, hoursOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { DAY_MS, HOUR_MS, type Zone } from '@nascente/domain/base/time/zone';
import type { Cents } from '@nascente/domain/base/units/money';
import { type EmptyReason, emptyReasonOf } from '@nascente/domain/energy/consumption/consolidate';
import type { TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { TouPeriod } from '@nascente/domain/sites/tou-windows/tou-periods';
import {
  type Completeness,
  type DayConsumption,
  type HourConsumption,
  type PeakQuarter,
  type Phases,
  phaseSum,
  sharesOf,
} from '@nascente/domain/telemetry/intervals/totals';
import { inReais } from '../prices/subject-prices.ts';

const PER_DAY = DAY_MS / QUARTER_MS;
const CLOCKS = Array.from({ length: PER_DAY }, (_, quarter) =>
  new Date(quarter * QUARTER_MS).toISOString().slice(10),
);

/** Caches the last day: a period has thousands of instants in few days. */
let written = { day: Number.NaN, text: '' };

const dayText = (day: number): string => {
  if (written.day !== day) written = { day, text: new Date(day * DAY_MS).toISOString().slice(0, 10) };
  return written.text;
};

/** Formats the start of a quarter-hour as `toISOString` does, ten times faster. */
export const quarterText = (at: number): string => {
  const day = Math.floor(at / DAY_MS);
  return dayText(day) + (CLOCKS[(at - day * DAY_MS) / QUARTER_MS] ?? new Date(at).toISOString().slice(10));
};

type Hour = ConsolidatedDay['hours'][number];

/** Converts thousandths of Wh, varh or litres to kWh, kvarh or m³, rounded to the nearest representable number. */
export const inUnits = (thousandths: number): number => thousandths / 1_000_000;

/** The measured and estimated shares of a day; for an empty day the reason why it is empty. */
export const completenessOfDay = (
  day: Pick<DayConsumption, 'date' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
  today: CivilDate,
): Completeness & { readonly emptyReason?: EmptyReason } => {
  const emptyReason = emptyReasonOf(day, today);
  return { ...sharesOf(day), ...(emptyReason !== null && { emptyReason }) };
};

const phases = ({ a, b, c }: Phases<number>) => ({
  phaseA: inUnits(a),
  phaseB: inUnits(b),
  phaseC: inUnits(c),
});

/** Inductive minus capacitive energy, as the register of a board counts it. */
const reactive = ({ inductive, capacitive }: HourConsumption) => ({
  phaseA: inUnits(inductive.a - capacitive.a),
  phaseB: inUnits(inductive.b - capacitive.b),
  phaseC: inUnits(inductive.c - capacitive.c),
});

const period = (start: number, end: number) => ({
  startDate: quarterText(start),
  endDate: quarterText(end),
});

const clockOf = (date: CivilDate, zone: Zone) => {
  let hours: readonly CivilHour[] | undefined;
  return (hour: number) => {
    hours ??= hoursOfDay(date, zone);
    const found = hours.find((one) => one.hour === hour);
    if (found) return period(found.start, found.end);
    const skipped = startOfDay(date, zone) + hour * HOUR_MS;
    return period(skipped, skipped);
  };
};

/** Four times the energy of the quarter-hour. A single division gives the nearest representable number. */
export const demandInKw = ({ energy }: PeakQuarter): number => inUnits(energy * 4);

const demandIn = (hour: HourConsumption, clock: ReturnType<typeof clockOf>): Hour['demand'] => {
  const peak = hour.peakQuarter;
  if (peak === null) return { avgValue: 0, period: clock(hour.hour) };
  return { avgValue: demandInKw(peak), period: period(peak.start, peak.start + QUARTER_MS) };
};

export const inTouPeriods = ({ inPoint, interPoint, outPoint }: Readonly<Record<TouPeriod, number>>) => ({
  inPoint: inUnits(inPoint),
  interPoint: inUnits(interPoint),
  outPoint: inUnits(outPoint),
});

/**
 * The parts of an hour that several time-of-use periods divide; absent if all its consumption is in the period `touPeriod`.
 */
const splitOf = (hour: HourConsumption): Pick<Hour, 'touPeriods' | 'injectedTouPeriods'> => {
  const { touPeriod, injected, injectedByTouPeriod } = hour;
  return {
    ...(hour[touPeriod] === hour.total ? {} : { touPeriods: inTouPeriods(hour) }),
    ...(injectedByTouPeriod === undefined || injectedByTouPeriod[touPeriod] === phaseSum(injected)
      ? {}
      : { injectedTouPeriods: inTouPeriods(injectedByTouPeriod) }),
  };
};

/** The hours of time-of-use periods in the format of the API. */
export const toWindows = (windows: TouWindows | null): DayPricing['windows'] =>
  windows && { ...windows, intermediate: [...windows.intermediate] };

const toHour = (hour: HourConsumption, clock: ReturnType<typeof clockOf>): Hour => ({
  hour: hour.hour,
  total: inUnits(hour.total),
  touPeriod: hour.touPeriod,
  ...splitOf(hour),
  consumptionActivePower: phases(hour.consumed),
  consumptionReactivePower: reactive(hour),
  consumptioninjectedPower: phases(hour.injected),
  demand: demandIn(hour, clock),
  ...sharesOf(hour),
});

export const toDay = (
  day: DayConsumption,
  cost: Cents | null | undefined,
  { zone, today }: { readonly zone: Zone; readonly today: CivilDate },
): ConsolidatedDay => {
  const clock = clockOf(day.date, zone);
  return {
    date: day.date,
    total: inUnits(day.total),
    totalPhaseA: inUnits(day.consumed.a),
    totalPhaseB: inUnits(day.consumed.b),
    totalPhaseC: inUnits(day.consumed.c),
    ...inTouPeriods(day),
    injected: inUnits(phaseSum(day.injected)),
    cost: inReais(cost),
    ...completenessOfDay(day, today),
    hours: day.hours.map((hour) => toHour(hour, clock)),
  };
};

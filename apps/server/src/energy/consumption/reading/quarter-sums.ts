import { addDays, type CivilDate, earlierDay } from '@nascente/domain/base/time/civil-day';
import { quarterStart, quartersBetween } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { ConsumedQuarters } from '@nascente/domain/energy/consumption/always-on';
import {
  generalParts,
  type InstalledMeter,
  inverterParts,
  type MeterPart,
  spansOfParts,
} from '@nascente/domain/energy/subjects/meter-parts';
import { generationOf, isTurnedRound } from '@nascente/domain/energy/subjects/solar';
import { QUARTER_QUANTITIES, type QuarterQuantity } from '@nascente/domain/telemetry/intervals/quarter-days';
import {
  completenessOf,
  type DayConsumption,
  type EnergySeries,
  phaseSum,
  valueAt,
} from '@nascente/domain/telemetry/intervals/totals';
import type { InstallationSpan, MeterDays } from '../../../telemetry/series/index.ts';
import {
  type ConsumptionReader,
  type DaysQuery,
  type MeteredEstablishment,
  spanOf,
} from './consumption-reader.ts';

export interface MeasuredQuarters extends ConsumedQuarters {
  readonly completeness: number;
}

/**
 * Consumption of all phases (mWh), or volume (ml), of each quarter-hour with data, ascending. `quarters` is 0 for estimated ones.
 */
export const readConsumedQuarters = async (
  { readEach }: Pick<MeterDays, 'readEach'>,
  { installationId, zone }: MeteredEstablishment,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<ConsumedQuarters & Pick<EnergySeries, 'quarters'>> => {
  const [read] = await readEach([{ installationId, zone, ...span, stepMinutes: 15 }]);
  const { start, consumedA, quarters } = read as EnergySeries;
  return { start, consumed: consumedA, quarters };
};

/** Like {@link readConsumedQuarters}, without estimated quarter-hours and the current one. */
export const readMeasuredQuarters = async (
  days: Pick<MeterDays, 'readEach'>,
  meter: MeteredEstablishment,
  requested: { readonly first: CivilDate; readonly last: CivilDate; readonly now: Instant },
): Promise<MeasuredQuarters> => {
  const { from, to } = spanOf(meter, requested);
  const span = { from, to: instant(Math.max(from, Math.min(to, quarterStart(requested.now)))) };
  const { quarters, ...read } = await readConsumedQuarters(days, meter, span);
  const isMeasured = (_: number, slot: number): boolean => valueAt(quarters, slot) > 0;
  const found = { start: read.start.filter(isMeasured), consumed: read.consumed.filter(isMeasured) };
  const since = instant(Math.max(span.from, meter.installedAt));
  const expected = since < span.to ? quartersBetween(since, span.to) : 0;
  const completeness = completenessOf(Math.min(found.start.length, expected), expected);
  return { ...found, completeness };
};

interface GridFlows {
  readonly isFullyMeasured: boolean;
  readonly exported: number;
  /** `null`: there is no meter at an inverter. */
  readonly generated: number | null;
}

type Installed = InstalledMeter & { readonly installationId: number };

const sumOf = (column: Float64Array): number => column.reduce((sum, value) => sum + value, 0);
const injectedIn = (series: EnergySeries): number =>
  sumOf(series.injectedA) + sumOf(series.injectedB) + sumOf(series.injectedC);
const consumedIn = (series: EnergySeries): number =>
  sumOf(series.consumedA) + sumOf(series.consumedB) + sumOf(series.consumedC);

/** Reads exported and generated energy of an establishment; water has neither. */
export const createGridFlows = ({ sums }: { sums: QuarterSums }) => {
  const measure = (parts: readonly MeterPart<Installed>[]): Promise<readonly EnergySeries[]> =>
    parts.length === 0
      ? Promise.resolve([])
      : sums(
          'all quantities',
          parts.map((part) => spansOfParts([part])),
        );

  return async (
    meters: readonly Installed[],
    type: 'eletric' | 'water',
    time: TimeSpan,
  ): Promise<GridFlows> => {
    const generals = generalParts(meters, time);
    if (type === 'water') return { isFullyMeasured: generals.length > 0, exported: 0, generated: null };
    const inverters = inverterParts(meters, time);
    const [general, atInverters] = await Promise.all([measure(generals), measure(inverters)]);
    return {
      isFullyMeasured: generals.length > 0,
      exported: general.reduce((sum, one) => sum + injectedIn(one), 0),
      // The clamps of a meter at an inverter may be mounted in either direction.
      generated:
        inverters.length === 0
          ? null
          : atInverters.reduce((sum, one) => sum + Math.max(consumedIn(one), injectedIn(one)), 0),
    };
  };
};

export interface Generation {
  /** mWh of each civil day. `completeness`: the measured share of the day, 0 to 1. */
  readonly days: readonly (Pick<
    DayConsumption,
    'date' | 'completeness' | 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'
  > & { readonly generated: number })[];
  /** Whether the clamps of the meter are reversed: generation is measured as injected, and power as negative. */
  readonly isTurnedRound: boolean;
}

/**
 * Days from which the direction of the clamps is determined. At night an inverter only consumes, so a short time would mislead.
 */
const JUDGED_DAYS = 31;

export const readGeneration = async (
  reader: Pick<ConsumptionReader, 'inDetail'>,
  meter: MeteredEstablishment,
  { first, last, now }: Pick<DaysQuery, 'first' | 'last' | 'now'>,
): Promise<Generation> => {
  const judgedFrom = earlierDay(first, addDays(last, 1 - JUDGED_DAYS));
  const read = await reader.inDetail(meter, { first: judgedFrom, last, now });
  const flowed = read.map((day) => ({ consumed: day.total, injected: phaseSum(day.injected) }));
  const generated = generationOf(flowed);
  const days = read.map((day, index) => ({ ...day, generated: generated[index] ?? 0 }));
  return { days: days.filter(({ date }) => date >= first), isTurnedRound: isTurnedRound(flowed) };
};

const QUERIED_QUANTITIES = {
  'all quantities': QUARTER_QUANTITIES,
  electric: ['consumed'],
  water: ['volume'],
} as const satisfies Record<string, readonly QuarterQuantity[]>;
type QuartersOf = keyof typeof QUERIED_QUANTITIES;

/** Sums the quarter-hours of sets of installations, in one query. */
export type QuarterSums = (
  of: QuartersOf,
  sets: readonly (readonly InstallationSpan[])[],
) => Promise<readonly EnergySeries[]>;

export const createQuarterSums =
  (days: Pick<MeterDays, 'sums'>): QuarterSums =>
  (of, sets) =>
    days.sums(QUERIED_QUANTITIES[of], sets);

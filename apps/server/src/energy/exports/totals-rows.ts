import type { ExportRows } from '@nascente/contract/energy/exports';
import {
  addDays,
  type CivilDate,
  endOfDay,
  hoursOfDay,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import type { Cents } from '@nascente/domain/base/units/money';
import { costByHour } from '@nascente/domain/money/prices/cost-by-hour';
import type { PostPrices } from '@nascente/domain/money/prices/indicative-prices';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import type { DayConsumption, Totals } from '@nascente/domain/telemetry/intervals/totals';
import type { Meter } from '../../sites/meters/index.ts';
import type { PeriodAsked } from '../../telemetry/readings/index.ts';
import type { ExportRow } from './export-table.ts';

const PER_UNIT = 1_000_000;
const QUARTERS_AN_HOUR = 4;
/** Days that are read at once. */
const DAYS_A_PAGE = 14;

const inUnits = (thousandths: number): number => thousandths / PER_UNIT;

const valuesOf = (sums: Totals, kind: BoardKind): string => {
  const completeness = Math.round(sums.completeness * 1000) / 10;
  if (kind === 'water') return [inUnits(sums.volume), completeness].join(',');
  const demand = sums.peakQuarter === null ? '' : inUnits(sums.peakQuarter.energy * QUARTERS_AN_HOUR);
  const phases = [sums.consumed, sums.injected, sums.inductive, sums.capacitive].flatMap(({ a, b, c }) =>
    (kind === 'mono' ? [a] : [a, b, c]).map(inUnits),
  );
  return [inUnits(sums.total), ...phases, demand, completeness].join(',');
};

/** What a day costs, and by which prices; null where they are not known. */
interface DayCost {
  readonly cost: Cents | null;
  readonly prices: PostPrices | null;
}

/** Nothing where the price is not known. */
const reaisOf = (cost: Cents | null | undefined): string => (cost == null ? '' : String(cost / 100));

const byDay = (day: DayConsumption, meter: Meter, cost: DayCost | undefined): ExportRow[] => [
  {
    start: startOfDay(day.date, meter.zone),
    end: endOfDay(day.date, meter.zone),
    values: `${valuesOf(day, meter.kind)},${reaisOf(cost?.cost)}`,
  },
];

/** An hour that the clock skipped has no row; one that it repeated is one row of two hours. */
const byHour = (day: DayConsumption, meter: Meter, cost: DayCost | undefined): ExportRow[] => {
  const clock = hoursOfDay(day.date, meter.zone);
  const costs = cost?.cost == null ? [] : costByHour(day.hours, cost.cost, cost.prices);
  return day.hours.flatMap((row, index) => {
    const parts = clock.filter(({ hour }) => hour === row.hour);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      { start: first.start, end: last.end, values: `${valuesOf(row, meter.kind)},${reaisOf(costs[index])}` },
    ];
  });
};

/** A stretch without any data says nothing: it has no row. */
const hasData = ({ presentQuarters, total }: Totals): boolean => presentQuarters + total > 0;

/** Days by the hour, by the posts by which they are priced. */
export type ReadDays = (days: Pick<PeriodAsked, 'first' | 'last'>) => Promise<readonly DayConsumption[]>;

/** What each day of a period costs, as the screens of the meter tell it: all at once, so that cents are cut as there. */
export type CostsOfDays = (
  days: Pick<PeriodAsked, 'first' | 'last'>,
) => Promise<ReadonlyMap<string, DayCost>>;

/** Totals of civil hours or days with what they cost, oldest first. */
export async function* totalsPages(
  read: ReadDays,
  meter: Meter,
  asked: PeriodAsked,
  every: Exclude<ExportRows, '15m'>,
  costsOf: CostsOfDays,
): AsyncGenerator<ExportRow[]> {
  const costs = await costsOf(asked);
  for (let first: CivilDate = asked.first; first <= asked.last; first = addDays(first, DAYS_A_PAGE)) {
    let last = addDays(first, DAYS_A_PAGE - 1);
    if (last > asked.last) last = asked.last;
    const days = await read({ first, last });
    yield days.flatMap((day) => {
      const cost = costs.get(day.date);
      if (every === '1d') return hasData(day) ? byDay(day, meter, cost) : [];
      return byHour({ ...day, hours: day.hours.filter(hasData) }, meter, cost);
    });
  }
}

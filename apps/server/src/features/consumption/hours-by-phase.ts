import { QUARTERS_OF_DAY } from '@nascente/domain/consumption/quarter-days';
import {
  type EnergySeries,
  emptySeries,
  SERIES_COLUMNS,
  type SeriesColumn,
  seriesWith,
} from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS } from '@nascente/domain/time/zone';
import type { DayByPhase } from '../series/index.ts';

const HOURS_OF_DAY = 24;
const QUARTERS_OF_HOUR = QUARTERS_OF_DAY / HOURS_OF_DAY;

const COLUMNS_OF = {
  consumed: ['consumedA', 'consumedB', 'consumedC'],
  injected: ['injectedA', 'injectedB', 'injectedC'],
  inductive: ['inductiveA', 'inductiveB', 'inductiveC'],
  capacitive: ['capacitiveA', 'capacitiveB', 'capacitiveC'],
  volume: ['volume'],
} as const satisfies Record<string, readonly SeriesColumn[]>;
const QUANTITIES = Object.entries(COLUMNS_OF) as [keyof typeof COLUMNS_OF, readonly SeriesColumn[]][];

const add = (column: Float64Array, slot: number, number: number): void => {
  column[slot] = (column[slot] as number) + number;
};

const isPresent = ({ present }: DayByPhase, place: number): boolean =>
  present === null || present[place] === '1';

/** What all phases consumed in a quarter-hour. */
const consumedAt = ({ consumed }: DayByPhase, place: number): number =>
  consumed.reduce((sum, grid) => sum + (grid?.[place] ?? 0), 0);

/** Adds a quarter-hour with data to the slot of its hour. */
const addQuarter = (series: EnergySeries, slot: number, day: DayByPhase, place: number): void => {
  for (const [quantity, columns] of QUANTITIES)
    for (const [phase, column] of columns.entries()) {
      const measured = day[quantity][phase]?.[place] ?? 0;
      if (measured > 0) add(series[column], slot, measured);
    }
  const consumed = consumedAt(day, place);
  if (series.quarters[slot] === 0 || consumed > (series.peakQuarter[slot] as number)) {
    series.peakQuarter[slot] = consumed;
    series.peakQuarterStart[slot] = day.midnight + place * QUARTER_MS;
  }
  add(series.quarters, slot, 1);
};

/** Closed days by the hour, by phase: hours without data are left out. Days ascend. */
export const hoursByPhase = (days: readonly DayByPhase[]): EnergySeries => {
  const series = emptySeries(days.length * HOURS_OF_DAY, 60);
  let slot = 0;
  for (const day of days)
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
      for (let place = hour * QUARTERS_OF_HOUR; place < (hour + 1) * QUARTERS_OF_HOUR; place++)
        if (isPresent(day, place)) addQuarter(series, slot, day, place);
      if (series.quarters[slot] === 0) continue;
      series.start[slot] = day.midnight + hour * HOUR_MS;
      slot++;
    }
  const cut = (column: Float64Array): Float64Array => column.subarray(0, slot);
  const columns = Object.fromEntries(SERIES_COLUMNS.map((name) => [name, cut(series[name])]));
  return seriesWith({ stepMinutes: 60, start: cut(series.start), ...columns });
};

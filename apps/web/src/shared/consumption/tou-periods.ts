import type { BarSeries } from '@nascente/charts/bars';
import type { Unit } from '../use-unit.ts';
import type { Consumed, ShownKind } from './amount.ts';

/** Consumption of an hour, day or month by time-of-use period. */
export interface PostedRow extends Consumed {
  readonly inPoint: number;
  readonly interPoint: number;
  readonly outPoint: number;
  readonly injected?: number;
}

export interface TouPrices {
  readonly inPoint: number;
  readonly interPoint: number;
  readonly outPoint: number;
}

type TouPeriodKey = 'outPoint' | 'interPoint' | 'inPoint';
type PartKey = TouPeriodKey | 'injected' | 'total';
export type PartSeries = BarSeries & { readonly key: PartKey };

const OUT: PartSeries = { key: 'outPoint', label: 'Fora ponta', color: '--off-peak' };
const INTER: PartSeries = { key: 'interPoint', label: 'Intermediário', color: '--intermediate' };
const PEAK: PartSeries = { key: 'inPoint', label: 'Ponta', color: '--peak' };
const INJECTED: PartSeries = { key: 'injected', label: 'Injetada', color: '--injected', isBelowAxis: true };
const WATER: PartSeries = { key: 'total', label: 'Água', color: '--water' };
const GENERATED: PartSeries = { key: 'total', label: 'Gerada', color: '--injected' };

/** Parts present in the rows: generation is absent from the legend without panels. */
export const partsOf = (kind: ShownKind, rows: readonly PostedRow[], unit: Unit): readonly PartSeries[] => {
  if (kind === 'water') return [WATER];
  if (kind === 'generation') return [GENERATED];
  return [
    OUT,
    ...(rows.some((row) => row.interPoint > 0) ? [INTER] : []),
    ...(rows.some((row) => row.inPoint > 0) ? [PEAK] : []),
    ...(unit === 'energy' && rows.some((row) => (row.injected ?? 0) > 0) ? [INJECTED] : []),
  ];
};

/** A chart has one unit: money only if every measured row has a price. */
export const chartUnit = (unit: Unit, rows: readonly PostedRow[]): Unit =>
  unit === 'money' && rows.every((row) => row.cost !== null || row.total === 0) ? 'money' : 'energy';

/**
 * The cost by time-of-use period, by quantity and price. The server computes the cost by each day's tariff; these prices
 * only weigh the parts, which always add up to it.
 */
export const splitCost = (row: PostedRow, prices: TouPrices | null): Record<TouPeriodKey, number> => {
  const cost = row.cost ?? 0;
  const weight = (touPeriod: TouPeriodKey): number => row[touPeriod] * (prices?.[touPeriod] ?? 1);
  const all = weight('outPoint') + weight('interPoint') + weight('inPoint');
  if (all <= 0) return { outPoint: cost, interPoint: 0, inPoint: 0 };
  const interPoint = (cost * weight('interPoint')) / all;
  const inPoint = (cost * weight('inPoint')) / all;
  return { outPoint: cost - interPoint - inPoint, interPoint, inPoint };
};

/** One value per part, in the chart's unit and the parts' order. */
export const valuesOf = (
  parts: readonly PartSeries[],
  row: PostedRow,
  unit: Unit,
  prices: TouPrices | null,
): number[] => {
  const costs = unit === 'money' ? splitCost(row, prices) : null;
  return parts.map(({ key }) => {
    if (key === 'total') return costs === null ? row.total : (row.cost ?? 0);
    if (key === 'injected') return row.injected ?? 0;
    return costs === null ? row[key] : costs[key];
  });
};

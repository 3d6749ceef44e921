import type { ChartTableContent } from '@nascente/charts/chart-table';
import { instant, type Zone } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { csvNumber, csvQuoted, csvText } from '../../api/save-file.ts';
import type { DrawnCurve } from '../plot/plot-geometry.ts';
import type { Viewport } from '../plot/viewport.ts';
import { datedReadingAt, instantText } from '../reading.ts';
import { type Curve, estimateAt, pointAt, visible } from './curve.ts';

/** Every instant with a point in view, ascending. */
const instantsIn = (curves: readonly { readonly curve: Curve }[], view: Viewport): readonly number[] => {
  const all = curves.flatMap(({ curve }) => {
    const [first, end] = visible(curve, view);
    return [...curve.at.subarray(first, end)];
  });
  return [...new Set(all)].sort((one, other) => one - other);
};

/** A longer table is unreadable; a file contains every row. */
const MAX_ROWS = 500;

export const tableOf = (curves: readonly DrawnCurve[], view: Viewport, zone: Zone): ChartTableContent => {
  const instants = instantsIn(curves, view);
  const every = Math.ceil(instants.length / MAX_ROWS);
  const length = Math.min(...curves.map(({ curve }) => curve.length));
  return {
    columns: ['Quando', ...curves.map(({ label }) => label)],
    rows: instants
      .filter((_, index) => index % every === 0)
      .map((at) => [
        instantText(at, zone, length),
        ...curves.map((one) => datedReadingAt(one, at, zone) ?? '–'),
      ]),
  };
};

const quoted = (text: string): string => (/[";\n]/.test(text) ? csvQuoted(text) : text);
const cell = (value: number | undefined): string => (value === undefined ? '' : csvNumber(value));

const dateText = (at: number, zone: Zone): string => formatDateTime(instant(Math.round(at)), zone);

/** Cells of a point: value, extremes if the curve has them, and the estimate mark; empty without a point. */
const valueCells = (curve: Curve, index: number | null): readonly string[] => {
  const columns = curve.low === null ? [curve.mean] : [curve.mean, curve.low, curve.high];
  const values = columns.map((column) => cell(index === null ? undefined : column?.[index]));
  if (curve.estimated.length === 0) return values;
  return [...values, index === null ? '' : String(Number(estimateAt(curve, index) !== 'none'))];
};

/** The view as CSV; a compared period has its own instants. */
export const csvOf = (curves: readonly DrawnCurve[], view: Viewport, zone: Zone): string => {
  const heads = curves.flatMap(({ label, quantity, curve }) => {
    const name = quantity.unit === '' ? label : `${label} (${quantity.unit})`;
    const extremes = curve.low === null ? [] : [`${name}, mínimo`, `${name}, máximo`];
    const marks = curve.estimated.length === 0 ? [] : [`${label}, estimado (1 = sim)`];
    const values = [name, ...extremes, ...marks];
    return curve.laterMs === 0 ? values : [`${label}, quando`, ...values];
  });
  const rows = instantsIn(curves, view).map((at) => {
    const cells = curves.flatMap(({ curve }) => {
      const nearest = pointAt(curve, at);
      const index = nearest !== null && curve.at[nearest] === at ? nearest : null;
      const values = valueCells(curve, index);
      if (curve.laterMs === 0) return values;
      return [index === null ? '' : dateText(at - curve.laterMs, zone), ...values];
    });
    return [dateText(at, zone), ...cells];
  });
  return csvText([['Quando', ...heads], ...rows].map((cells) => cells.map(quoted)));
};

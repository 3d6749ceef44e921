import { instant, type Zone } from '@nascente/domain/time/zone';
import { formatDateTime } from '@nascente/domain/units/format';
import type { ChartTableContent } from '../charts/chart-table.tsx';
import { type Curve, pointAt, visible } from './curve.ts';
import type { DrawnCurve } from './plot-geometry.ts';
import { instantText, readAt } from './reading.ts';
import type { Viewport } from './viewport.ts';

/** Every instant at which some curve has a point in view, ascending. */
const instantsIn = (curves: readonly { readonly curve: Curve }[], view: Viewport): readonly number[] => {
  const all = curves.flatMap(({ curve }) => {
    const [first, end] = visible(curve, view);
    return [...curve.at.subarray(first, end)];
  });
  return [...new Set(all)].sort((one, other) => one - other);
};

/** More rows than that are read by nobody; a file has them all. */
const MOST_ROWS = 500;

/** What is in view as a table: of too many rows, every so many. */
export const tableOf = (curves: readonly DrawnCurve[], view: Viewport, zone: Zone): ChartTableContent => {
  const instants = instantsIn(curves, view);
  const every = Math.ceil(instants.length / MOST_ROWS);
  const length = Math.min(...curves.map(({ curve }) => curve.length));
  return {
    columns: ['Quando', ...curves.map(({ label }) => label)],
    rows: instants
      .filter((_, index) => index % every === 0)
      .map((at) => [instantText(at, zone, length), ...curves.map((one) => readAt(one, at) ?? '–')]),
  };
};

const BYTE_ORDER_MARK = '\uFEFF';
const quoted = (text: string): string => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** As Brazilian spreadsheets read it: no points between thousands. */
const cell = (value: number | undefined): string =>
  value === undefined ? '' : String(value).replace('.', ',');

/** What is in view as a file of a spreadsheet: mean or sum of each point, and its extremes where they differ. */
export const csvOf = (curves: readonly DrawnCurve[], view: Viewport, zone: Zone): string => {
  const heads = curves.flatMap(({ label, quantity, curve }) => {
    const name = quantity.unit === '' ? label : `${label} (${quantity.unit})`;
    return curve.low === null ? [name] : [name, `${name}, mínimo`, `${name}, máximo`];
  });
  const rows = instantsIn(curves, view).map((at) => {
    const cells = curves.flatMap(({ curve }) => {
      const index = pointAt(curve, at);
      const cellIn = (column: Float64Array | null) =>
        cell(index === null || curve.at[index] !== at ? undefined : column?.[index]);
      return curve.low === null ? [cellIn(curve.mean)] : [curve.mean, curve.low, curve.high].map(cellIn);
    });
    return [formatDateTime(instant(Math.round(at)), zone), ...cells];
  });
  const lines = [['Quando', ...heads], ...rows].map((row) => row.map(quoted).join(';'));
  return `${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`;
};

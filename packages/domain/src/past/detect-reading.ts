import { likelySeparator, separatorHint } from '../sheet/separator-hint.ts';
import { HOUR_MS, type Instant, MINUTE_MS, type Zone } from '../time/zone.ts';
import {
  type FileReading,
  LONGEST_INTERVAL_MINUTES,
  PAST_TIMES,
  type PastColumn,
  type PastTime,
} from './file-reading.ts';
import { cellsOf } from './row-cells.ts';
import { parseRowValue } from './row-number.ts';
import { parseRowTime } from './row-time.ts';

/** What is known of the meter that a file is for. */
export interface PastMeter {
  readonly isWater: boolean;
  readonly zone: Zone;
}

const QUARTER_HOUR_MINUTES = 15;
const MIDNIGHT = /(?:^|[ T])0?0:00(?::00)?$/;
const BEFORE_MIDNIGHT = /[ T]23:\d\d/;
const CLOCK = /^\d{1,2}:\d{2}(?::\d{2})?$/;
const DATE = /^(?:\d{4}[/.-]\d{1,2}[/.-]\d{1,2}|\d{1,2}[/.-]\d{1,2}[/.-]\d{4})$/;
const DECIMAL_COMMA = /^-?\d+,\d+$|^-?\d{1,3}(?:\.\d{3})+,\d+$/;
/** A few increments may well ascend by chance. */
const FEWEST_OF_COUNTER = 8;
const COUNTER_NAME = /reading|leitura|register|registrador|total|acumulad|odometer|contador/i;
const REACTIVE = /varh|reativ|reactive/i;

/**
 * Finds out how a file of past data is read from its first lines; what it cannot know, a person may change. A first
 * line that names the separator to Excel (`sep=;`) is none of its rows.
 *
 * @returns null when no column has instants, or none has numbers
 */
export function detectReading(allLines: readonly string[], meter: PastMeter): FileReading | null {
  const [first = ''] = allLines;
  const hint = separatorHint(first);
  const lines = hint === null ? allLines : allLines.slice(1);
  const separator = hint ?? likelySeparator(first);
  const table = lines
    .map((line) => cellsOf(line, separator))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const body = table.slice(1);
  const found = timeOf(body, meter.zone);
  if (found === null) return null;
  const { timeColumn, clockColumn, time } = found;
  const decimal = body.some((cells) => cells.some((cell) => DECIMAL_COMMA.test(cell))) ? ',' : '.';
  const hasHeader = parseAt(table[0] as string[], found, meter.zone) === null;
  const rows = hasHeader ? body : table;
  const names = hasHeader ? (table[0] as string[]) : [];
  const only = onlyOf(rows, new Set([timeColumn, clockColumn ?? timeColumn]), decimal);
  const ofMeter = only === null ? rows : rows.filter((cells) => cells[only.column] === only.text);
  const values = valuesOf(
    names,
    ofMeter,
    [timeColumn, clockColumn, only?.column ?? null],
    decimal,
    meter.isWater,
  );
  if (values.length === 0) return null;
  const written = ofMeter.map((cells) => timeText(cells, found));
  const lateMidnight = isLateMidnight(written);
  const instants = ofMeter.map((cells) => parseAt(cells, found, meter.zone, lateMidnight));
  const intervalMinutes = intervalOf(instants);
  const isCounter = values.every((value) => isCounting(value, names, ofMeter, decimal));
  return {
    separator,
    decimal,
    hasHeader,
    timeColumn,
    clockColumn,
    time,
    zone: meter.zone,
    instant: lateMidnight || endsIntervals(String(written[0]), intervalMinutes) ? 'end' : 'start',
    lateMidnight,
    intervalMinutes,
    isCounter,
    values: isCounter ? values.slice(0, 1) : values,
    only,
  };
}

interface TimeColumns {
  readonly timeColumn: number;
  readonly clockColumn: number | null;
  readonly time: PastTime;
}

const timeText = (cells: readonly string[], { timeColumn, clockColumn }: TimeColumns): string =>
  clockColumn === null ? `${cells[timeColumn]}` : `${cells[timeColumn]} ${cells[clockColumn]}`;

const parseAt = (
  cells: readonly string[],
  found: TimeColumns,
  zone: Zone,
  lateMidnight = false,
): Instant | null => parseRowTime(timeText(cells, found), { time: found.time, zone, lateMidnight });

/** The first column, and the first way of writing, by which the most rows have an instant. */
function timeOf(rows: readonly string[][], zone: Zone): TimeColumns | null {
  const width = rows[0]?.length ?? 0;
  let best: TimeColumns | null = null;
  let most = 0;
  for (let timeColumn = 0; timeColumn < width; timeColumn++) {
    const clock = timeColumn + 1;
    const isSplit = DATE.test(String(rows[0]?.[timeColumn])) && CLOCK.test(String(rows[0]?.[clock]));
    for (const time of PAST_TIMES) {
      const found: TimeColumns = { timeColumn, clockColumn: isSplit ? clock : null, time };
      const read = rows.filter((cells) => parseAt(cells, found, zone) !== null).length;
      if (read > most) [best, most] = [found, read];
    }
  }
  return best;
}

/** A file of several meters has a column of names that come again: the first of them. */
function onlyOf(
  rows: readonly string[][],
  taken: ReadonlySet<number>,
  decimal: ',' | '.',
): FileReading['only'] {
  const column = 0;
  const text = String(rows[0]?.[column]);
  if (taken.has(column) || text === '' || parseRowValue(text, decimal, 'Wh') !== null) return null;
  return { column, text };
}

function valuesOf(
  names: readonly string[],
  rows: readonly string[][],
  taken: readonly (number | null)[],
  decimal: ',' | '.',
  isWater: boolean,
): PastColumn[] {
  const width = (rows[0] as string[]).length;
  const numeric = Array.from({ length: width }, (_, column) => column).filter(
    (column) =>
      !taken.includes(column) &&
      rows.filter((cells) => parseRowValue(String(cells[column]), decimal, 'Wh') !== null).length >
        rows.length / 2,
  );
  const columns = numeric.flatMap((column) => columnOf(names[column] ?? '', column, isWater) ?? []);
  const [first] = numeric;
  if (columns.length > 0 || first === undefined) return onePerQuantity(columns);
  return [{ column: first, quantity: isWater ? 'volume' : 'consumed', unit: isWater ? 'L' : 'kWh' }];
}

/** What a column counts by its name; null when the name does not say. */
function columnOf(name: string, column: number, isWater: boolean): PastColumn | null {
  if (isWater) {
    if (/m3|m³/i.test(name)) return { column, quantity: 'volume', unit: 'm3' };
    return /litr|_l$|\bl\b|volume/i.test(name) ? { column, quantity: 'volume', unit: 'L' } : null;
  }
  if (/factor|fator/i.test(name)) return null;
  const unit = /mwh|mvarh/i.test(name) ? 'MWh' : /k(?:wh|varh)/i.test(name) ? 'kWh' : 'Wh';
  if (REACTIVE.test(name))
    return { column, quantity: /lead|capac/i.test(name) ? 'capacitive' : 'inductive', unit };
  if (/injet|inject|export|gera/i.test(name)) return { column, quantity: 'injected', unit };
  return /wh|consum|energ/i.test(name) ? { column, quantity: 'consumed', unit } : null;
}

const onePerQuantity = (columns: readonly PastColumn[]): PastColumn[] =>
  columns.filter(({ quantity }, index) => columns.findIndex((one) => one.quantity === quantity) === index);

/** A row of 0:00 that comes after 23:45 of the same day ends that day. */
const isLateMidnight = (written: readonly string[]): boolean =>
  written.some((text, index) => {
    const before = written[index - 1];
    return (
      before !== undefined &&
      MIDNIGHT.test(text) &&
      BEFORE_MIDNIGHT.test(before) &&
      text.split(/[ T]/)[0] === before.split(/[ T]/)[0]
    );
  });

/** A day of intervals that are labelled by their end does not begin at 0:00 but with the first end. */
function endsIntervals(first: string, intervalMinutes: number): boolean {
  const clock = /[ T](\d{1,2}):(\d{2})/.exec(first);
  return clock !== null && Number(clock[1]) * 60 + Number(clock[2]) === intervalMinutes;
}

/** The step that comes most often, in whole minutes. */
function intervalOf(instants: readonly (Instant | null)[]): number {
  const times = new Map<number, number>();
  for (const [index, at] of instants.entries()) {
    const before = instants[index - 1];
    if (at === null || before == null || at <= before || at - before > HOUR_MS * 1.5) continue;
    const minutes = Math.max(1, Math.round((at - before) / MINUTE_MS));
    times.set(minutes, (times.get(minutes) ?? 0) + 1);
  }
  const [most] = [...times].sort((a, b) => b[1] - a[1]);
  return Math.min(most?.[0] ?? QUARTER_HOUR_MINUTES, LONGEST_INTERVAL_MINUTES);
}

/** A counter seldom goes back, and its first value is more than all it gains in the sample; or its name says so. */
function isCounting(
  { column, unit }: PastColumn,
  names: readonly string[],
  rows: readonly string[][],
  decimal: ',' | '.',
): boolean {
  const values = rows
    .map((cells) => parseRowValue(String(cells[column]), decimal, unit))
    .filter((value) => value !== null);
  if (values.length < FEWEST_OF_COUNTER) return false;
  const back = values.filter((value, index) => value < (values[index - 1] ?? value)).length;
  if (back > values.length / 50) return false;
  const [first, last] = [values[0] as number, values.at(-1) as number];
  return COUNTER_NAME.test(names[column] ?? '') || (first > last - first && last > first);
}

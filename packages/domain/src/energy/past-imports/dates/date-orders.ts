import { cellAt } from '../../../base/sheet/row-cells.ts';
import { civilDateAt } from '../../../base/time/civil-day.ts';
import { DAY_MS, instant, type Zone } from '../../../base/time/zone.ts';
import { formatDay } from '../../../base/units/format.ts';
import { type Moment, momentsOf, parseMoment } from '../cell-time.ts';
import { isPortuguese } from '../column-names.ts';
import { nameAt } from '../detect-times.ts';
import {
  candidate,
  type FileCandidate,
  type FileQuestion,
  type FileReading,
  type PastTime,
} from '../file-reading.ts';

/** Asks which of several columns holds the date of the measurement. */
export function dayQuestion(
  columns: readonly number[],
  rows: readonly (readonly string[])[],
  names: readonly string[],
  detect: (column: number) => FileReading,
): FileQuestion | null {
  if (columns.length === 0) return null;
  const candidates = columns.map((column) => {
    const {
      timeColumn,
      clockColumn,
      endColumn,
      endClockColumn,
      hours,
      intervalMinutes,
      instant,
      lateMidnight,
    } = detect(column);
    const mapping = { timeColumn, clockColumn, endColumn, endClockColumn, hours };
    const example = String(rows.map((cells) => cellAt(cells, column)).find((cell) => cell !== ''));
    const name = nameAt(names, column) || `Coluna ${column + 1}`;
    return candidate(`${name} (${example})`, { ...mapping, intervalMinutes, instant, lateMidnight });
  });
  return { about: 'day', candidates };
}

type Rows = readonly (readonly string[])[];

/** Orders of day, month and year in which the dates of a file can be read. */
export interface DateOrders {
  /** The orders that read the most cells, the most likely first. */
  readonly orders: readonly PastTime[];
  /** Whether some cells need another order, which then changes within the file; `ambiguous` if a cell has several meanings. */
  readonly change: 'none' | 'unmistakable' | 'ambiguous';
}

const MAX_COLUMNS = 60;
const EPOCH_FROM = Date.UTC(2000, 0, 1);
const EPOCH_TO = Date.UTC(2060, 0, 1);
const ORDERS = ['ymd', 'dmy', 'mdy', 'epoch', 'serial'] as const;
const WRITTEN: readonly PastTime[] = ['ymd', 'dmy', 'mdy'];
/** A date further than this from all others does not belong to the file. */
const SLACK_MS = 366 * DAY_MS;
const MIN_STRAYS = 2;

const hasDay = (moment: Moment | null): moment is Moment & { readonly day: number } =>
  moment !== null && moment.day !== null && moment.day >= EPOCH_FROM && moment.day < EPOCH_TO;

/** Whether the main date column has cells that its order cannot read, and whether every cell has at most one meaning. */
function changeIn(cells: readonly string[], time: PastTime): DateOrders['change'] {
  const days = cells.map((cell) => parseMoment(cell, time)).filter(hasDay);
  const times = days.map(({ day }) => day);
  const first = times.reduce((minimum, day) => Math.min(minimum, day), Number.POSITIVE_INFINITY) - SLACK_MS;
  const last = times.reduce((maximum, day) => Math.max(maximum, day), 0) + SLACK_MS;
  const meaningsOf = (cell: string): number =>
    momentsOf(cell).filter(({ day }) => Number(day) > first && Number(day) < last).length;
  const strays = cells.filter((cell) => !hasDay(parseMoment(cell, time)) && meaningsOf(cell) > 0);
  if (strays.length < MIN_STRAYS) return 'none';
  return cells.every((cell) => meaningsOf(cell) <= 1) ? 'unmistakable' : 'ambiguous';
}

/** Detects the orders in which a table's dates can be read, by the column with the most dates. */
export function dateOrders(rows: Rows): DateOrders {
  const width = Math.min(
    rows.reduce((maximum, cells) => Math.max(maximum, cells.length), 0),
    MAX_COLUMNS,
  );
  const counts = ORDERS.flatMap((time) =>
    Array.from({ length: width }, (_, column) => {
      const days = rows.map((cells) => {
        const moment = parseMoment(cellAt(cells, column), time);
        return hasDay(moment) ? moment.day : null;
      });
      return { time, column, days, count: days.filter((day) => day !== null).length };
    }),
  );
  const maximum = counts.reduce((highest, { count }) => Math.max(highest, count), 0);
  const isChanging = ({ column }: { column: number }): boolean =>
    new Set(rows.map((cells) => cellAt(cells, column))).size > 1;
  const full = counts.filter(({ count }) => count === maximum);
  const best = full.find(isChanging) ?? full[0];
  if (best === undefined || maximum === 0) return { orders: [], change: 'none' };
  const change = changeIn(
    rows.map((cells) => cellAt(cells, best.column)),
    best.time,
  );
  const equal = counts.filter(({ column, count }) => column === best.column && count === maximum);
  const orders = equal
    .filter(({ time }) => WRITTEN.includes(time))
    .filter(({ days }, index) =>
      equal.slice(0, index).every((before) => days.some((day, row) => day !== before.days[row])),
    )
    .map(({ time }) => time);
  return { orders: orders.length > 0 ? orders : [best.time], change };
}

const LABELS: Readonly<Partial<Record<PastTime, string>>> = {
  dmy: 'dia/mês/ano',
  mdy: 'mês/dia/ano',
  ymd: 'ano/mês/dia',
  changing: 'a ordem muda no arquivo: cada data fica perto da data da linha anterior',
};

/** Smart meters have no earlier data. */
const FIRST_YEAR = Date.UTC(2010, 0, 1);
/** Minimum rows a day: a file with fewer may hold daily or monthly values. */
const INTRADAY = 4;
/** A file with several rows a day that spans more than this may mix two orders, because the wrong order moves dates by months. */
const SCATTERED_MS = 40 * DAY_MS;

const extremesOf = (times: readonly number[]): readonly [first: number, last: number] => [
  times.reduce((minimum, at) => Math.min(minimum, at), Number.POSITIVE_INFINITY),
  times.reduce((maximum, at) => Math.max(maximum, at), 0),
];
const spanOf = (times: readonly number[]): number => {
  const [first, last] = extremesOf(times);
  return last - first;
};
const isIntraday = (times: readonly number[]): boolean =>
  new Set(times.map((at) => Math.floor(at / DAY_MS))).size * INTRADAY <= times.length;

interface OrderTerms {
  readonly names: readonly string[];
  readonly rows: Rows;
  readonly instants: (time: PastTime) => readonly number[];
  readonly zone: Zone;
}

/** Orders as answers. Each names the file's first and last day in that order, because the sums are often equal. */
const ways = (times: readonly PastTime[], { instants, zone }: OrderTerms): readonly FileCandidate[] => {
  const dayOf = (at: number): string => formatDay(civilDateAt(instant(at), zone));
  return times
    .filter((time) => instants(time).length > 0)
    .map((time) => {
      const [first, last] = extremesOf(instants(time));
      return candidate(`${LABELS[time]} (de ${dayOf(first)} a ${dayOf(last)})`, { time });
    });
};

const isScattered = (times: readonly number[]): boolean => isIntraday(times) && spanOf(times) > SCATTERED_MS;

/** Whether rows lie closer together if each date is read as the one closest to its predecessor. */
const isCloserWhereItChanges = (time: PastTime, { instants }: OrderTerms): boolean => {
  const times = instants(time);
  return isScattered(times) && spanOf(instants('changing')) * 2 < spanOf(times);
};

/** The orders in which rows lie close together, if others scatter them over months or years. */
function consistent(orders: readonly PastTime[], { instants }: OrderTerms): readonly PastTime[] {
  const read = orders.map((time) => ({ time, times: instants(time) }));
  const likely = read.filter(({ times }) => extremesOf(times)[1] >= FIRST_YEAR);
  const among = likely.length > 0 ? likely : read;
  const minimum = among.reduce((span, { times }) => Math.min(span, spanOf(times)), Number.POSITIVE_INFINITY);
  return among.filter(({ times }) => spanOf(times) <= minimum * 2).map(({ time }) => time);
}

const isAmerican = (rows: Rows): boolean =>
  rows.some((cells) => cells.some((cell) => /\d\s?[ap]\.?m\.?$/i.test(cell)));

/** Chooses the order of dates by the steps between rows and by the language of the file; asks if both leave it open. */
export function settleOrder(
  { orders, change }: DateOrders,
  terms: OrderTerms,
): { readonly time: PastTime; readonly question: FileQuestion | null } {
  if (change === 'unmistakable') return { time: 'changing', question: null };
  if (change === 'ambiguous')
    return {
      time: 'changing',
      question: {
        about: 'date',
        candidates: ways(['changing', ...new Set<PastTime>(['dmy', 'mdy', ...orders])], terms),
      },
    };
  const written = orders.filter((time) => WRITTEN.includes(time));
  const left = written.length > 1 ? consistent(orders, terms) : orders;
  const { names, rows, instants } = terms;
  const [only] = left as [PastTime];
  if (WRITTEN.includes(only) && isCloserWhereItChanges(only, terms))
    return { time: 'changing', question: { about: 'date', candidates: ways(['changing', ...left], terms) } };
  const isDayFirst = orders.includes('dmy') && isPortuguese(names);
  const isMonthAlone = left.length === 1 && only === 'mdy' && isDayFirst;
  // Dates such as 01/02 and 01/03 may be first days of months, or days of January.
  if (isMonthAlone && !isIntraday(instants('dmy'))) return { time: 'dmy', question: null };
  const open = isMonthAlone ? (['mdy', 'dmy'] as const) : left;
  if (open.length === 1) return { time: only, question: null };
  const isYearOpen = open.includes('ymd');
  if (!isYearOpen && !isMonthAlone && isDayFirst) return { time: 'dmy', question: null };
  if (!isYearOpen && isAmerican(rows)) return { time: 'mdy', question: null };
  return { time: only, question: { about: 'date', candidates: ways(open, terms) } };
}

import { cellAt } from '../../base/sheet/row-cells.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { type Instant, instant, MINUTE_MS, type Zone } from '../../base/time/zone.ts';
import type { PhaseColumn } from '../../telemetry/intervals/totals.ts';
import {
  type Level,
  type RegisterPoint,
  type RegisterStep,
  rulesOf,
  stepsOf,
} from '../../telemetry/registers/registers.ts';
import { parseNumber, rolloversOf, THOUSANDTHS } from './cell-number.ts';
import { whenShownAgain } from './cell-time.ts';
import { dailyGains } from './daily-restart.ts';
import { type FileReading, MAX_INTERVAL_MINUTES, type PastPeriod } from './file-reading.ts';
import type { PeriodSums } from './period-check.ts';
import {
  createRowAmounts,
  emptySums,
  PAST_SUMS,
  type PastLimits,
  type PastSums,
  POWER_KEYS,
  type RowRefusal,
} from './row-amounts.ts';
import { createPowerDurations, hasClockAlone, type RowTime, rowTime } from './row-time.ts';
import { createRowIndex, createTakenRows, type RowNumbers } from './taken-rows.ts';

/** Divides an amount among the quarter-hours of [from, to) by overlap, in whole parts that add up to the rounded amount. */
export function spread(
  from: number,
  to: number,
  amount: number,
  give: (start: number, part: number) => void,
): void {
  let spreadSoFar = 0;
  for (let start = from - (from % QUARTER_MS); start < to; start += QUARTER_MS) {
    const until = Math.min(to, start + QUARTER_MS);
    const due = Math.round(amount * ((until - from) / (to - from)));
    give(start, due - spreadSoFar);
    spreadSoFar = due;
  }
}

/** A verdict on register steps that a person should check, and the number of such steps. */
interface PastVerdict {
  readonly verdict: string;
  readonly steps: number;
}

/** Rows refused for one reason, and the first line numbers. */
interface RefusedRows {
  readonly reason: RowRefusal;
  readonly rows: number;
  readonly lines: readonly number[];
}

/** The content of a file by quarter-hour, and its refused rows. */
export interface PastQuarters {
  /** By start of the quarter-hour, epoch ms. */
  readonly quarters: ReadonlyMap<number, PastSums>;
  /**
   * Starts of the estimated quarter-hours: those over which a row or register increase of more than an hour was distributed, or
   * which the file marks as estimated.
   */
  readonly estimated: ReadonlySet<number>;
  /** Consumption of each quarter-hour by the time-of-use periods in the file; null if some consumption has no stated period. */
  readonly periods: ReadonlyMap<number, PeriodSums> | null;
  readonly verdicts: readonly PastVerdict[];
  /** Interval of the accepted rows; null if there are none. */
  readonly first: Instant | null;
  readonly last: Instant | null;
  /** Rows of this meter: `taken` and `refusals` together. */
  readonly rows: number;
  readonly taken: number;
  /** Rows of other meters. */
  readonly otherRows: number;
  readonly refusals: readonly RefusedRows[];
  /** Rows that have the same instant as another row, but other values. */
  readonly conflicts: number;
  /** Register steps that may be rollovers. */
  readonly rollovers: number;
}

interface PastReader {
  add(cells: readonly string[], line: number): void;
  finish(): PastQuarters;
}

/** Maximum number of line numbers reported for one reason. */
const MAX_LISTED_LINES = 5;
/** An increase of a register is distributed over at most this time before its value, unless long rows are spread. */
const MAX_SPREAD_MS = 90 * MINUTE_MS;
/** Number of register points judged in one batch. */
const POINTS_PER_BATCH = 5_000;

const isLongTime = (from: number, to: number): boolean => to - from > MAX_INTERVAL_MINUTES * MINUTE_MS;
const quartersIn = ({ from, to }: RowNumbers): number[] => {
  const starts: number[] = [];
  spread(from, to, 0, (start) => starts.push(start));
  return starts;
};

type Give = (key: PhaseColumn, from: number, to: number, amount: number, period: PastPeriod | null) => void;

/** Index of the last column that a row must have; 0 for several tables below each other, whose columns differ. */
const lastColumnOf = (reading: FileReading): number => (reading.layout === 'sections' ? 0 : lastOf(reading));
const lastOf = (reading: FileReading): number =>
  [
    reading.timeColumn,
    reading.clockColumn,
    reading.endColumn,
    reading.endClockColumn,
    reading.unitColumn,
    reading.only,
    reading.kinds,
    reading.marks,
    ...reading.values,
  ].reduce<number>(
    (last, place) => Math.max(last, typeof place === 'object' ? (place?.column ?? 0) : place),
    0,
  );

/** Creates a reader that sums the rows of a table to quarter-hours by its mapping. Rows may arrive in any order. */
export function createPastReader(reading: FileReading, limits: PastLimits, now: Instant): PastReader {
  const needed = lastColumnOf(reading);
  const rows = createTakenRows(reading.values.length);
  const indexes = createRowIndex();
  const hasRegister = reading.values.some(({ isRegister }) => isRegister);
  const isSpread = reading.longRows === 'spread';
  const hasAmounts = reading.values.some(({ isRegister }) => !isRegister);
  const refused = new Map<RowRefusal, { rows: number; lines: number[] }>();
  let [count, otherRows, conflicts] = [0, 0, 0];

  const refuse = (reason: RowRefusal, line: number): void => {
    const found = refused.get(reason) ?? { rows: 0, lines: [] };
    found.rows++;
    if (found.lines.length < MAX_LISTED_LINES) found.lines.push(line);
    refused.set(reason, found);
  };

  const amountsIn = createRowAmounts(reading, limits);

  const timeOf = (cells: readonly string[]): RowTime | RowRefusal => {
    const time = rowTime(cells, reading);
    if (time === null) return hasClockAlone(cells, reading) ? 'date' : 'time';
    if (isLongTime(time.from, time.to) && !isSpread) return 'long';
    return time.at > now ? 'future' : time;
  };

  const { kinds, marks } = reading;
  const markOf = new Map(marks?.texts.map(({ text }, index) => [text, index + 1]));
  const kindOf = new Map(kinds?.texts.map(({ text }, index) => [text, index + 1]));
  const markAt = (cells: readonly string[]): number =>
    marks === null ? 0 : Number(markOf.get(cellAt(cells, marks.column)));
  const keyOf = (cells: readonly string[], from: number): number => {
    const kind = kindOf.get(cellAt(cells, kinds?.column)) ?? 0;
    return (from * (kindOf.size + 1) + kind) * (markOf.size + 1) + markAt(cells);
  };

  const isEstimated = (cells: readonly string[]): boolean =>
    reading.estimatedColumn !== null &&
    Number(parseNumber(cellAt(cells, reading.estimatedColumn), reading.decimal)) > 0;

  /** Moves the second row of a repeated clock time to the second occurrence of that time. */
  const shownAgain = (row: RowNumbers): RowNumbers | null => {
    const later = reading.repeats === 'sum' ? null : whenShownAgain(row.at as Instant, reading);
    if (later === null) return null;
    const moved = later - row.at;
    return { ...row, at: later, from: row.from + moved, to: row.to + moved };
  };

  const settle = (cells: readonly string[], row: RowNumbers, isFixed: boolean): void => {
    const key = keyOf(cells, row.from);
    const index = indexes.get(key);
    if (index === undefined) {
      indexes.add(key, rows.add(row));
      return;
    }
    const again = hasRegister || isFixed ? null : shownAgain(row);
    if (again !== null && indexes.get(keyOf(cells, again.from)) === undefined)
      indexes.add(keyOf(cells, again.from), rows.add(again));
    else settleRepeated(index, row);
  };

  const settleRepeated = (index: number, row: RowNumbers): void => {
    const before = rows.get(index);
    // Of two rows with one start, the longer one is a sum of rows.
    const longer = before.to - row.to;
    if (longer === 0 && reading.repeats === 'sum') {
      rows.add(row);
      return;
    }
    const differs = row.amounts.some((amount, column) => !Object.is(amount, before.amounts[column]));
    if (differs && longer === 0) conflicts++;
    const isReplaced = longer > 0 || (longer === 0 && differs && reading.repeats === 'last');
    if (isReplaced) rows.replace(index, row);
    refuse(longer === 0 ? 'repeated' : 'long', isReplaced ? before.line : row.line);
  };

  return {
    add(cells, line) {
      const { only } = reading;
      if (only !== null && cells[only.column] !== only.text) {
        otherRows++;
        return;
      }
      count++;
      if (cells.length <= needed) return refuse('cells', line);
      const time = timeOf(cells);
      if (typeof time === 'string') return refuse(time, line);
      const found = amountsIn(cells, time);
      if (typeof found === 'string') return refuse(found, line);
      settle(
        cells,
        { ...time, line, mark: markAt(cells), isEstimated: isEstimated(cells), ...found },
        time.hasOffset,
      );
    },
    finish() {
      const quarters = new Map<number, PastSums>();
      const estimated = new Set<number>();
      const periods = createStatedPeriods();
      /** Rounding remainders carried to the next row. Without them, rows of one minute drift from their exact sum. */
      const remainders = emptySums();
      const give: Give = (key, from, to, exact, period) => {
        const amount = exact + remainders[key];
        remainders[key] = amount - Math.round(amount);
        spread(from, to, amount, (start, part) => {
          const sums = quarters.get(start) ?? emptySums();
          sums[key] += part;
          quarters.set(start, sums);
          if (isLongTime(from, to)) estimated.add(start);
          if (key.startsWith('consumed')) periods.add(start, period, part);
        });
      };
      const registers = new Map<number, Register>();
      let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      const withDuration = createDurationSetter(reading, rows);
      const take = (taken: RowNumbers): void => {
        const row = withDuration(taken);
        first = Math.min(first, hasAmounts ? row.from : row.at);
        last = Math.max(last, hasAmounts ? row.to : row.at);
        giveRow(row, reading, give, registers);
        if (row.isEstimated) for (const start of quartersIn(row)) estimated.add(start);
      };
      const sums = takeRows(rows, hasAmounts, { take, has: (start) => quarters.has(start) });
      for (const line of sums) refuse('long', line);
      const verdicts = new Map<string, number>();
      let rollovers = 0;
      const maxSpreadMs = isSpread ? Number.POSITIVE_INFINITY : MAX_SPREAD_MS;
      for (const register of registers.values())
        if (register.restartsDaily) giveDailyGains(register, { give, maxSpreadMs, zone: reading.zone });
        else
          rollovers += giveSteps(register, {
            give,
            maxSpreadMs,
            verdicts,
            isRolling: reading.rollovers === 'rollover',
          });
      const isAny = first <= last;
      return {
        quarters,
        estimated,
        periods: periods.all(),
        verdicts: [...verdicts].map(([verdict, steps]) => ({ verdict, steps })),
        first: isAny ? instant(first) : null,
        last: isAny ? instant(last) : null,
        rows: count,
        taken: rows.size - sums.length,
        otherRows,
        refusals: [...refused].map(([reason, each]) => ({ reason, ...each })),
        conflicts,
        rollovers,
      };
    },
  };
}

/** Returns a function that sets the duration of rows of mean power by neighbouring instants, unless the file states ends. */
function createDurationSetter(
  { endColumn, instant: stated, intervalMinutes }: FileReading,
  rows: ReturnType<typeof createTakenRows>,
): (row: RowNumbers) => RowNumbers {
  let durationAt: ((at: number) => number) | null = null;
  return (row) => {
    const { from, to, amounts, keys } = row;
    if (endColumn !== null || isLongTime(from, to) || !keys.some((key) => key >= POWER_KEYS)) return row;
    durationAt ??= createPowerDurations(rows.instants(), {
      usual: intervalMinutes * MINUTE_MS,
      isEnd: stated === 'end',
    });
    const duration = durationAt(row.at);
    const share = duration / (to - from);
    return {
      ...row,
      ...(stated === 'end' ? { from: to - duration } : { to: from + duration }),
      amounts: amounts.map((amount, column) =>
        (keys[column] as number) >= POWER_KEYS ? amount * share : amount,
      ),
    };
  };
}

/**
 * Accepts rows of up to an hour, then longer rows, unless shorter rows lie within them: then they are sums. @returns the line
 * numbers of such sums
 */
function takeRows(
  rows: ReturnType<typeof createTakenRows>,
  hasAmounts: boolean,
  { take, has }: { readonly take: (row: RowNumbers) => void; readonly has: (start: number) => boolean },
): readonly number[] {
  const long: RowNumbers[] = [];
  for (let index = 0; index < rows.size; index++) {
    const row = rows.get(index);
    if (hasAmounts && isLongTime(row.from, row.to)) long.push(row);
    else take(row);
  }
  const sums = new Set(long.filter((row) => quartersIn(row).some(has)));
  for (const row of long) if (!sums.has(row)) take(row);
  return [...sums].map(({ line }) => line);
}

/** Collects consumption by the time-of-use periods in a file. */
function createStatedPeriods() {
  const periods = new Map<number, Record<PastPeriod, number>>();
  let isComplete = true;
  return {
    add(start: number, period: PastPeriod | null, amount: number): void {
      if (period === null) {
        isComplete &&= amount === 0;
        return;
      }
      const sums = periods.get(start) ?? { peak: 0, intermediate: 0, offPeak: 0 };
      sums[period] += amount;
      periods.set(start, sums);
    },
    all: (): PastQuarters['periods'] => (isComplete && periods.size > 0 ? periods : null),
  };
}

/** A register of the file. `flat` holds the instant and the value of each point. */
interface Register {
  readonly key: PhaseColumn;
  readonly restartsDaily: boolean;
  /** Number of thousandths in the unit of its values. */
  readonly perUnit: number;
  readonly period: PastPeriod | null;
  readonly flat: number[];
}

/** Distributes the amounts of a row to quarter-hours; register values are collected until all rows are read. */
function giveRow(
  { from, to, at, mark, amounts, keys }: RowNumbers,
  { values, marks }: Pick<FileReading, 'values' | 'marks'>,
  give: Give,
  registers: Map<number, Register>,
): void {
  for (const [column, amount] of amounts.entries()) {
    if (Number.isNaN(amount)) continue;
    const id = (keys[column] as number) % POWER_KEYS;
    const key = PAST_SUMS[id] as PhaseColumn;
    const period = marks?.texts[mark - 1]?.period ?? values[column]?.period ?? null;
    const value = values[column];
    if (value?.isRegister !== true) {
      give(key, from, to, amount, period);
      continue;
    }
    const number = (mark * values.length + column) * PAST_SUMS.length + id;
    const restartsDaily = value.restartsDaily === true;
    const perUnit = THOUSANDTHS[value.unit];
    const register = registers.get(number) ?? { key, period, restartsDaily, perUnit, flat: [] };
    register.flat.push(at, amount);
    registers.set(number, register);
  }
}

/** Distributes the increases of a register that restarts each midnight; a second value at one instant has no increase. */
function giveDailyGains(
  { key, period, flat }: Register,
  { give, maxSpreadMs, zone }: { readonly give: Give; readonly maxSpreadMs: number; readonly zone: Zone },
): void {
  const levels: { readonly at: Instant; readonly value: number }[] = [];
  for (let index = 0; index < flat.length; index += 2)
    levels.push({ at: instant(flat[index] as number), value: flat[index + 1] as number });
  levels.sort((one, other) => one.at - other.at);
  for (const { from, to, amount } of dailyGains(levels, zone, maxSpreadMs))
    give(key, from, to, amount, period);
}

interface StepTerms {
  readonly give: Give;
  readonly maxSpreadMs: number;
  /** Number of steps by verdict, of all registers. */
  readonly verdicts: Map<string, number>;
  /** Whether possible rollovers count as rollovers. */
  readonly isRolling: boolean;
}

/**
 * Judges the steps of a register like those of boards, in batches, and distributes their increments. @returns the number of
 * possible rollovers
 */
function giveSteps(
  { key, period, perUnit, flat }: Register,
  { give, maxSpreadMs, verdicts, isRolling }: StepTerms,
): number {
  const order = Uint32Array.from({ length: flat.length / 2 }, (_, point) => point * 2);
  order.sort((one, other) => (flat[one] as number) - (flat[other] as number));
  /** Objects are created for one batch at a time: a million of them would take 80 MB. */
  const pointAt = (place: number): RegisterPoint => ({
    at: instant(flat[place] as number),
    raw: flat[place + 1] as number,
    chosen: null,
  });
  const { count, full } = rolloversOf(order, flat, perUnit);
  const width = isRolling && full !== null ? (full * perUnit) / THOUSANDTHS.kWh : null;
  // All energy registers have the same rules.
  const rules = rulesOf(key === 'volume' ? 'volume' : 'consumedA', { width, maxPerHour: null });
  let base: Level | null = null;
  let before: Instant | null = null;
  const credit = ({ at, increment, verdict }: RegisterStep): void => {
    if (verdict !== 'first' && verdict !== 'normal') verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    if (before !== null && before < at) give(key, Math.max(before, at - maxSpreadMs), at, increment, period);
    before = at;
  };
  for (let from = 0; from < order.length; ) {
    const until = from + POINTS_PER_BATCH;
    const steps: readonly RegisterStep[] = stepsOf(
      Array.from(order.subarray(from, until), pointAt),
      rules,
      base,
    );
    const settled = steps.findLastIndex(({ isSettled }) => isSettled);
    const isComplete = until >= order.length || settled < 0;
    const judged = isComplete ? steps : steps.slice(0, settled + 1);
    for (const step of judged) credit(step);
    base = steps[settled] ?? base;
    from += judged.length;
  }
  return count;
}

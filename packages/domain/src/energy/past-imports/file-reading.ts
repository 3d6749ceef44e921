import type { ColumnSeparator } from '../../base/sheet/separator-hint.ts';
import type { Zone } from '../../base/time/zone.ts';

/** Names of quantities in answers to questions. */
export const QUANTITY_LABELS: Readonly<Record<PastQuantity, string>> = {
  consumed: 'energia consumida',
  injected: 'energia injetada',
  inductive: 'reativa indutiva',
  capacitive: 'reativa capacitiva',
  volume: 'volume de água',
};

/** A possible answer to a question about a file. */
export interface FileCandidate {
  readonly label: string;
  /** Returns the mapping with this answer. */
  readonly apply: (reading: FileReading) => FileReading;
}

/** An answer that sets fields of the mapping. */
export const candidate = (label: string, change: Partial<FileReading>): FileCandidate => ({
  label,
  apply: (reading) => ({ ...reading, ...change }),
});

/** A question about a file, with its possible answers. */
export interface FileQuestion {
  readonly about: PastQuestion;
  readonly candidates: readonly FileCandidate[];
}

/** A row of a sheet, and the number of its line, from 1. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a file from which its mapping is detected. */
export interface SheetSample {
  readonly rows: readonly SheetRow[];
  /** Whether these rows are the complete file. */
  readonly isComplete: boolean;
}

/** Quantities that a file of past data can hold. */
export const PAST_QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;
export type PastQuantity = (typeof PAST_QUANTITIES)[number];

const PAST_VOLUME_UNITS = ['L', 'm3', 'gal', 'galUK', 'ft3', 'L/s', 'L/min', 'L/h', 'm3/h'] as const;
/**
 * Units of values. Reactive energy uses `Wh` and `kWh` for varh and kvarh. Power and flow are means of their interval. `gal` is
 * the US gallon, `galUK` the imperial one.
 */
export const PAST_UNITS = [
  ...(['Wh', 'kWh', 'MWh', 'GWh', 'W', 'kW', 'MW', 'J', 'kJ', 'MJ', 'GJ', 'BTU', 'kBTU'] as const),
  ...PAST_VOLUME_UNITS,
  'pulse',
] as const;
export type PastUnit = (typeof PAST_UNITS)[number];

/** Units of power and flow: the amount is the mean times the duration of the interval. */
export const MEAN_UNITS: readonly (PastUnit | null)[] = ['W', 'kW', 'MW', 'L/s', 'L/min', 'L/h', 'm3/h'];

export const isVolumeUnit = (unit: PastUnit): boolean => PAST_VOLUME_UNITS.some((each) => each === unit);

/** The decimal mark of all numbers; `either`: both marks are decimal marks, in different rows or columns. */
export const PAST_DECIMALS = [',', '.', 'either'] as const;
export type PastDecimal = (typeof PAST_DECIMALS)[number];

/**
 * Order of a date's parts: day, month or year first; or seconds or milliseconds since 1970 (`epoch`); or serial days as in
 * spreadsheets. `changing`: the order changes within the file. Then an unambiguous date is read in its order, and an ambiguous
 * one as the date closest to that of the previous row.
 */
export const PAST_TIMES = ['dmy', 'mdy', 'ymd', 'epoch', 'serial', 'changing'] as const;
export type PastTime = (typeof PAST_TIMES)[number];

/**
 * Layouts of a table, in this order: one interval a row; one day a row; one instant a column; NEM12 records; one interval a row
 * below a line with its date; year, month and day in separate columns; empty leading cells that repeat the row above (`merged`);
 * several tables below each other (`sections`).
 */
export const PAST_LAYOUTS = [
  'rows',
  'days',
  'instants',
  'nem12',
  'dates',
  'parts',
  'merged',
  'sections',
] as const;
export type PastLayout = (typeof PAST_LAYOUTS)[number];

export const PAST_ENCODINGS = ['UTF-8', 'Latin-1', 'UTF-16LE', 'UTF-16BE'] as const;
export type PastEncoding = (typeof PAST_ENCODINGS)[number];

/**
 * Content of the clock column: a time of day, the number of the interval from 1 or from 0, `1530` for 15:30, decimal hours
 * (`15,5`), or a fraction of a day.
 */
export const PAST_HOURS = ['clock', '1-24', '0-23', 'hhmm', 'decimal', 'fraction'] as const;

/** How several rows of one instant count: the first, the last, or their sum. `ask`: the first, until a person decides. */
export const PAST_REPEATS = ['ask', 'first', 'last', 'sum'] as const;

/** How rows longer than an hour count: refused, or distributed evenly and marked as estimated. */
export const PAST_LONG_ROWS = ['refused', 'spread'] as const;

/**
 * If the file's time-of-use periods differ from those of the tariff: `ask` raises a question, `tariff` accepts the tariff's
 * hours.
 */
export const PAST_STATED_PERIODS = ['ask', 'tariff'] as const;

/** A register that restarts near zero just below a power of ten: ask, a rollover, or a restart (another meter). */
export const PAST_ROLLOVERS = ['ask', 'rollover', 'restart'] as const;

/** Questions that the file alone does not answer. */
export const PAST_QUESTIONS = [
  'meter',
  'decimal',
  'date',
  'day',
  'year',
  'unit',
  'factor',
  'register',
  'instant',
  'columns',
  'sides',
  'quadrants',
  'meaning',
  'kinds',
  'produced',
  'power',
  'pulse',
  'repeats',
  'rollover',
  'periods',
] as const;
export type PastQuestion = (typeof PAST_QUESTIONS)[number];

export const PAST_PHASES = ['A', 'B', 'C'] as const;
export type PastPhase = (typeof PAST_PHASES)[number];

export const PAST_PERIODS = ['peak', 'intermediate', 'offPeak'] as const;
export type PastPeriod = (typeof PAST_PERIODS)[number];

/** A column of values. Columns are numbered from 0, in the table of one interval a row. */
export interface PastColumn {
  readonly column: number;
  readonly quantity: PastQuantity;
  readonly unit: PastUnit;
  /** Factor by which its values are multiplied; absent: 1. */
  readonly factor?: number | undefined;
  /** True for values of a register, false for amounts of intervals. */
  readonly isRegister: boolean;
  /** Whether the register restarts from zero each midnight. */
  readonly restartsDaily?: boolean | undefined;
  readonly phase: PastPhase | null;
  readonly period: PastPeriod | null;
}

/** The mapping of a file: how its bytes become a table, and the meaning of each column. */
export interface FileReading {
  readonly encoding: PastEncoding;
  /** Name of the sheet in a workbook; null for other files. */
  readonly sheet: string | null;
  readonly separator: ColumnSeparator;
  readonly decimal: PastDecimal;
  /**
   * Columns whose numbers the separator cuts in two, by their index in the joined row, and the length of a joined row. Null: not
   * stated; empty `columns`: no number is cut.
   */
  readonly cutNumbers: { readonly columns: readonly number[]; readonly width: number } | null;
  /** Number of the header line, from 1; 0 without a header. */
  readonly headerLine: number;
  readonly layout: PastLayout;
  /** Column of the instant, or of the date if the time of day has its own column. Null: not recognised. */
  readonly timeColumn: number | null;
  readonly clockColumn: number | null;
  /** Column with the end of the interval, if rows state start and end. */
  readonly endColumn: number | null;
  readonly endClockColumn: number | null;
  readonly time: PastTime;
  /** The year of the first row, if dates have none; `null` if they have one, or if it is not stated. */
  readonly year: number | null;
  /** For dates whose order changes: day of the first row, `2025-06-16`. */
  readonly firstDay: string | null;
  readonly hours: (typeof PAST_HOURS)[number];
  /** Zone of instants without a stated zone. */
  readonly zone: Zone;
  /** Whether an instant is the start or the end of its interval. */
  readonly instant: 'start' | 'end';
  /** Whether a row at 0:00 that ends a day has the date of that day. */
  readonly lateMidnight: boolean;
  /** Length of intervals in a table with one instant a row. */
  readonly intervalMinutes: number;
  readonly values: readonly PastColumn[];
  /** Column with the estimated share of each row in percent, as in exports of this system. */
  readonly estimatedColumn: number | null;
  /** Column with the unit of each row. */
  readonly unitColumn: number | null;
  /** Column with the quantity of each row, and the quantity of each of its texts; rows with a null quantity are ignored. */
  readonly kinds: {
    readonly column: number;
    readonly texts: readonly { readonly text: string; readonly quantity: PastQuantity | null }[];
  } | null;
  /** Column with the phase or time-of-use period of each row; rows with other texts are ignored. */
  readonly marks: {
    readonly column: number;
    readonly texts: readonly {
      readonly text: string;
      readonly phase: PastPhase | null;
      readonly period: PastPeriod | null;
    }[];
  } | null;
  /** The column and text that select the meter's rows in a file of several meters; null: all rows. */
  readonly only: { readonly column: number; readonly text: string } | null;
  readonly repeats: (typeof PAST_REPEATS)[number];
  readonly longRows: (typeof PAST_LONG_ROWS)[number];
  readonly rollovers: (typeof PAST_ROLLOVERS)[number];
  readonly statedPeriods: (typeof PAST_STATED_PERIODS)[number];
  /** Wh or litres of one pulse; null without pulses, or while it is unknown. */
  readonly pulse: number | null;
  /** Unanswered questions. */
  readonly open: readonly PastQuestion[];
}

/** A longer interval cannot be priced, because prices depend on the hour. */
export const MAX_INTERVAL_MINUTES = 60;

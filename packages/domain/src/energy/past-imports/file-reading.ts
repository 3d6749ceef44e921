import type { ColumnSeparator } from '../../base/sheet/separator-hint.ts';
import type { Zone } from '../../base/time/zone.ts';

/** Names of quantities in candidates. */
export const QUANTITY_LABELS: Readonly<Record<PastQuantity, string>> = {
  consumed: 'energia consumida',
  injected: 'energia injetada',
  inductive: 'reativa indutiva',
  capacitive: 'reativa capacitiva',
  volume: 'volume de água',
};

export interface FileCandidate {
  readonly label: string;
  /** The mapping with this answer. */
  readonly apply: (reading: FileReading) => FileReading;
}

/** An answer that sets fields of the mapping. */
export const candidate = (label: string, change: Partial<FileReading>): FileCandidate => ({
  label,
  apply: (reading) => ({ ...reading, ...change }),
});

export interface FileQuestion {
  readonly about: PastQuestion;
  readonly candidates: readonly FileCandidate[];
}

/** A row of a sheet, and the number of its line from 1. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a file from which its mapping is detected. */
export interface SheetSample {
  readonly rows: readonly SheetRow[];
  /** Whether they are the whole file. */
  readonly isComplete: boolean;
}

/** Quantities that a file of past data can hold. */
export const PAST_QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;
export type PastQuantity = (typeof PAST_QUANTITIES)[number];

const PAST_VOLUME_UNITS = ['L', 'm3', 'gal', 'galUK', 'ft3', 'L/s', 'L/min', 'L/h', 'm3/h'] as const;
/**
 * Units of values. For reactive energy Wh and kWh stand for varh and kvarh. Power and flow are the mean of their interval.
 * `gal` is the gallon of the United States, `galUK` the imperial one.
 */
export const PAST_UNITS = [
  ...(['Wh', 'kWh', 'MWh', 'GWh', 'W', 'kW', 'MW', 'J', 'kJ', 'MJ', 'GJ', 'BTU', 'kBTU'] as const),
  ...PAST_VOLUME_UNITS,
  'pulse',
] as const;
export type PastUnit = (typeof PAST_UNITS)[number];

/** Units of power and of flow: the mean of an interval, whose amount depends on its duration. */
export const MEAN_UNITS: readonly (PastUnit | null)[] = ['W', 'kW', 'MW', 'L/s', 'L/min', 'L/h', 'm3/h'];

export const isVolumeUnit = (unit: PastUnit): boolean => PAST_VOLUME_UNITS.some((each) => each === unit);

/** The decimal mark of all numbers; `either`: both marks are decimal marks, in different rows or columns. */
export const PAST_DECIMALS = [',', '.', 'either'] as const;
export type PastDecimal = (typeof PAST_DECIMALS)[number];

/**
 * Order of a date's parts: day, month or year first, seconds since 1970, or days since 1900 as spreadsheets count. Dates that
 * can be read in one order only are read in that order. `changing`: the order changes, and a date that several orders can
 * read is the one closest to the date of the row before.
 */
export const PAST_TIMES = ['dmy', 'mdy', 'ymd', 'epoch', 'serial', 'changing'] as const;
export type PastTime = (typeof PAST_TIMES)[number];

/**
 * The layout of a day: a row an interval, a row a day, an instant a column, NEM12 records, a row an interval whose date stands
 * once before its rows, or whose year, month and day are separate columns. `merged`: empty cells at the beginning of a row repeat
 * those of the row above. `sections`: several tables stand below each other.
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
 * The clock column holds a time of day, the number of the hour (1 to 24 or 0 to 23), `1530` for 15:30, hours with decimals
 * (`15,5`), or a fraction of a day.
 */
export const PAST_HOURS = ['clock', '1-24', '0-23', 'hhmm', 'decimal', 'fraction'] as const;

/** Rows of one instant: the first or the last counts, or all add up. `ask`: the first, until a person decides. */
export const PAST_REPEATS = ['ask', 'first', 'last', 'sum'] as const;

/** Rows longer than an hour: refused, or spread evenly for totals only, and marked as estimated. */
export const PAST_LONG_ROWS = ['refused', 'spread'] as const;

/** Where stated tariff periods differ from the hours of the tariff: a question, or the hours of the tariff apply. */
export const PAST_STATED_PERIODS = ['ask', 'tariff'] as const;

/** A register that restarts near zero below a power of ten: a question, a rollover, or another meter. */
export const PAST_ROLLOVERS = ['ask', 'rollover', 'restart'] as const;

/** Decisions that the file alone does not settle. */
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

/** A column of values. Columns are counted from 0, in the table of one interval a row. */
export interface PastColumn {
  readonly column: number;
  readonly quantity: PastQuantity;
  readonly unit: PastUnit;
  /** By which its values are multiplied. Absent: they are as they are. */
  readonly factor?: number | undefined;
  /** Whether the values are those of a register, or the amount of each interval. */
  readonly isRegister: boolean;
  /** Of a register: it begins again from zero each midnight. */
  readonly restartsDaily?: boolean | undefined;
  readonly phase: PastPhase | null;
  readonly period: PastPeriod | null;
}

/** The mapping of a file: how its bytes become a table, and what each column is. */
export interface FileReading {
  readonly encoding: PastEncoding;
  /** Name of the sheet of a workbook; null in other files. */
  readonly sheet: string | null;
  readonly separator: ColumnSeparator;
  readonly decimal: PastDecimal;
  /**
   * Columns whose numbers contain an unquoted separator, counted after joining, and the number of columns of a joined row. Null:
   * not stated; without columns: none.
   */
  readonly cutNumbers: { readonly columns: readonly number[]; readonly width: number } | null;
  /** Number of the line that names the columns, from 1; 0 where none does. */
  readonly headerLine: number;
  readonly layout: PastLayout;
  /** The column of the instant; of the date, where the time of day has a column of its own. Null: not recognised. */
  readonly timeColumn: number | null;
  readonly clockColumn: number | null;
  /** End of the interval, where the row states both. */
  readonly endColumn: number | null;
  readonly endClockColumn: number | null;
  readonly time: PastTime;
  /** The year of the first row, if dates have none; `null` if they have one, or if it is not stated. */
  readonly year: number | null;
  /** For dates whose order changes: the day of the first row, `2025-06-16`. */
  readonly firstDay: string | null;
  readonly hours: (typeof PAST_HOURS)[number];
  /** Of instants that are written without one. */
  readonly zone: Zone;
  /** Whether an instant is where its interval starts or where it ends. */
  readonly instant: 'start' | 'end';
  /** Whether a row of 0:00 still carries the day that it ends. */
  readonly lateMidnight: boolean;
  /** For amounts with one instant a row. */
  readonly intervalMinutes: number;
  readonly values: readonly PastColumn[];
  /** Where a column states how much of each row is estimated, in percent, as exports of this system do. */
  readonly estimatedColumn: number | null;
  /** Where a column states the unit of each row. */
  readonly unitColumn: number | null;
  /** Where a column states the quantity of each row: its texts, and the quantity of each; null: not taken. */
  readonly kinds: {
    readonly column: number;
    readonly texts: readonly { readonly text: string; readonly quantity: PastQuantity | null }[];
  } | null;
  /** Where a column states the phase or the tariff period of each row. Rows with other texts are not taken. */
  readonly marks: {
    readonly column: number;
    readonly texts: readonly {
      readonly text: string;
      readonly phase: PastPhase | null;
      readonly period: PastPeriod | null;
    }[];
  } | null;
  /** Rows of which a column has this text, where a file holds several meters; null: all of them. */
  readonly only: { readonly column: number; readonly text: string } | null;
  readonly repeats: (typeof PAST_REPEATS)[number];
  readonly longRows: (typeof PAST_LONG_ROWS)[number];
  readonly rollovers: (typeof PAST_ROLLOVERS)[number];
  readonly statedPeriods: (typeof PAST_STATED_PERIODS)[number];
  /** Wh or litres of one pulse; null without pulses, or if it is not stated yet. */
  readonly pulse: number | null;
  /** Questions without an answer. */
  readonly open: readonly PastQuestion[];
}

/** Prices depend on the hour, so a longer interval cannot be priced. */
export const MAX_INTERVAL_MINUTES = 60;

import type { Separator } from '../sheet/separator-hint.ts';
import type { Zone } from '../time/zone.ts';

/** What a column of a file of past data may count. */
export const PAST_QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;
export type PastQuantity = (typeof PAST_QUANTITIES)[number];

/** Units of values; of reactive energy Wh and kWh mean varh and kvarh. */
export const PAST_UNITS = ['Wh', 'kWh', 'MWh', 'L', 'm3'] as const;
export type PastUnit = (typeof PAST_UNITS)[number];

/** How instants are written: day first, month first, year first (also ISO 8601 with a zone), or seconds since 1970. */
export const PAST_TIMES = ['dmy', 'mdy', 'ymd', 'epoch'] as const;
export type PastTime = (typeof PAST_TIMES)[number];

/** Columns are counted from 0. */
export interface PastColumn {
  readonly column: number;
  readonly quantity: PastQuantity;
  readonly unit: PastUnit;
}

/** How a file of past data is read. */
export interface FileReading {
  readonly separator: Separator;
  readonly decimal: ',' | '.';
  /** Whether its first line names the columns. */
  readonly hasHeader: boolean;
  /** The column of the instant; of the date, where the time of day has a column of its own. */
  readonly timeColumn: number;
  readonly clockColumn: number | null;
  readonly time: PastTime;
  /** Of instants that are written without one. */
  readonly zone: Zone;
  /** Whether an instant is where its interval starts or where it ends. */
  readonly instant: 'start' | 'end';
  /** Whether a row of 0:00 still carries the day that it ends. */
  readonly lateMidnight: boolean;
  /** Of increments; a counter says by itself since when. */
  readonly intervalMinutes: number;
  /** Whether values are those of a counter that goes on, or what each interval added. */
  readonly isCounter: boolean;
  readonly values: readonly PastColumn[];
  /** Rows of which a column has this text, where a file holds several meters; null: all of them. */
  readonly only: { readonly column: number; readonly text: string } | null;
}

/** Prices depend on the hour, so a longer interval cannot be priced. */
export const LONGEST_INTERVAL_MINUTES = 60;

import type { Completeness } from '@nascente/domain/telemetry/intervals/totals';
import type { ReportBody } from './report-content.ts';
import type { PeriodDays } from './report-periods.ts';

/** What a row of a report comes to. */
export interface FactRow extends Completeness {
  readonly name: string;
  /** kWh or m³. */
  readonly consumed: number;
  /** R$ */
  readonly amount: number | null;
}

/** What a version of a report was made from and tells, as far as the next one is compared with it. */
export interface ReportFacts extends Completeness {
  /** R$; null where nothing was priced. */
  readonly total: number | null;
  /** What was consumed of one utility; null where a report is of both. */
  readonly consumed: { readonly total: number; readonly unit: 'kWh' | 'm³' } | null;
  /** kWh or m³ of each day, where the report tells days. */
  readonly days: readonly { readonly date: string; readonly total: number }[];
  readonly rows: readonly FactRow[];
  /** By what the amounts were reckoned, R$ a unit. */
  readonly prices: readonly { readonly label: string; readonly price: number }[];
}

/** What was read for a report, before it is written. */
export interface GatheredReport {
  readonly body: ReportBody;
  readonly facts: ReportFacts;
  /** The name of its files, without an ending. */
  readonly fileName: string;
  readonly first: string;
  readonly last: string;
  /** The days that its figures are of, where they are other ones than its period. */
  readonly billedDays?: PeriodDays | null;
  /** Whether it is not over yet. */
  readonly isOpen: boolean;
  /** The installations that it speaks of: by their ids, or by their boards where only these are known. */
  readonly installations: readonly number[];
  readonly boards: readonly MeasuringBoard[];
}

/** A board that measured an establishment. */
export interface MeasuringBoard {
  readonly establishmentId: string;
  readonly mac: string;
}

/** How far it is: so many of so many things are read. */
export type TellProgress = (done: number, of: number) => Promise<void>;

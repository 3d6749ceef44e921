import { formatNumber, formatPercent, formatReais } from '@nascente/domain/base/units/format';
import type { BrandName } from '@nascente/domain/people/brand';
import type { Completeness } from '@nascente/domain/telemetry/intervals/totals';
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

/** A figure of a table: text on paper, a number in a workbook. Null is not known, and nothing is written. */
export type Cell =
  | string
  | { readonly quantity: number | null; readonly decimals: number; readonly unit?: string }
  | { readonly reais: number | null }
  | { readonly share: number | null; readonly decimals?: number }
  /** What was added or taken away, as a share of what was before: it has a sign either way. */
  | { readonly change: number | null }
  | { readonly day: string };

export interface ReportRow {
  readonly cells: readonly Cell[];
  /** Below the first cell, small. */
  readonly note?: string | null;
  readonly isTotal?: boolean;
}

interface ReportColumn {
  readonly label: string;
  /** Share of the width. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

export interface ReportTable {
  /** Also names the sheet in a workbook. */
  readonly title: string;
  readonly heading: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** What a chart shows on paper is a table in a workbook alone. */
  readonly isOnPaper?: boolean;
}

export interface ReportFigure {
  readonly label: string;
  readonly value: Cell;
  /** The same of what is counted in another unit: small on paper, a row of its own in a workbook. */
  readonly beside?: Cell;
  readonly note: string;
}

/** Bars of days, upright, or of named things, lying and in their order. */
type ReportChart =
  | {
      readonly kind: 'days';
      readonly heading: string;
      readonly unit: string;
      readonly days: readonly { readonly date: string; readonly total: number }[];
    }
  | {
      readonly kind: 'ranking';
      readonly heading: string;
      readonly bars: readonly { readonly name: string; readonly value: number; readonly text: string }[];
    };

/** All that a report says: plain values, which another thread writes as files. */
export interface ReportContent {
  readonly brand: BrandName;
  /** The customer's own, as a data URL. */
  readonly logo: string | null;
  /** Whom or what the report is about. */
  readonly subject: string;
  readonly title: string;
  readonly days: string;
  /** When it was made, as it is printed. */
  readonly madeAt: string;
  readonly figures: readonly ReportFigure[];
  readonly charts: readonly ReportChart[];
  readonly tables: readonly ReportTable[];
  /** A sentence each: why it is so much. */
  readonly reasons?: readonly string[];
  /** A sentence each: what differs from the version before. */
  readonly changes: readonly string[];
  /** A sentence each: what the figures rest on, and how complete they are. */
  readonly assumptions: readonly string[];
}

/** What a builder of contents leaves to be added. */
export type ReportBody = Omit<ReportContent, 'brand' | 'logo' | 'madeAt' | 'changes'>;

/** A change that is written as none has no sign. */
const changeText = (change: number): string => {
  const text = formatPercent(change, 1);
  return change > 0 && text !== formatPercent(0, 1) ? `+${text}` : text;
};

export const textOf = (cell: Cell): string => {
  if (typeof cell === 'string') return cell;
  if ('day' in cell) return cell.day;
  if ('reais' in cell) return cell.reais === null ? '' : formatReais(cell.reais);
  if ('share' in cell) return cell.share === null ? '' : formatPercent(cell.share, cell.decimals ?? 1);
  if ('change' in cell) return cell.change === null ? '' : changeText(cell.change);
  if (cell.quantity === null) return '';
  return `${formatNumber(cell.quantity, cell.decimals)}${cell.unit === undefined ? '' : ` ${cell.unit}`}`;
};

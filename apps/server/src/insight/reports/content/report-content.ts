import { formatNumber, formatPercent, formatReais } from '@nascente/domain/base/units/format';
import type { BrandName } from '@nascente/domain/people/brand';
import type { Completeness } from '@nascente/domain/telemetry/intervals/totals';
import type { PeriodDays } from './report-periods.ts';

export interface FactRow extends Completeness {
  readonly name: string;
  /** kWh or m³. */
  readonly consumed: number;
  /** R$ */
  readonly amount: number | null;
}

/** The figures of a version, for comparison with the next. */
export interface ReportFacts extends Completeness {
  /** R$; `null`: nothing was priced. */
  readonly total: number | null;
  /** Consumption of one utility; `null`: the report contains both utilities. */
  readonly consumed: { readonly total: number; readonly unit: 'kWh' | 'm³' } | null;
  /** kWh or m³ of each day, if the report has days. */
  readonly days: readonly { readonly date: string; readonly total: number }[];
  readonly rows: readonly FactRow[];
  /** Prices in R$ per kWh or m³. */
  readonly prices: readonly { readonly label: string; readonly price: number }[];
}

export interface GatheredReport {
  readonly body: ReportBody;
  readonly facts: ReportFacts;
  /** File name without extension. */
  readonly fileName: string;
  readonly first: string;
  readonly last: string;
  /** The days of the figures, if they differ from the period. */
  readonly billedDays?: PeriodDays | null;
  readonly isOpen: boolean;
  /** The installations that the report shows, by id or by board. */
  readonly installations: readonly number[];
  readonly boards: readonly MeasuringBoard[];
}

export interface MeasuringBoard {
  readonly establishmentId: string;
  readonly mac: string;
}

export type ReportProgress = (done: number, of: number) => Promise<void>;

/** A value: a text in the PDF, a number in the workbook. `null`: unknown, an empty cell. */
export type Cell =
  | string
  | { readonly quantity: number | null; readonly decimals: number; readonly unit?: string }
  | { readonly reais: number | null }
  | { readonly share: number | null; readonly decimals?: number }
  /** Change as a share of the previous value; negative: a decrease. */
  | { readonly change: number | null }
  | { readonly day: string };

export interface ReportRow {
  readonly cells: readonly Cell[];
  /** Small text below the first cell. */
  readonly note?: string | null;
  readonly isTotal?: boolean;
}

interface ReportColumn {
  readonly label: string;
  /** Width of the column as a share of the table's width. */
  readonly share: number;
  readonly align?: 'left' | 'right';
}

export interface ReportTable {
  /** Title of the table, and name of its sheet in the workbook. */
  readonly title: string;
  readonly heading: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** `false`: the table is in the workbook only, as the tables of charts are. */
  readonly isOnPaper?: boolean;
}

export interface ReportFigure {
  readonly label: string;
  readonly value: Cell;
  /** The value in another unit: small in the PDF, a row of its own in the workbook. */
  readonly beside?: Cell;
  readonly note: string;
}

/** Vertical bars of days, or horizontal bars of named items in their order. */
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

export interface ReportContent {
  readonly brand: BrandName;
  /** The customer's logo as a data URL. */
  readonly logo: string | null;
  readonly subject: string;
  readonly title: string;
  readonly days: string;
  readonly madeAt: string;
  readonly figures: readonly ReportFigure[];
  readonly charts: readonly ReportChart[];
  readonly tables: readonly ReportTable[];
  readonly reasons?: readonly string[];
  readonly changes: readonly string[];
  /** Sentences about the basis and the completeness of the figures. */
  readonly assumptions: readonly string[];
}

/** A report's content before brand, logo and time are added. */
export type ReportBody = Omit<ReportContent, 'brand' | 'logo' | 'madeAt' | 'changes'>;

/** Zero has no sign. */
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

import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';

/** How a line is apportioned among the parts of an establishment. 'none': it is not apportioned. */
export const LINE_SHARINGS = ['consumption', 'equally', 'none'] as const;
export type LineSharing = (typeof LINE_SHARINGS)[number];

/**
 * Kinds of own lines, which no tariff prices. `refund`: credits; `interruption`: compensation for interruptions (DIC, FIC, DMIC:
 * PRODIST, Module 8); `charge`: a charge, usually in R$ per kWh; `retention`: taxes that public bodies withhold; `ccee`: charges of the electricity
 * market chamber; `supplier`: the invoice of a free-market supplier.
 */
export const OWN_LINE_KINDS = [
  'refund',
  'fine',
  'instalment',
  'service',
  'interruption',
  'charge',
  'donation',
  'retention',
  'ccee',
  'supplier',
  'other',
] as const;
export type OwnLineKind = (typeof OWN_LINE_KINDS)[number];

/** Maximum length of the label of a line or discount. */
export const MAX_LABEL = 80;
export const LINE_LABEL_MISSING = 'Dê um nome à linha.';
export const DISCOUNT_LABEL_MISSING = 'Dê um nome ao desconto.';
/** Maximum number of own lines of a contract. */
export const MAX_OWN_LINES = 60;

/** Value of a line, without its sign. */
type OwnLineValue =
  | { readonly mode: 'amount'; readonly amount: Cents }
  /** A quantity at a price, R$ a unit. */
  | { readonly mode: 'quantity'; readonly quantity: number; readonly price: Price }
  /** R$ per kWh (m³) of the cycle's consumption. */
  | { readonly mode: 'per-unit'; readonly price: Price }
  /** A share of the tariff's charges: of all lines except public lighting and own lines. */
  | {
      readonly mode: 'share';
      readonly share: Rate;
      /**
       * Share of the demand lines; undefined: `share` applies to them too. Retentions of public bodies depend on the kind of
       * charge (IN RFB 1.234/2012, annex I).
       */
      readonly demandShare?: Rate | undefined;
    };

/**
 * Shares that public bodies withhold from the energy lines (`share`; 0.012 is 1.2 %) and from the demand lines (`demandShare`).
 * The first pair that results in the amount of a printed retention explains it.
 */
export const RETENTIONS: readonly {
  readonly share: string;
  readonly demandShare: string;
}[] = [
  { share: '0.012', demandShare: '0.048' }, // IR
  { share: '0.0585', demandShare: '0.0945' }, // IR, CSLL, PIS and COFINS
  { share: '0.012', demandShare: '0.012' }, // IR
  { share: '0.048', demandShare: '0.048' }, // IR
  { share: '0.0585', demandShare: '0.0585' }, // IR, CSLL, PIS and COFINS
  { share: '0.0945', demandShare: '0.0945' }, // IR, CSLL, PIS and COFINS
  { share: '0.01', demandShare: '0.01' }, // CSLL
  { share: '0.03', demandShare: '0.03' }, // COFINS
  { share: '0.0065', demandShare: '0.0065' }, // PIS
];

/** A bill line that no tariff prices, entered by a user or found on a printed bill. */
export interface OwnLine {
  readonly label: string;
  readonly kind: OwnLineKind;
  readonly value: OwnLineValue;
  readonly isCredit: boolean;
  /** Taxes that apply to the line. */
  readonly taxes: { readonly icms: boolean; readonly pisCofins: boolean };
  /** Whether `value` excludes these taxes, so that they are added by the tax method of the bill. */
  readonly isBeforeTaxes: boolean;
  /** 'cycle': on each bill whose cycle ends between `first` and `last`; 'once': on the bill whose cycle contains `first`. */
  readonly repeats: 'cycle' | 'once';
  readonly first: CivilDate;
  /** Last day, included; null: the line has no end. A line with 'once' ignores it. */
  readonly last: CivilDate | null;
  readonly sharing: LineSharing;
}

import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';

/** How a line is shared among the parts of an establishment: by consumption, equally, or not at all. */
export const LINE_SHARINGS = ['consumption', 'equally', 'none'] as const;
export type LineSharing = (typeof LINE_SHARINGS)[number];

/**
 * Lines beside those of the tariff: credits, fines, instalments, services, interruptions (DIC, FIC, DMIC: PRODIST, Module 8),
 * charges by the kWh, donations, retained taxes, CCEE charges, the invoice of a supplier.
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

/** Letters of the name of a line, or of a discount. */
export const MAX_LABEL = 80;
/** As many as a year of corrections may need. */
export const MAX_OWN_LINES = 60;

/** The amount of a line, without its sign. */
type OwnLineValue =
  | { readonly mode: 'amount'; readonly amount: Cents }
  /** So many of something at a price, R$ a unit. */
  | { readonly mode: 'quantity'; readonly quantity: number; readonly price: Price }
  /** R$ per kWh, or per m³, of the cycle's consumption. */
  | { readonly mode: 'per-unit'; readonly price: Price }
  /** A share of the tariff's charges: of all lines but public lighting and custom lines. */
  | {
      readonly mode: 'share';
      readonly share: Rate;
      /** Of the demand, if it differs: public bodies withhold by subject (IN RFB 1.234/2012, annex I). */
      readonly demandShare?: Rate | undefined;
    };

/** Shares that public bodies withhold, of energy and of what else is charged; the first that make an amount name it. */
export const RETENTIONS: readonly {
  readonly share: string;
  readonly demandShare: string;
}[] = [
  { share: '0.012', demandShare: '0.048' }, // IR
  { share: '0.0585', demandShare: '0.0945' }, // IR, CSLL, PIS e COFINS
  { share: '0.012', demandShare: '0.012' }, // IR
  { share: '0.048', demandShare: '0.048' }, // IR
  { share: '0.0585', demandShare: '0.0585' }, // IR, CSLL, PIS e COFINS
  { share: '0.0945', demandShare: '0.0945' }, // IR, CSLL, PIS e COFINS
  { share: '0.01', demandShare: '0.01' }, // CSLL
  { share: '0.03', demandShare: '0.03' }, // COFINS
  { share: '0.0065', demandShare: '0.0065' }, // PIS
];

/** A line that no rule of a tariff computes, as its owner has entered it. */
export interface OwnLine {
  readonly label: string;
  readonly kind: OwnLineKind;
  readonly value: OwnLineValue;
  readonly isCredit: boolean;
  /** Which taxes it bears; none where both are false. */
  readonly taxes: { readonly icms: boolean; readonly pisCofins: boolean };
  /** Whether its value is without them, and they are added *por dentro*. */
  readonly isBeforeTaxes: boolean;
  /** Each cycle that ends within its days, or the one cycle that holds the first of them. */
  readonly repeats: 'cycle' | 'once';
  readonly first: CivilDate;
  /** The last day; null without an end. */
  readonly last: CivilDate | null;
  readonly sharing: LineSharing;
}

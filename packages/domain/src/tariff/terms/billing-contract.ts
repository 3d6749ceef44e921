import type { CivilDate } from '../../time/civil-day.ts';
import type { CivilMonth } from '../../time/civil-month.ts';
import type { MilliwattHours } from '../../units/energy.ts';
import type { Cents } from '../../units/money.ts';
import type { Watts } from '../../units/power.ts';
import type { Price, Rounding } from '../../units/price.ts';
import type { Rate } from '../../units/rate.ts';
import type { Post } from '../posts/posts.ts';
import type { Benefit } from './benefit.ts';
import type { LineTaxes } from './line-taxes.ts';
import type { OwnLine } from './own-line.ts';
import type { Modality, WaterCategory } from './tariff-rules.ts';

/** Subgroups by voltage (A) and class (B). */
export const SUBGROUPS = ['A1', 'A2', 'A3', 'A3a', 'A4', 'AS', 'B1', 'B2', 'B3', 'B4'] as const;
export type Subgroup = (typeof SUBGROUPS)[number];

/** Phases of supply; the minimum of Group B is 30, 50 or 100 kWh by them (two-wire bifásico counts as mono). */
export const SUPPLIES = ['monofasico', 'bifasico', 'trifasico'] as const;
export type Supply = (typeof SUPPLIES)[number];

/** Contracted demand, W: single (Verde), or one a post (Azul). */
export type ContractedDemand =
  | { readonly mode: 'single'; readonly demand: Watts }
  | { readonly mode: 'by-post'; readonly inPoint: Watts; readonly outPoint: Watts };

/** ICMS by monthly consumption: the band's rate holds for everything (RJ: up to 50 kWh 0, up to 300 18 %, then 24 %). */
interface IcmsBand {
  /** kWh, included; null for the last one. */
  readonly upTo: number | null;
  readonly rate: Rate;
}

/**
 * How taxes enter a price: 'por-dentro' divides by (1 − ICMS)·(1 − PIS − COFINS), the rule of today's bills;
 * 'additive' by 1 − ICMS − PIS − COFINS, of older ones; 'included' leaves prices alone that carry their taxes already.
 */
export const TAX_METHODS = ['por-dentro', 'additive', 'included'] as const;
export type TaxMethod = (typeof TAX_METHODS)[number];

/** Taxes in force from a day on; a bill takes those of the last day of its cycle. */
export interface TaxPeriod {
  readonly validFrom: CivilDate;
  readonly icms: Rate;
  /** Where they are given, they say the rate of ICMS instead. In ascending order. */
  readonly icmsBands: readonly IcmsBand[];
  readonly pis: Rate;
  readonly cofins: Rate;
  readonly method: TaxMethod;
}

/** What the bands of COSIP go by: the kWh of the cycle, or its highest billed demand in kW. */
export const COSIP_MEASURES = ['kWh', 'kW'] as const;
export type CosipMeasure = (typeof COSIP_MEASURES)[number];

/** Contribution to public lighting: of the municipality, added after taxes. */
export type Cosip =
  | { readonly mode: 'flat'; readonly amount: Cents }
  /** Of what the distributor charges before it, taxes within. */
  | { readonly mode: 'share'; readonly share: Rate }
  | {
      readonly mode: 'bands';
      /** kWh where it does not say. */
      readonly by?: CosipMeasure | undefined;
      readonly bands: readonly CosipBand[];
    };

interface CosipBand {
  /** kWh or kW, included; null for the last one. */
  readonly upTo: number | null;
  readonly amount: Cents;
}

/** COSIP from a day on: a municipality changes its table by law, and the contract stays. */
export interface CosipPeriod {
  readonly validFrom: CivilDate;
  readonly cosip: Cosip;
}

/** By when access was asked for: full compensation, Fio B by year, or the share of remote generation. */
export const GENERATION_CLASSES = ['I', 'II', 'III'] as const;
export type GenerationClass = (typeof GENERATION_CLASSES)[number];

/** Taxes that compensated energy carries: it gives back what it carries, and no more. */
export interface CreditTaxes {
  readonly icms: boolean;
  readonly pisCofins: boolean;
}

/** kWh that were injected and not yet used; they last for 60 months. */
export interface CreditLot {
  readonly generatedIn: CivilMonth;
  readonly post: Post;
  readonly class: GenerationClass;
  /** Of this unit, or sent here by another one. */
  readonly origin: 'own' | 'other';
  readonly energy: MilliwattHours;
}

/** Distributed generation (SCEE, Lei 14.300/2022). */
export interface Generation {
  readonly class: GenerationClass;
  /** What was left before the cycle, in any order. */
  readonly credits: readonly CreditLot[];
  readonly ownTaxes: CreditTaxes;
  readonly otherTaxes: CreditTaxes;
  /** Of the TUSD, where it gives back other taxes than the TE (RGE). */
  readonly ownTusdTaxes?: CreditTaxes | undefined;
  readonly otherTusdTaxes?: CreditTaxes | undefined;
}

/** Who collects ICMS on what a supplier sells: nobody, the distributor on its bill, or the supplier on its invoice. */
export const SUPPLY_ICMS = ['none', 'distributor', 'supplier'] as const;
export type SupplyIcms = (typeof SUPPLY_ICMS)[number];

/**
 * How contracted energy is spread over the month: as it is measured, quarter-hour by quarter-hour, within its limits; or flat, the
 * same in each hour, so that all of it is invoiced and what differs is settled at CCEE.
 */
export const SUPPLY_MODULATIONS = ['measured', 'flat'] as const;
export type SupplyModulation = (typeof SUPPLY_MODULATIONS)[number];

/** What the supplier of the free market invoices, besides its price. */
export interface EnergySupply {
  /** Of the basic grid and of CCEE: so much more than the meter counts is invoiced. */
  readonly losses: Rate;
  /** What is invoiced in any case, and at most; null without limits. */
  readonly volume: {
    /** kWh a cycle. */
    readonly contracted: MilliwattHours;
    /** Shares of it: 0.9 is take-or-pay below 90 %. What is beyond `most` is settled at CCEE. */
    readonly least: Rate;
    /** May be above 1. */
    readonly most: number;
    /** This unit's share of it, where one invoice holds several; all of it where it does not say. */
    readonly unitShare?: Rate | undefined;
    /** `measured` where it does not say. */
    readonly modulation?: SupplyModulation | undefined;
    /** R$/kWh at which CCEE settles what differs (PLD); unknown where it does not say. */
    readonly settlement?: Price | undefined;
  } | null;
  /** *Por dentro*, at the rate of the bill. */
  readonly icms: SupplyIcms;
  /** R$/kWh from a day on, adjustments within, in any order; until the first of them `supplierPrice` holds. */
  readonly prices: readonly { readonly validFrom: CivilDate; readonly price: Price }[];
}

/** Cativo buys energy of the distributor; livre pays it the wires only, and has no flags. */
type Market =
  | { readonly mode: 'cativo' }
  | {
      readonly mode: 'livre';
      /**
       * Share of the TUSD that an incentivised source is let off: of the demand, overrun apart, and in Verde of what a kWh
       * at the peak costs more than off-peak.
       */
      readonly demandDiscount: Rate;
      /** R$/kWh of the supplier's invoice, whole; null where it is not part of this bill. */
      readonly supplierPrice: Price | null;
      /** The invoice is on the kWh of the meter, at one price, where it does not say. */
      readonly supply?: EnergySupply | undefined;
    };

/**
 * How lines become cents: 'whole' cuts or rounds the taxed line once, 'parts' its untaxed part and each tax by itself, and
 * adds them up (RGE).
 */
export const LINE_CENTS = ['whole', 'parts'] as const;
export type LineCents = (typeof LINE_CENTS)[number];

/**
 * Where the discounts of an incentivised source and of benefits are: in the prices, on lines of their own of untaxed tariff (APCEI),
 * or in the prices with the benefit charged gross and given back net, so that its taxes are paid.
 */
export const DISCOUNT_PLACES = ['price', 'credit', 'gross-net'] as const;
export type DiscountPlace = (typeof DISCOUNT_PLACES)[number];

/** Where the flag is charged: on lines of its own, or in the price of the energy (Amazonas, Roraima, Light). */
export const FLAG_PLACES = ['line', 'price'] as const;
export type FlagPlace = (typeof FLAG_PLACES)[number];

/** How the distributor makes the lines of a bill. */
export interface BillPrinting {
  /** Null: as the tariff says. */
  readonly rounding: Rounding | null;
  readonly lineCents: LineCents;
  readonly discount: DiscountPlace;
  readonly flag: FlagPlace;
}

/** How bills are printed where a contract does not say. */
export const USUAL_PRINTING: BillPrinting = {
  rounding: null,
  lineCents: 'whole',
  discount: 'price',
  flag: 'line',
};

/** What an establishment has agreed with its distributor. */
export interface BillingContract {
  readonly group: 'A' | 'B';
  readonly subgroup: Subgroup;
  readonly modality: Modality;
  /** Group A billed as B, without demand: open to transformers up to 112.5 kVA. */
  readonly optanteB: boolean;
  readonly transformerKva: number | null;
  readonly market: Market;
  /** Null in Group B, or when it is not known. */
  readonly demand: ContractedDemand | null;
  /** Null when it is not known: then no minimum is charged, and the bill says so. */
  readonly supply: Supply | null;
  readonly taxes: readonly TaxPeriod[];
  /** Lines that bear other taxes than usual; `usualTaxes` of those that are not among them. */
  readonly lineTaxes?: readonly LineTaxes[] | undefined;
  /** Null when it is not known: then it is not charged, and the bill says so. */
  readonly cosip: Cosip | null;
  /** What holds instead from a day on, in any order; a bill takes that of the last day of its cycle. */
  readonly cosipChanges?: readonly CosipPeriod[] | undefined;
  /** Lines that no tariff prices, in the order of the bill. */
  readonly ownLines?: readonly OwnLine[] | undefined;
  readonly generation: Generation | null;
  /** Discounts on the tariff, each given on what those before it have left. */
  readonly benefits?: readonly Benefit[] | undefined;
  /** Units behind one water meter, at least 1. */
  readonly economias: number;
  /** Null of electricity. */
  readonly category: WaterCategory | null;
  /** `USUAL_PRINTING` where it does not say. */
  readonly printing?: BillPrinting | undefined;
}

/** Names of the tariff flags, as they are shown. */
export const FLAGS = {
  verde: 'Verde',
  amarela: 'Amarela',
  'vermelha-1': 'Vermelha patamar 1',
  'vermelha-2': 'Vermelha patamar 2',
  'escassez-hidrica': 'Escassez hídrica',
} as const;
export type FlagName = keyof typeof FLAGS;

/** The flag of a month and its price, R$/kWh before taxes. */
export interface Flag {
  readonly name: FlagName;
  readonly price: Price;
}

/** The flags month by month. A month that is not there is not known yet. */
export type FlagMonths = ReadonlyMap<CivilMonth, Flag>;

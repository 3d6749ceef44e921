import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price, Rounding } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';
import type { Post } from '../tou-windows/posts.ts';

/** How a tariff prices: the plain three prices, the four modalities of ANEEL, and water. */
export const MODALITIES = ['simple', 'convencional', 'branca', 'verde', 'azul', 'water'] as const;
export type Modality = (typeof MODALITIES)[number];

/** The modalities that come in TUSD and TE. */
export type ElectricModality = Exclude<Modality, 'simple' | 'water'>;

/** Portuguese name and group of each of them, and the periods that it prices. */
export const ELECTRIC_MODALITIES = {
  convencional: { label: 'Convencional', group: 'B', posts: ['outPoint'] },
  branca: { label: 'Branca', group: 'B', posts: ['inPoint', 'interPoint', 'outPoint'] },
  verde: { label: 'Verde', group: 'A', posts: ['inPoint', 'outPoint'] },
  azul: { label: 'Azul', group: 'A', posts: ['inPoint', 'outPoint'] },
} as const satisfies Readonly<
  Record<
    ElectricModality,
    { readonly label: string; readonly group: 'A' | 'B'; readonly posts: readonly Post[] }
  >
>;

/** Names of the modalities in TUSD and TE. */
export const electricModalityLabels = Object.fromEntries(
  Object.entries(ELECTRIC_MODALITIES).map(([modality, { label }]) => [modality, label]),
) as Readonly<Record<ElectricModality, string>>;

/** Whether a modality is one of Group B in TUSD and TE. */
export function isOfGroupB(modality: Modality): boolean {
  return modality !== 'simple' && modality !== 'water' && ELECTRIC_MODALITIES[modality].group === 'B';
}

/** A window of the local clock, [start, end) in minutes since midnight, in half-hour steps. */
export interface TimeWindow {
  /** 0 to 1410. */
  readonly start: number;
  /** 30 to 1440. Where a window may cross midnight, an end before the start lies on the next day. */
  readonly end: number;
}

/**
 * Peak and intermediate hours of weekdays. Under ANEEL's modalities national holidays are off-peak
 * (REN ANEEL 1.000/2021, art. 2). Each distributor's hours are set by its resolution (18 to 21 h at most of them, 17:30 to 20:30 with intermediate hours only afterwards at Light).
 */
export interface PostWindows {
  /** Three hours in a row. */
  readonly peak: TimeWindow;
  /** Before, after, both, or none; only Branca prices them, elsewhere they are off-peak. */
  readonly intermediate: readonly TimeWindow[];
  /** First year in which 20 November has no peak; null for never (see `HolidayOptions`). */
  readonly blackAwarenessFrom: number | null;
  /** True where national holidays have the peak hours of any weekday, as in the simple tariff (spec, section 9). */
  readonly hasPeakOnHolidays?: boolean;
}

/** Prices of a kWh before taxes: the wires and the energy. Their sum is what consumption costs. */
export interface EnergyPrice {
  readonly tusd: Price;
  readonly te: Price;
}

/** Excess of reactive energy and demand (REN ANEEL 1.000/2021, arts. 302 to 304); of Group A only. */
export interface ReactiveRules {
  /** R$/kvarh before taxes: the TE of subgroup B1. Null when it is not known: then excess is named as not billed. */
  readonly vrEre: Price | null;
  /** R$/kW before taxes, where it is not the demand price of the post. */
  readonly vrDre: Price | null;
  /** The power factor below which excess counts: 0.92. */
  readonly reference: Rate;
  /** Six hours within 23:30 to 06:30 in which only capacitive excess counts; in the other 18 only inductive. */
  readonly capacitive: TimeWindow;
}

/** How the lines of a bill become cents. */
interface BillRounding {
  /** Distributors truncate each line; suppliers' invoices round halves up. */
  readonly rounding: Rounding;
  /** Decimals of the taxed unit price before it is multiplied, halves up; null for none: the exact price. */
  readonly priceDecimals: number | null;
  /** Whether consumption is billed in whole kWh, cut. */
  readonly wholeKwh: boolean;
  /** Whether demand is billed in whole kW, cut. */
  readonly wholeKw: boolean;
  /** Whether TUSD and TE are two lines, each cut to cents, or one. */
  readonly tusdTe: 'separate' | 'joined';
}

/** What every electric tariff of ANEEL says. */
interface ElectricBase extends BillRounding {
  /**
   * Fio B inside the TUSD, R$/kWh before taxes, by post: what GD II pays on compensated energy (Lei 14.300/2022).
   * Null when it is not known.
   */
  readonly fioB: Readonly<Record<Post, Price>> | null;
  /** What GD III pays on compensated energy (Fio B, 40 % of Fio A, TFSEE, P&D), by post; null when not known. */
  readonly gd3: Readonly<Record<Post, Price>> | null;
}

/** Group B, one price for all hours. */
export interface ConvencionalRules extends ElectricBase {
  readonly modality: 'convencional';
  readonly energy: { readonly outPoint: EnergyPrice };
}

/** Group B, three posts. */
export interface BrancaRules extends ElectricBase {
  readonly modality: 'branca';
  readonly windows: PostWindows;
  readonly energy: Readonly<Record<Post, EnergyPrice>>;
}

/** Group A, two posts and one demand. */
export interface VerdeRules extends ElectricBase {
  readonly modality: 'verde';
  readonly windows: PostWindows;
  readonly energy: Readonly<Record<'inPoint' | 'outPoint', EnergyPrice>>;
  /** R$/kW before taxes. */
  readonly demand: { readonly outPoint: Price };
  readonly reactive: ReactiveRules | null;
}

/** Group A, two posts, each with its demand. */
export interface AzulRules extends ElectricBase {
  readonly modality: 'azul';
  readonly windows: PostWindows;
  readonly energy: Readonly<Record<'inPoint' | 'outPoint', EnergyPrice>>;
  /** R$/kW before taxes. */
  readonly demand: Readonly<Record<'inPoint' | 'outPoint', Price>>;
  readonly reactive: ReactiveRules | null;
}

/** The simple tariff: prices of a kWh or m³ as they stand, with all taxes in them. */
export interface SimpleRules extends Readonly<Record<Post, Price>> {
  readonly modality: 'simple';
}

/** One step of a water table. */
export interface WaterTier {
  /** m³ of one economia up to which it reaches, included; null for the last one. */
  readonly upTo: number | null;
  /** R$/m³; of a flat tier R$ for all of it, however little flowed. */
  readonly price: Price;
  readonly flat: boolean;
}

/** Fixed fee and tiers, each for one economia. */
export interface WaterTable {
  /** Charged even when nothing flowed. */
  readonly fixedFee: Cents;
  /** m³ that are billed at least; 0 for none. */
  readonly minimum: number;
  /** In ascending order. */
  readonly tiers: readonly WaterTier[];
}

/** Sewage: none, a share of what water costs (fixed fee included), or a table of its own. */
type SewageRules =
  | { readonly mode: 'none' }
  | { readonly mode: 'percent'; readonly share: Rate }
  | { readonly mode: 'table'; readonly table: WaterTable };

/** A fee by the bill, in Portuguese as the bill names it. */
export interface OtherFee {
  readonly label: string;
  readonly amount: Cents;
}

/** Categories of water tariffs. */
export const WATER_CATEGORIES = ['residencial', 'social', 'comercial', 'industrial', 'publica'] as const;
export type WaterCategory = (typeof WATER_CATEGORIES)[number];

export interface WaterRules {
  readonly modality: 'water';
  readonly category: WaterCategory;
  readonly water: WaterTable;
  readonly sewage: SewageRules;
  readonly otherFees: readonly OtherFee[];
  readonly rounding: Rounding;
  /** Whether volume is billed in whole m³, cut. */
  readonly wholeM3: boolean;
}

export type ElectricRules = ConvencionalRules | BrancaRules | VerdeRules | AzulRules;

/** What a tariff charges, told apart by its modality. Prices are before taxes, but for 'simple' and 'water'. */
export type TariffRules = SimpleRules | ElectricRules | WaterRules;

/** Rules in force from a day on, until the next version begins. */
export interface RulesVersion<R extends TariffRules = TariffRules> {
  readonly validFrom: CivilDate;
  readonly rules: R;
}

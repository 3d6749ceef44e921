import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price, Rounding } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';
import type { TouPeriod } from '../tou-windows/tou-periods.ts';

/** The version in force on a day: of those that began by then, the latest; null when none had. In any order. */
export function rulesOn<V extends { readonly validFrom: CivilDate }>(
  versions: readonly V[],
  date: CivilDate,
): V | null {
  let best: V | null = null;
  for (const version of versions) {
    if (version.validFrom <= date && (best === null || version.validFrom > best.validFrom)) best = version;
  }
  return best;
}

/** How a tariff prices: the plain three prices, the four modalities of ANEEL, and water. */
export const MODALITIES = ['simple', 'convencional', 'branca', 'verde', 'azul', 'water'] as const;
export type Modality = (typeof MODALITIES)[number];

export type ElectricModality = Exclude<Modality, 'simple' | 'water'>;

/** Subgroups by voltage (A) and class (B). */
export const SUBGROUPS = ['A1', 'A2', 'A3', 'A3a', 'A4', 'AS', 'B1', 'B2', 'B3', 'B4'] as const;
export type Subgroup = (typeof SUBGROUPS)[number];

interface ModalityFacts {
  /** Portuguese name, as ANEEL's file of tariffs has it. */
  readonly label: string;
  readonly group: 'A' | 'B';
  /** Subgroups that may choose it: public lighting (B4) has no Branca, and from 69 kV on (A1 to A3) there is Azul only. */
  readonly subgroups: readonly Subgroup[];
  /** Tariff periods in which energy has a price of its own. */
  readonly touPeriods: readonly TouPeriod[];
  /** The same of demand; one demand for all hours has the price of `outPoint`. */
  readonly demandTouPeriods: readonly ('inPoint' | 'outPoint')[];
}

/** Every difference between the modalities that is no rule of its own. */
export const ELECTRIC_MODALITIES: Readonly<Record<ElectricModality, ModalityFacts>> = {
  convencional: {
    label: 'Convencional',
    group: 'B',
    subgroups: ['B1', 'B2', 'B3', 'B4'],
    touPeriods: ['outPoint'],
    demandTouPeriods: [],
  },
  branca: {
    label: 'Branca',
    group: 'B',
    subgroups: ['B1', 'B2', 'B3'],
    touPeriods: ['inPoint', 'interPoint', 'outPoint'],
    demandTouPeriods: [],
  },
  verde: {
    label: 'Verde',
    group: 'A',
    subgroups: ['A3a', 'A4', 'AS'],
    touPeriods: ['inPoint', 'outPoint'],
    demandTouPeriods: ['outPoint'],
  },
  azul: {
    label: 'Azul',
    group: 'A',
    subgroups: ['A1', 'A2', 'A3', 'A3a', 'A4', 'AS'],
    touPeriods: ['inPoint', 'outPoint'],
    demandTouPeriods: ['inPoint', 'outPoint'],
  },
};

export const electricModalities = Object.keys(ELECTRIC_MODALITIES) as readonly ElectricModality[];

export const electricModalityLabels = Object.fromEntries(
  Object.entries(ELECTRIC_MODALITIES).map(([modality, { label }]) => [modality, label]),
) as Readonly<Record<ElectricModality, string>>;

/** The row of a modality; null for the simple tariff and water. */
function factsOf(modality: Modality): ModalityFacts | null {
  return modality === 'simple' || modality === 'water' ? null : ELECTRIC_MODALITIES[modality];
}

export function isOfGroup(group: 'A' | 'B', modality: Modality): boolean {
  return factsOf(modality)?.group === group;
}

export function isOfferedTo(subgroup: Subgroup, modality: Modality): boolean {
  return factsOf(modality)?.subgroups.includes(subgroup) === true;
}

export function isOfOnePrice(modality: ElectricModality): boolean {
  return ELECTRIC_MODALITIES[modality].touPeriods.length === 1;
}

export function hasIntermediatePrice(modality: ElectricModality): boolean {
  return ELECTRIC_MODALITIES[modality].touPeriods.includes('interPoint');
}

/** The tariff periods in which a modality prices demand; none without demand. */
export function demandPeriodsOf(modality: Modality): ModalityFacts['demandTouPeriods'] {
  return factsOf(modality)?.demandTouPeriods ?? [];
}

/** The tariff periods for which demand is contracted; `[null]` if one demand holds for all hours. */
export function contractedPeriods(modality: Modality): readonly ('inPoint' | 'outPoint' | null)[] {
  const touPeriods = demandPeriodsOf(modality);
  return touPeriods.length > 1 ? touPeriods : [null];
}

/** A window of the local clock, [start, end) in minutes since midnight, in half-hour steps. */
export interface TimeWindow {
  /** 0 to 1410. */
  readonly start: number;
  /** 30 to 1440. Where a window may cross midnight, an end before the start lies on the next day. */
  readonly end: number;
}

/** Peak and intermediate hours of weekdays; national holidays are off-peak (REN ANEEL 1.000/2021, art. 2). */
export interface TouWindows {
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

interface BillRounding {
  /** Distributors truncate each line; suppliers' invoices round halves up. */
  readonly rounding: Rounding;
  /** Decimals of the taxed unit price before it is multiplied, halves up; null for none: the exact price. */
  readonly priceDecimals: number | null;
  /** Whether consumption is billed in whole kWh, cut. */
  readonly integerKwh: boolean;
  /** Whether demand is billed in whole kW, cut. */
  readonly integerKw: boolean;
  /** Whether TUSD and TE are two lines, each cut to cents, or one. */
  readonly tusdTe: 'separate' | 'joined';
}

interface ElectricBase extends BillRounding {
  /** Fio B inside the TUSD by period, R$/kWh before taxes: what GD II pays on compensated energy (Lei 14.300/2022); null: unknown. */
  readonly fioB: Readonly<Record<TouPeriod, Price>> | null;
  /** What GD III pays on compensated energy (Fio B, 40 % of Fio A, TFSEE, P&D), by post; null when not known. */
  readonly gd3: Readonly<Record<TouPeriod, Price>> | null;
}

export interface ConvencionalRules extends ElectricBase {
  readonly modality: 'convencional';
  readonly energy: { readonly outPoint: EnergyPrice };
}

export interface BrancaRules extends ElectricBase {
  readonly modality: 'branca';
  readonly windows: TouWindows;
  readonly energy: Readonly<Record<TouPeriod, EnergyPrice>>;
}

export interface VerdeRules extends ElectricBase {
  readonly modality: 'verde';
  readonly windows: TouWindows;
  readonly energy: Readonly<Record<'inPoint' | 'outPoint', EnergyPrice>>;
  /** R$/kW before taxes. */
  readonly demand: { readonly outPoint: Price };
  readonly reactive: ReactiveRules | null;
}

export interface AzulRules extends ElectricBase {
  readonly modality: 'azul';
  readonly windows: TouWindows;
  readonly energy: Readonly<Record<'inPoint' | 'outPoint', EnergyPrice>>;
  /** R$/kW before taxes. */
  readonly demand: Readonly<Record<'inPoint' | 'outPoint', Price>>;
  readonly reactive: ReactiveRules | null;
}

/** The simple tariff: prices of a kWh or m³ as they stand, with all taxes in them. */
export interface SimpleRules extends Readonly<Record<TouPeriod, Price>> {
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
  readonly integerM3: boolean;
}

export type ElectricRules = ConvencionalRules | BrancaRules | VerdeRules | AzulRules;

/** The charges of a tariff by modality. Prices are before taxes, but for 'simple' and 'water'. */
export type TariffRules = SimpleRules | ElectricRules | WaterRules;

/** Rules in force from a day on, until the next version begins. */
export interface RulesVersion<R extends TariffRules = TariffRules> {
  readonly validFrom: CivilDate;
  readonly rules: R;
}

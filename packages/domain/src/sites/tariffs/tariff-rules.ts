import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price, Rounding } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';
import type { TouPeriod } from '../tou-windows/tou-periods.ts';

/**
 * The version in force on a day: the latest one that begins on or before it; null if there is none. @param versions - in any
 * order
 */
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

/** How a tariff prices: `simple` has three prices with taxes, then come the four modalities of ANEEL, and water. */
export const MODALITIES = ['simple', 'convencional', 'branca', 'verde', 'azul', 'water'] as const;
export type Modality = (typeof MODALITIES)[number];

export type ElectricModality = Exclude<Modality, 'simple' | 'water'>;

/** Subgroups by voltage (A) and class (B). */
export const SUBGROUPS = ['A1', 'A2', 'A3', 'A3a', 'A4', 'AS', 'B1', 'B2', 'B3', 'B4'] as const;
export type Subgroup = (typeof SUBGROUPS)[number];

interface ModalityFacts {
  /** Portuguese name, as in ANEEL's file of tariffs. */
  readonly label: string;
  readonly group: 'A' | 'B';
  /** Subgroups that may choose it: not Branca for public lighting (B4), and only Azul from 69 kV on (A1 to A3). */
  readonly subgroups: readonly Subgroup[];
  /** Time-of-use periods in which energy has its own price. */
  readonly touPeriods: readonly TouPeriod[];
  /** Time-of-use periods in which demand has its own price; a single demand for all hours has that of `outPoint`. */
  readonly demandTouPeriods: readonly ('inPoint' | 'outPoint')[];
}

/** Properties by which modalities differ. */
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

/** Properties of a modality; null for the simple tariff and water. */
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

/** The time-of-use periods in which a modality prices demand; none without demand. */
export function demandPeriodsOf(modality: Modality): ModalityFacts['demandTouPeriods'] {
  return factsOf(modality)?.demandTouPeriods ?? [];
}

/** The time-of-use periods for which demand is contracted; `[null]` if one demand holds for all hours, or without demand. */
export function contractedPeriods(modality: Modality): readonly ('inPoint' | 'outPoint' | null)[] {
  const touPeriods = demandPeriodsOf(modality);
  return touPeriods.length > 1 ? touPeriods : [null];
}

/** Hours of the local day, [start, end) in minutes since midnight, in steps of half an hour. */
export interface TimeWindow {
  /** 0 to 1410. */
  readonly start: number;
  /** 30 to 1440. In windows that may cross midnight, an end before the start is on the next day. */
  readonly end: number;
}

/** Peak and intermediate hours of working days; weekends and national holidays are off-peak (REN ANEEL 1.000/2021, art. 2). */
export interface TouWindows {
  /** Three consecutive hours. */
  readonly peak: TimeWindow;
  /** Windows before the peak, after it, both, or none. Only Branca prices them; in other modalities they are off-peak. */
  readonly intermediate: readonly TimeWindow[];
  /** First year in which 20 November has no peak hours; null: never (see `HolidayOptions`). */
  readonly blackAwarenessFrom: number | null;
  /** Whether national holidays have peak hours, as in the simple tariff (spec, section 9). */
  readonly hasPeakOnHolidays?: boolean;
}

/** Prices of a kWh before taxes: TUSD (use of the grid) and TE (energy). Consumption costs their sum. */
export interface EnergyPrice {
  readonly tusd: Price;
  readonly te: Price;
}

/** Rules of excess reactive energy and demand, in Group A only (REN ANEEL 1.000/2021, arts. 302 to 304). */
export interface ReactiveRules {
  /** R$/kvarh before taxes: the TE of subgroup B1. Null if unknown: then the bill reports excess as not billed. */
  readonly vrEre: Price | null;
  /** R$/kW before taxes; null: the demand price of the time-of-use period. */
  readonly vrDre: Price | null;
  /** Power factor below which excess counts: 0.92. */
  readonly reference: Rate;
  /**
   * Six hours within 23:30 to 06:30 in which only capacitive excess counts; in the other 18 hours only inductive excess counts.
   */
  readonly capacitive: TimeWindow;
}

interface BillRounding {
  /** Distributors truncate each line; suppliers' invoices round halves up. */
  readonly rounding: Rounding;
  /** Decimals to which the taxed unit price is rounded half up before it is multiplied; null: no rounding. */
  readonly priceDecimals: number | null;
  /** Whether consumption is truncated to whole kWh. */
  readonly integerKwh: boolean;
  /** Whether demand is truncated to whole kW. */
  readonly integerKw: boolean;
  /** Whether TUSD and TE have separate lines or one. */
  readonly tusdTe: 'separate' | 'joined';
}

interface ElectricBase extends BillRounding {
  /**
   * Fio B within the TUSD by time-of-use period, R$/kWh before taxes; GD II pays a share of it on compensated energy (Lei
   * 14.300/2022). Null: unknown.
   */
  readonly fioB: Readonly<Record<TouPeriod, Price>> | null;
  /**
   * Charge of GD III on compensated energy by time-of-use period (Fio B, 40 % of Fio A, TFSEE, P&D), R$/kWh before taxes. Null:
   * unknown.
   */
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

/** The simple tariff: prices of a kWh or m³ that include all taxes. */
export interface SimpleRules extends Readonly<Record<TouPeriod, Price>> {
  readonly modality: 'simple';
}

/** A tier of a water table. */
export interface WaterTier {
  /** Upper limit in m³ for each economia, included; null for the last tier. */
  readonly upTo: number | null;
  /** R$/m³; for a flat tier, R$ for the whole tier, whatever its volume. */
  readonly price: Price;
  readonly flat: boolean;
}

export interface WaterTable {
  /** Charged even without consumption. */
  readonly fixedFee: Cents;
  /** Minimum billed volume in m³; 0: none. */
  readonly minimum: number;
  /** Tiers in ascending order. */
  readonly tiers: readonly WaterTier[];
}

/** Sewage: none, a share of the water charges (fixed fee included), or its own table. */
type SewageRules =
  | { readonly mode: 'none' }
  | { readonly mode: 'percent'; readonly share: Rate }
  | { readonly mode: 'table'; readonly table: WaterTable };

/** A fee of each bill, with its Portuguese label. */
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
  /** Whether volume is truncated to whole m³. */
  readonly integerM3: boolean;
}

export type ElectricRules = ConvencionalRules | BrancaRules | VerdeRules | AzulRules;

/** Rules of a tariff by modality. Prices are before taxes, except in 'simple' and 'water'. */
export type TariffRules = SimpleRules | ElectricRules | WaterRules;

/** Rules in force from a day on, until the next version begins. */
export interface RulesVersion<R extends TariffRules = TariffRules> {
  readonly validFrom: CivilDate;
  readonly rules: R;
}

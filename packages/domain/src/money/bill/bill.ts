import type { CivilDate } from '../../base/time/civil-day.ts';
import type { Instant } from '../../base/time/zone.ts';
import type { MilliwattHours } from '../../base/units/energy.ts';
import type { Cents } from '../../base/units/money.ts';
import type { Price } from '../../base/units/price.ts';
import type { CreditLot } from '../../sites/tariffs/billing-contract.ts';
import type { LineSharing } from '../../sites/tariffs/own-line.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

export type ChargeKind =
  | 'energy'
  | 'demand'
  | 'unused-demand'
  | 'overrun'
  | 'reactive-energy'
  | 'reactive-demand'
  | 'flag'
  | 'compensation'
  | 'minimum'
  | 'cosip'
  | 'water'
  | 'sewage'
  | 'fee'
  | 'supplier'
  | 'given'
  | 'unit-charge';

export type ChargeUnit = 'kWh' | 'kW' | 'kvarh' | 'm³';

/** The taxes inside an amount, each cut to cents. */
export interface ChargeTaxes {
  readonly icms: Cents;
  readonly pis: Cents;
  readonly cofins: Cents;
}

export interface Charge {
  /** In Portuguese, as bills print it. */
  readonly label: string;
  readonly kind: ChargeKind;
  readonly touPeriod: TouPeriod | null;
  /** Thousandths of Wh, W, varh or litres; null where nothing is counted. */
  readonly quantity: number | null;
  readonly unit: ChargeUnit | null;
  /** R$ a unit with its taxes, to the nearest 1e-10; null where nothing is counted. */
  readonly unitPrice: Price | null;
  readonly amount: Cents;
  readonly taxes: ChargeTaxes;
  /** How a custom line is shared; other lines are shared by their kind. */
  readonly sharing?: LineSharing;
  /** In Portuguese: a remark on this line. */
  readonly note?: string;
}

/** The demand of a post; W × 1000, as a quarter's mWh × 4. */
export interface BilledDemand {
  /** Null where one demand stands for all posts. */
  readonly touPeriod: TouPeriod | null;
  readonly measured: number;
  /** Start of the quarter in which it was measured. */
  readonly at: Instant | null;
  /** Null when the contract does not say. */
  readonly contracted: number | null;
  readonly billed: number;
  /** The whole excess over the contract, once it is above 105 % of it; else 0. */
  readonly overrun: number;
}

/** Credits of generation before and after a bill. */
export interface CreditMovement {
  readonly before: MilliwattHours;
  /** Injected within the cycle. */
  readonly injected: MilliwattHours;
  /** Energy compensated within the cycle of its generation. */
  readonly used: MilliwattHours;
  /** Older than 60 months. */
  readonly expired: MilliwattHours;
  readonly after: MilliwattHours;
  readonly lots: readonly CreditLot[];
}

/** A bill: its lines add up to its total, and missing data are named. */
export interface Bill {
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly lines: readonly Charge[];
  readonly total: Cents;
  readonly taxes: ChargeTaxes;
  /** In Portuguese, one sentence each: missing data, and their effect on the bill. Empty for a complete bill. */
  readonly missing: readonly string[];
  /** Measured over expected quarters of an hour, 0 to 1. */
  readonly completeness: number;
  /** Share of estimated quarter-hours; absent where nothing was estimated. */
  readonly estimated?: number;
  readonly demand: readonly BilledDemand[];
  /** Excess of reactive energy by post, mvarh; of nothing but Group A. */
  readonly reactiveExcess: Readonly<Record<TouPeriod, number>>;
  /** Null without generation. */
  readonly credits: CreditMovement | null;
}

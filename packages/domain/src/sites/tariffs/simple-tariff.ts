import type { CivilDate } from '../../base/time/civil-day.ts';
import { formatDay } from '../../base/units/format.ts';
import { type Cents, cents, sumCents, sumPresentCents } from '../../base/units/money.ts';
import {
  type ExactAmount,
  exactAmount,
  type Price,
  type Rounding,
  splitCents,
  sumExact,
  toCents,
} from '../../base/units/price.ts';
import { TOU_PERIODS, type TouPeriod } from '../tou-windows/tou-periods.ts';

interface DaysOfTariff {
  readonly days: readonly PricedDay[];
  /** Empty without a tariff. */
  readonly versions: readonly TariffVersion[];
}

/** Cost of the same days of several meters, rounded once for each tariff; null if a meter consumed without a price. */
export function costTogether(shares: readonly DaysOfTariff[]): Pick<CostOfDays, 'perDay' | 'total'> {
  const consuming = shares.filter(({ days }) => days.some(isSomething));
  const counted = consuming.length > 0 ? consuming : shares.slice(0, 1);
  const costs = counted.map(({ days, versions }) => costOfDays(days, versions));
  const costOn = (day: number): Cents | null =>
    sumPresentCents(costs.map(({ perDay }) => perDay[day] ?? null));
  return {
    perDay: (shares[0]?.days ?? []).map((_, day) => costOn(day)),
    total: costs.length === 0 ? cents(0) : sumPresentCents(costs.map(({ total }) => total)),
  };
}

function isSomething(day: PricedDay): boolean {
  return TOU_PERIODS.some((touPeriod) => day[touPeriod] !== 0);
}

/** Prices in force from a day on, R$ per kWh (m³). A change of price is a new version. */
export interface TariffVersion extends Readonly<Record<TouPeriod, Price>> {
  readonly validFrom: CivilDate;
}

/** Consumption of a day by time-of-use period, mWh (ml of water). */
export interface PricedDay extends Readonly<Record<TouPeriod, number>> {
  readonly date: CivilDate;
}

/** The unit of a line's quantity. */
type BillUnit = 'kWh' | 'm³';

interface BillLine {
  /** Label in Portuguese. */
  readonly label: string;
  readonly touPeriod: TouPeriod;
  /** Thousandths of Wh, or of a litre. */
  readonly quantity: number;
  readonly unit: BillUnit;
  readonly unitPrice: Price;
  readonly amount: Cents;
}

export interface CostOfDays {
  /** In the order of the days; null for a day with consumption before the first version, and for all days without a tariff. */
  readonly perDay: readonly (Cents | null)[];
  /** Sum of all days; null if a day has no price, or without a tariff. */
  readonly total: Cents | null;
  /** Days without a price. */
  readonly unpriced: readonly CivilDate[];
}

/** The simple tariff rounds half up; distributors truncate. */
const ROUNDING: Rounding = 'half-up';

const FREE = 0n as ExactAmount;

/** The version in force on a day: the latest one that begins on or before it; null if there is none. */
export function versionOn(versions: readonly TariffVersion[], date: CivilDate): TariffVersion | null {
  return versions.reduce<TariffVersion | null>(
    (best, version) =>
      version.validFrom <= date && (best === null || version.validFrom > best.validFrom) ? version : best,
    null,
  );
}

/**
 * Cost of days at the prices in force, in cents that add up to the rounded total; so a day may differ by a cent from its rounded
 * cost.
 */
export function costOfDays(days: readonly PricedDay[], versions: readonly TariffVersion[]): CostOfDays {
  const exact = days.map((day) => exactCost(day, versionOn(versions, day.date), versions.length > 0));
  const parts = splitCents(
    exact.map((amount) => amount ?? FREE),
    ROUNDING,
  );
  const perDay = parts.map((part, index) => (exact[index] === null ? null : part));
  const unpriced = days.filter((_, index) => exact[index] === null).map((day) => day.date);
  const isPriced = versions.length > 0 && unpriced.length === 0;
  return { perDay, total: isPriced ? sumCents(parts) : null, unpriced };
}

/** Consumption of the days on which one version (or none) is in force. */
interface DaysInForce extends Record<TouPeriod, number> {
  readonly version: TariffVersion | null;
  /** First day of the version; empty before the first version. */
  readonly from: string;
  /** First day of the next version; null if there is none. */
  readonly until: CivilDate | null;
}

function inForceOn(versions: readonly TariffVersion[], date: CivilDate): DaysInForce {
  const version = versionOn(versions, date);
  const later = versions.map(({ validFrom }) => validFrom).filter((validFrom) => validFrom > date);
  const until = later.reduce<CivilDate | null>(
    (next, day) => (next === null || day < next ? day : next),
    null,
  );
  return { version, from: version?.validFrom ?? '', until, inPoint: 0, interPoint: 0, outPoint: 0 };
}

/** As `total` of `costOfDays`, but quicker, for hundreds of meters. */
export function totalCostOf(days: readonly PricedDay[], versions: readonly TariffVersion[]): Cents | null {
  const all: DaysInForce[] = [];
  let sum: DaysInForce | undefined;
  for (const day of days) {
    const { date } = day;
    if (sum === undefined || date < sum.from || (sum.until !== null && date >= sum.until)) {
      sum = inForceOn(versions, date);
      all.push(sum);
    }
    if (sum.version === null && exactCost(day, null, versions.length > 0) === null) return null;
    sum.inPoint += day.inPoint;
    sum.interPoint += day.interPoint;
    sum.outPoint += day.outPoint;
  }
  return toCents(sumExact(all.map((one) => exactCostOf(one, one.version))), ROUNDING);
}

/**
 * Exact cost of a day, unrounded; null without a price, except that a day without consumption before the first version costs 0.
 */
function exactCost(day: PricedDay, version: TariffVersion | null, hasPrices: boolean): ExactAmount | null {
  if (version === null)
    return hasPrices && TOU_PERIODS.every((touPeriod) => day[touPeriod] === 0) ? FREE : null;
  return exactCostOf(day, version);
}

function exactCostOf(
  consumed: Readonly<Record<TouPeriod, number>>,
  version: TariffVersion | null,
): ExactAmount {
  if (version === null) return FREE;
  return sumExact(TOU_PERIODS.map((touPeriod) => exactAmount(consumed[touPeriod], version[touPeriod])));
}

const LABELS: Readonly<Record<TouPeriod, string>> = {
  inPoint: 'Consumo ponta',
  interPoint: 'Consumo intermediário',
  outPoint: 'Consumo fora ponta',
};

/** A line for each version and time-of-use period with consumption; the amounts add up to the total of `costOfDays`. */
export function billLines(
  days: readonly PricedDay[],
  versions: readonly TariffVersion[],
  unit: BillUnit = 'kWh',
): BillLine[] {
  const inForce = new Map<TariffVersion, PricedDay[]>();
  for (const day of days) {
    const version = versionOn(versions, day.date);
    if (version !== null) inForce.set(version, [...(inForce.get(version) ?? []), day]);
  }
  const lines = [...inForce].flatMap(([version, versionDays]) =>
    linesOfVersion(version, versionDays, inForce.size > 1),
  );
  const amounts = splitCents(
    lines.map((line) => exactAmount(line.quantity, line.unitPrice)),
    ROUNDING,
  );
  return lines.map((line, index) => ({ ...line, unit, amount: amounts[index] as Cents }));
}

type UnpricedLine = Omit<BillLine, 'unit' | 'amount'>;

function linesOfVersion(
  version: TariffVersion,
  days: readonly PricedDay[],
  isOneOfMany: boolean,
): UnpricedLine[] {
  const since = isOneOfMany ? ` (preços de ${formatDay(version.validFrom)})` : '';
  const quantityOf = (touPeriod: TouPeriod) => days.reduce((sum, day) => sum + day[touPeriod], 0);
  const lines = TOU_PERIODS.map((touPeriod) => ({
    label: LABELS[touPeriod] + since,
    touPeriod,
    quantity: quantityOf(touPeriod),
    unitPrice: version[touPeriod],
  }));
  const consumed = lines.filter((line) => line.quantity !== 0);
  return hasOnePrice(version) ? mergeLines(consumed, `Consumo${since}`) : consumed;
}

function hasOnePrice(version: TariffVersion): boolean {
  return TOU_PERIODS.every((touPeriod) => version[touPeriod] === version.outPoint);
}

function mergeLines(lines: readonly UnpricedLine[], label: string): UnpricedLine[] {
  const [first] = lines;
  if (first === undefined) return [];
  return [
    { ...first, touPeriod: 'outPoint', label, quantity: lines.reduce((sum, line) => sum + line.quantity, 0) },
  ];
}

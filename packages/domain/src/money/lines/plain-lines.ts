import type { CivilDate } from '../../base/time/civil-day.ts';
import { type Cents, cents, sumCents } from '../../base/units/money.ts';
import { exactAmount, type Rounding, toCents } from '../../base/units/price.ts';
import { COMPLETE } from '../../base/units/rate.ts';
import {
  type MeasuredCycle,
  type MeasuredInterval,
  volumeOf,
} from '../../energy/measured-cycle/measured-cycle.ts';
import type {
  BillingContract,
  Cosip,
  CosipCharge,
  CosipTable,
} from '../../sites/tariffs/billing-contract.ts';
import { billLines, type TariffVersion } from '../../sites/tariffs/simple-tariff.ts';
import {
  type RulesVersion,
  rulesOn,
  type SimpleRules,
  type WaterRules,
  type WaterTable,
  type WaterTier,
} from '../../sites/tariffs/tariff-rules.ts';
import { type BilledDemand, type Charge, type ChargeKind, MISSING } from '../bill/bill.ts';
import { flatCharge, NO_TAXES } from '../charges/charge.ts';
import { centsOf, dividedBy, fraction, shareOf, times } from '../charges/fraction.ts';
import type { Lines } from './electric-cycle.ts';

interface CosipBase {
  /** Lines of the distributor, on which a share may be computed. */
  readonly charged: readonly Charge[];
  /** mWh */
  readonly consumed: number;
  readonly demand: readonly BilledDemand[];
  readonly rounding: Rounding;
}

/** Thousandths of Wh in a kWh, and of W in a kW. */
const PER_UNIT = 1_000_000;
const EXACT_PER_CENT = 10n ** 14n;

/** COSIP in force on a day: the newest change that has begun, else the contract's own. */
function cosipOn({ cosip, cosipChanges = [] }: BillingContract, day: CivilDate): Cosip | null {
  const changed = rulesOn(cosipChanges, day);
  return changed === null ? cosip : changed.cosip;
}

/** The period in force of the municipality's table that a contract names; null without a table or a period. */
export function cosipPeriodOn(
  contract: BillingContract,
  day: CivilDate,
): CosipTable['periods'][number] | null {
  const cosip = cosipOn(contract, day);
  if (cosip?.mode !== 'municipality') return null;
  const table = contract.cosipTables?.find(({ municipality }) => municipality === cosip.municipality);
  return rulesOn(table?.periods ?? [], day);
}

/** The line of COSIP, the municipality's contribution: a flat amount, a share of `charged`, or an amount by band. */
export function cosipLines(contract: BillingContract, day: CivilDate, base: CosipBase): Lines {
  const cosip = cosipOn(contract, day);
  if (cosip?.mode !== 'municipality') return chargeLines(cosip, base, MISSING.cosip);
  const charge = cosipPeriodOn(contract, day)?.cosip ?? null;
  return chargeLines(charge, base, MISSING.cosipTable(cosip.municipality, day));
}

function chargeLines(charge: CosipCharge | null, base: CosipBase, missing: string): Lines {
  const amount = charge === null ? null : cosipAmount(charge, base);
  if (amount === null) return { lines: [], missing: [missing] };
  return { lines: amount === 0 ? [] : [flatCharge('COSIP', 'cosip', amount)], missing: [] };
}

function cosipAmount(cosip: CosipCharge, base: CosipBase): Cents | null {
  if (cosip.mode === 'flat') return cosip.amount;
  if (cosip.mode === 'share') {
    const charged = Math.max(0, sumCents(base.charged.map(({ amount }) => amount)));
    const share = dividedBy(times(fraction(BigInt(charged) * EXACT_PER_CENT), cosip.share), COMPLETE);
    return centsOf(share, base.rounding);
  }
  const { bands, by = 'kWh' } = cosip;
  const measure = by === 'kWh' ? base.consumed : Math.max(0, ...base.demand.map(({ billed }) => billed));
  const band = bands.find(({ upTo }) => upTo === null || measure <= upTo * PER_UNIT);
  return band?.amount ?? null;
}

const ML_PER_M3 = 1_000_000;

/** The volume billed under one version of a water tariff. */
interface BilledVolume {
  /** Volume of the whole cycle, ml. */
  readonly volume: number;
  readonly economias: number;
  /** Days of the cycle under this version: fees and tiers are prorated by days. */
  readonly days: { readonly counted: number; readonly of: number };
}

/**
 * Lines of a water bill: fixed fee, tiers, sewage, other fees. Limits of tiers are multiplied by the number of economias, and at
 * least the minimum is billed.
 */
function waterCharges(rules: WaterRules, billed: BilledVolume): Charge[] {
  const water = tableCharges(rules.water, billed, rules.rounding, { kind: 'water', name: 'água' });
  const total = water.reduce((sum, line) => sum + line.amount, 0);
  const fees = rules.otherFees.map(({ label, amount }) =>
    flatCharge(label, 'fee', prorated(amount, billed, rules.rounding)),
  );
  return [...water, ...sewageCharges(rules, billed, cents(total)), ...fees];
}

function sewageCharges(rules: WaterRules, billed: BilledVolume, water: Cents): Charge[] {
  const { sewage, rounding } = rules;
  if (sewage.mode === 'none') return [];
  if (sewage.mode === 'table') {
    return tableCharges(sewage.table, billed, rounding, { kind: 'sewage', name: 'esgoto' });
  }
  const exact = fraction(BigInt(water) * sewage.share * EXACT_PER_CENT, COMPLETE);
  const percent = Number((sewage.share * 10_000n) / COMPLETE) / 100;
  return [
    flatCharge('Esgoto', 'sewage', centsOf(exact, rounding), `${percent.toLocaleString('pt-BR')}% da água`),
  ];
}

interface TableName {
  readonly kind: ChargeKind;
  readonly name: string;
}

function tableCharges(table: WaterTable, billed: BilledVolume, rounding: Rounding, of: TableName): Charge[] {
  const lines: Charge[] = [];
  if (table.fixedFee !== 0) {
    const fee = cents(table.fixedFee * billed.economias);
    lines.push(flatCharge(`Tarifa fixa de ${of.name}`, of.kind, prorated(fee, billed, rounding)));
  }
  const volume = Math.max(billed.volume, Math.round(table.minimum * ML_PER_M3) * billed.economias);
  let from = 0;
  for (const tier of table.tiers) {
    const to = limitOf(tier, billed.economias);
    const quantity = Math.max(0, Math.min(volume, to) - from);
    const isFirst = from === 0;
    if (quantity > 0 || (tier.flat && isFirst)) {
      lines.push(tierCharge(tier, quantity, from, { billed, rounding, of }));
    }
    from = to;
  }
  return lines;
}

function limitOf(tier: WaterTier, economias: number): number {
  return tier.upTo === null ? Number.POSITIVE_INFINITY : Math.round(tier.upTo * ML_PER_M3) * economias;
}

interface TierContext {
  readonly billed: BilledVolume;
  readonly rounding: Rounding;
  readonly of: TableName;
}

function tierCharge(tier: WaterTier, quantity: number, from: number, context: TierContext): Charge {
  const { billed, rounding, of } = context;
  const { economias, days } = billed;
  const exact = exactAmount(tier.flat ? economias * ML_PER_M3 : quantity, tier.price);
  const isProrated = days.counted !== days.of;
  return {
    label: `${of.kind === 'water' ? 'Água' : 'Esgoto'} ${tierName(tier, from / economias / ML_PER_M3)}`,
    kind: of.kind,
    touPeriod: null,
    quantity,
    unit: 'm³',
    unitPrice: tier.flat ? null : tier.price,
    amount: isProrated
      ? centsOf(shareOf(fraction(exact), days.counted, days.of), rounding)
      : toCents(exact, rounding),
    taxes: NO_TAXES,
    ...(isProrated ? { note: `${days.counted} de ${days.of} dias` } : {}),
  };
}

function tierName(tier: WaterTier, from: number): string {
  const start = from.toLocaleString('pt-BR');
  if (tier.upTo === null) return from === 0 ? 'consumo' : `acima de ${start} m³`;
  const end = tier.upTo.toLocaleString('pt-BR');
  return from === 0 ? `até ${end} m³` : `de ${start} a ${end} m³`;
}

function prorated(amount: Cents, { days }: BilledVolume, rounding: Rounding): Cents {
  if (days.counted === days.of) return amount;
  return centsOf(shareOf(fraction(BigInt(amount) * EXACT_PER_CENT), days.counted, days.of), rounding);
}

/** Intervals under rules of one modality, with their version. */
function intervalsUnder<R extends SimpleRules | WaterRules>(
  measured: MeasuredCycle,
  modality: R['modality'],
): { readonly interval: MeasuredInterval; readonly version: RulesVersion<R> }[] {
  return measured.intervals.flatMap((interval) =>
    interval.version?.rules.modality === modality
      ? [{ interval, version: interval.version as RulesVersion<R> }]
      : [],
  );
}

/** Lines of the simple tariff, on energy or, for a water meter, on volume. */
export function simpleLines(measured: MeasuredCycle): Charge[] {
  const intervals = intervalsUnder<SimpleRules>(measured, 'simple');
  const isWater = intervals.some(({ interval }) => interval.volume > 0);
  const days = intervals.map(({ interval: { first, consumed, volume } }) => ({
    date: first,
    ...(isWater ? { inPoint: 0, interPoint: 0, outPoint: volume } : consumed),
  }));
  const versions = intervals.map(
    ({ version: { validFrom, rules } }): TariffVersion => ({ validFrom, ...rules }),
  );
  return billLines(days, versions, isWater ? 'm³' : 'kWh').map((line) => ({
    ...line,
    kind: isWater ? 'water' : 'energy',
    taxes: NO_TAXES,
  }));
}

/** Lines of a water tariff, prorated by days if prices change within the cycle. */
export function waterLines(measured: MeasuredCycle, { economias }: BillingContract): Charge[] {
  const volume = volumeOf(measured.intervals);
  return intervalsUnder<WaterRules>(measured, 'water').flatMap(({ interval, version: { rules } }) =>
    waterCharges(rules, {
      volume: rules.integerM3 ? Math.floor(volume / ML_PER_M3) * ML_PER_M3 : volume,
      economias,
      days: { counted: interval.days, of: measured.days },
    }),
  );
}

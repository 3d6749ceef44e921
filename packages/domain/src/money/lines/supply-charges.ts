import type { CivilDate } from '../../base/time/civil-day.ts';
import { formatNumber } from '../../base/units/format.ts';
import { cents } from '../../base/units/money.ts';
import type { Price } from '../../base/units/price.ts';
import { COMPLETE, rateToNumber } from '../../base/units/rate.ts';
import type { BillingContract, EnergySupply } from '../../sites/tariffs/billing-contract.ts';
import { rulesOn } from '../../sites/tariffs/tariff-rules.ts';
import type { Charge } from '../bill/bill.ts';
import { chargeOf, flatCharge, priceOf } from '../charges/charge.ts';
import { NO_RATES, type TaxRates } from '../charges/taxes.ts';

const MWH_PER_KWH = 1_000_000;

/** A supplier's invoice is rounded half up, independently of the distributor's rules. */
const PRICING = { rates: NO_RATES, rounding: 'half-up', priceDecimals: null, lineCents: 'whole' } as const;

/**
 * Invoiced energy in mWh, a note on why it differs from the measured energy, and the energy settled at CCEE: positive is bought,
 * negative is sold.
 */
interface Invoiced {
  readonly quantity: number;
  readonly settled: number;
  readonly note?: string;
}

const inKwh = (energy: number): string => formatNumber(energy / MWH_PER_KWH, 1);

function invoiced(consumed: number, supply: EnergySupply | undefined): Invoiced {
  if (supply === undefined) return { quantity: consumed, settled: 0 };
  const { losses, volume } = supply;
  const withLosses = Math.round(consumed * (1 + rateToNumber(losses)));
  const note = losses === 0n ? {} : { note: `com ${formatNumber(rateToNumber(losses) * 100, 2)}% de perdas` };
  if (volume === null) return { quantity: withLosses, settled: 0, ...note };
  const contracted = volume.contracted * rateToNumber(volume.unitShare ?? COMPLETE);
  if (volume.modulation === 'flat') {
    const flat = Math.round(contracted);
    return { quantity: flat, settled: withLosses - flat, note: 'energia contratada, plana no mês' };
  }
  const min = Math.round(contracted * rateToNumber(volume.min));
  // The lower limit prevails if the limits contradict each other.
  const maximum = Math.max(min, Math.round(contracted * volume.max));
  if (withLosses < min)
    return {
      quantity: min,
      settled: withLosses - min,
      note: `mínimo contratado (take-or-pay): ${inKwh(min)} kWh`,
    };
  if (withLosses <= maximum) return { quantity: withLosses, settled: 0, ...note };
  return {
    quantity: maximum,
    settled: withLosses - maximum,
    note: `máximo contratado: ${inKwh(maximum)} kWh`,
  };
}

/** The line of energy bought or sold at the CCEE price. */
function settlementLine(settled: number, price: Price | undefined): Charge[] {
  if (settled === 0 || price === undefined) return [];
  const label = settled > 0 ? 'Liquidação na CCEE: energia a mais' : 'Liquidação na CCEE: energia que sobrou';
  const item = { label, kind: 'supplier', touPeriod: null, quantity: settled, unit: 'kWh' } as const;
  return [chargeOf({ ...item, price: priceOf(price) }, PRICING)];
}

/** Without a CCEE price, a note on the invoice states the settled energy. */
function noteOf({ note, settled }: Invoiced, price: Price | undefined): string | undefined {
  if (settled === 0 || price !== undefined) return note;
  return `${note}; ${inKwh(Math.abs(settled))} kWh são liquidados na CCEE, sem preço no contrato`;
}

/** Supplier's price on the last day of a cycle: the dated price in force, else `first`. */
function priceOn(supply: EnergySupply | undefined, first: Price, last: CivilDate): Price {
  return rulesOn(supply?.prices ?? [], last)?.price ?? first;
}

/**
 * Lines of the supplier's invoice, if its price is known, and of its ICMS, which the distributor may collect. @param consumed -
 * mWh
 */
export function supplyLines(
  { market }: BillingContract,
  consumed: number,
  last: CivilDate,
  rates: TaxRates | null,
): Charge[] {
  if (market.mode === 'cativo' || market.supplierPrice === null) return [];
  const { supply } = market;
  const invoice = invoiced(consumed, supply);
  if (invoice.quantity === 0 && invoice.settled === 0) return [];
  const settlement = supply?.volume?.settlement;
  const atCcee = settlementLine(invoice.settled, settlement);
  const note = noteOf(invoice, settlement);
  const item = {
    label: 'Energia mercado livre',
    kind: 'supplier' as const,
    touPeriod: null,
    quantity: invoice.quantity,
    unit: 'kWh' as const,
    price: priceOf(priceOn(supply, market.supplierPrice, last)),
    ...(note === undefined ? {} : { note }),
  };
  const energy = chargeOf(item, PRICING);
  const icms = supply === undefined || supply.icms === 'none' ? 0n : (rates?.icms ?? 0n);
  if (icms === 0n) return [energy, ...atCcee];
  const amount = cents(Math.round((energy.amount * Number(icms)) / Number(COMPLETE - icms)));
  const by = supply?.icms === 'distributor' ? 'cobrado pela distribuidora' : 'na nota do fornecedor';
  const line = flatCharge('ICMS da energia do mercado livre', 'supplier', amount, by);
  return [energy, { ...line, taxes: { ...line.taxes, icms: amount } }, ...atCcee];
}

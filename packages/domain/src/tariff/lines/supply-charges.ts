import type { CivilDate } from '../../time/civil-day.ts';
import { formatNumber } from '../../units/format.ts';
import { cents } from '../../units/money.ts';
import type { Price } from '../../units/price.ts';
import { rateToNumber, WHOLE } from '../../units/rate.ts';
import type { Charge } from '../bill/bill.ts';
import type { BillingContract, EnergySupply } from '../terms/billing-contract.ts';
import { rulesOn } from '../terms/rules-in-force.ts';
import { chargeOf, flatCharge, priceOf } from './charge.ts';
import { NO_RATES, type TaxRates } from './taxes.ts';

const MWH_PER_KWH = 1_000_000;

/** The invoice of a supplier is made by itself: rounded halves up, and not by the rules of the distributor. */
const PRICING = { rates: NO_RATES, rounding: 'half-up', priceDecimals: null, lineCents: 'whole' } as const;

/** What is invoiced of what was measured, mWh, and why it is another quantity. */
function invoiced(consumed: number, supply: EnergySupply | undefined): { quantity: number; note?: string } {
  if (supply === undefined) return { quantity: consumed };
  const { losses, volume } = supply;
  const withLosses = Math.round(consumed * (1 + rateToNumber(losses)));
  const note = losses === 0n ? {} : { note: `com ${formatNumber(rateToNumber(losses) * 100, 2)}% de perdas` };
  if (volume === null) return { quantity: withLosses, ...note };
  const least = Math.round(volume.contracted * rateToNumber(volume.least));
  const most = Math.round(volume.contracted * volume.most);
  const inKwh = (energy: number) => formatNumber(energy / MWH_PER_KWH, 1);
  if (withLosses < least)
    return { quantity: least, note: `mínimo contratado (take-or-pay): ${inKwh(least)} kWh` };
  if (withLosses <= most) return { quantity: withLosses, ...note };
  const beyond = `acima do máximo contratado: ${inKwh(withLosses - most)} kWh são liquidados na CCEE`;
  return { quantity: most, note: beyond };
}

/** The price of the day on which a cycle ends. */
function priceOn(supply: EnergySupply | undefined, first: Price, last: CivilDate): Price {
  return rulesOn(supply?.prices ?? [], last)?.price ?? first;
}

/**
 * The invoice of the supplier, where its price is known, and the ICMS on it: a line of the supplier's, or one that the
 * distributor collects. @param consumed - mWh
 */
export function supplyLines(
  { market }: BillingContract,
  consumed: number,
  last: CivilDate,
  rates: TaxRates | null,
): Charge[] {
  if (market.mode === 'cativo' || market.supplierPrice === null || consumed === 0) return [];
  const { supply } = market;
  const { quantity, note } = invoiced(consumed, supply);
  const item = {
    label: 'Energia mercado livre',
    kind: 'supplier' as const,
    post: null,
    quantity,
    unit: 'kWh' as const,
    price: priceOf(priceOn(supply, market.supplierPrice, last)),
    ...(note === undefined ? {} : { note }),
  };
  const energy = chargeOf(item, PRICING);
  const icms = supply === undefined || supply.icms === 'none' ? 0n : (rates?.icms ?? 0n);
  if (icms === 0n) return [energy];
  const amount = cents(Math.round((energy.amount * Number(icms)) / Number(WHOLE - icms)));
  const by = supply?.icms === 'distributor' ? 'cobrado pela distribuidora' : 'na nota do fornecedor';
  const line = flatCharge('ICMS da energia do mercado livre', 'supplier', amount, by);
  return [energy, { ...line, taxes: { ...line.taxes, icms: amount } }];
}

import type { CivilDate } from '../../base/time/civil-day.ts';
import { type Cents, sumCents } from '../../base/units/money.ts';
import type { Rounding } from '../../base/units/price.ts';
import { COMPLETE } from '../../base/units/rate.ts';
import type { BillingContract, Cosip, CosipPeriod } from '../../sites/tariffs/billing-contract.ts';
import type { BilledDemand, Charge } from '../bill/bill.ts';
import { MISSING } from '../bill/missing.ts';
import { flatCharge } from '../charges/charge.ts';
import { centsOf, dividedBy, fraction, times } from '../charges/fraction.ts';
import type { Lines } from './electric-cycle.ts';

interface CosipBase {
  /** The lines of the distributor before it. */
  readonly charged: readonly Charge[];
  /** mWh */
  readonly consumed: number;
  readonly demand: readonly BilledDemand[];
  readonly rounding: Rounding;
}

/** Thousandths of Wh a kWh, and of W a kW. */
const PER_UNIT = 1_000_000;
const EXACT_PER_CENT = 10n ** 14n;

/** In force on a day: the newest started change, else the initial one. */
function cosipOn({ cosip, cosipChanges = [] }: BillingContract, day: CivilDate): Cosip | null {
  const startedAt = cosipChanges.filter(({ validFrom }) => validFrom <= day);
  const newest = startedAt.reduce<CosipPeriod | null>(
    (last, one) => (last === null || one.validFrom >= last.validFrom ? one : last),
    null,
  );
  return newest === null ? cosip : newest.cosip;
}

/** COSIP is the municipality's: by its own table or share, after taxes. */
export function cosipLines(contract: BillingContract, day: CivilDate, base: CosipBase): Lines {
  const cosip = cosipOn(contract, day);
  const amount = cosip === null ? null : cosipAmount(cosip, base);
  if (amount === null) return { lines: [], missing: [MISSING.cosip] };
  return { lines: amount === 0 ? [] : [flatCharge('COSIP', 'cosip', amount)], missing: [] };
}

function cosipAmount(cosip: Cosip, base: CosipBase): Cents | null {
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

import type { BillAnswer } from '@nascente/contract/bills';
import {
  type ByPost,
  type MeasuredCycle,
  sumOfStretches,
} from '@nascente/domain/tariff/measure/measured-cycle';
import { type BilledEnergy, billedEnergy } from '@nascente/domain/tariff/prices/billed-energy';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import { type Cents, cents } from '@nascente/domain/units/money';
import type { Caller } from '../../platform/http/caller.ts';
import { earlierDay } from '../consumption/index.ts';
import type { BillMaker, MadeBill } from './bill-maker.ts';
import type { BilledPlaces } from './billed-places.service.ts';
import type { KeptBillsRepository } from './kept-bills.repository.ts';
import type { BilledPlace } from './measured-days.ts';
import { todayAt } from './place-cycles.ts';
import type { Utility } from './place-facts.repository.ts';

/** Whose amount is asked: an establishment, or a meter that measures it alone. */
export interface AmountOf {
  readonly establishmentId: string;
  readonly type: Utility;
  /** Null of the establishment. */
  readonly installationId: number | null;
}

/** A bill, and what of it is for what was consumed. */
export interface Amount extends BilledEnergy {
  readonly made: MadeBill;
  /** Of the bill as it was kept, where it was closed: prices that were corrected later change nothing of it. */
  readonly total: Cents;
}

/** Energy by post; water, which has no posts, as that of the last. */
export const consumedOf = ({ stretches }: Pick<MeasuredCycle, 'stretches'>): ByPost => {
  const energy = sumOfStretches(stretches, 'consumed');
  const volume = stretches.reduce((sum, stretch) => sum + stretch.volume, 0);
  return { ...energy, outPoint: energy.outPoint + volume };
};

/** What bills come to, for whoever sees the whole of an establishment with a contract. */
export interface BilledAmounts {
  /** Null of electricity where no contract is stored; the tiers of water need none. */
  placeOf(caller: Caller, asked: Pick<AmountOf, 'establishmentId' | 'type'>): Promise<BilledPlace | null>;
  /** Of some establishments those of which `placeOf` may find one. */
  billedAmong(ids: readonly string[], type: Utility): Promise<ReadonlySet<string>>;
  /**
   * Null where nothing is priced, the caller does not see everything that is billed, or the meter that is asked about is one
   * of several.
   */
  amountOf(
    caller: Caller,
    place: BilledPlace,
    asked: Pick<AmountOf, 'installationId'>,
    days: BillingCycle,
  ): Promise<Amount | null>;
  /** Whether a meter measures these days of the place alone. */
  isMeasuredBy(place: BilledPlace, days: BillingCycle, installationId: number): boolean;
}

const inCents = (amount: number): Cents => cents(Math.round(amount * 100));

/** Its lines and its total, in cents. */
const linesOf = ({ lines, total }: BillAnswer) => ({
  lines: lines.map(({ kind, post, amount }) => ({ kind, post, amount: inCents(amount) })),
  total: inCents(total),
});

export const createBilledAmounts = (needs: {
  places: BilledPlaces;
  maker: BillMaker;
  kept: Pick<KeptBillsRepository, 'ofDays'>;
}): BilledAmounts => {
  const { places, maker, kept } = needs;

  const isMeasuredBy: BilledAmounts['isMeasuredBy'] = (place, days, installationId) =>
    maker.parts(place, days).every(({ meter }) => meter.installationId === installationId);

  return {
    isMeasuredBy,
    billedAmong: places.billed,
    async placeOf(caller, { establishmentId, type }) {
      const place = await places.find(caller, establishmentId, type, 'see-bills');
      const isBilled = type === 'water' || place.facts.contracts.some((contract) => contract.type === type);
      return isBilled ? place : null;
    },
    async amountOf(caller, place, { installationId }, { first, last }) {
      const today = todayAt(place);
      const days = { first, last: earlierDay(last, today) };
      if (first > today || !places.seesWhole(caller, place, days)) return null;
      if (installationId !== null && !isMeasuredBy(place, days, installationId)) return null;
      const [made, closed] = await Promise.all([
        maker.make(place, days, maker.terms(place, days)),
        days.last < today ? kept.ofDays(place.id, place.type, days) : null,
      ]);
      // Without a tariff nothing is priced, and zero would be told for what is not known. What was closed stays as it was.
      if (closed === null && (made.terms.tariff === null || made.meters.length === 0)) return null;
      const { lines, total } = closed === null ? made.bill : linesOf(closed);
      return { made, total, ...billedEnergy(lines, consumedOf(made.measured)) };
    },
  };
};

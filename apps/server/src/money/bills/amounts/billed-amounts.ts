import type { BillAnswer } from '@nascente/contract/money/bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { earlierDay } from '@nascente/domain/base/time/civil-day';
import { type Cents, cents } from '@nascente/domain/base/units/money';
import {
  type ByPost,
  type MeasuredCycle,
  sumOfStretches,
} from '@nascente/domain/energy/measured-cycle/measured-cycle';
import {
  type BilledEnergy,
  billedEnergy,
  withUnconsumedPosts,
} from '@nascente/domain/money/prices/billed-energy';
import { indicativePrices } from '@nascente/domain/money/prices/indicative-prices';
import { rulesOn } from '@nascente/domain/sites/tariffs/rules-in-force';
import type { BilledSubject } from '../../../energy/consumption/index.ts';
import { createOncePerReading } from '../../../platform/database/one-reading.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hasPermission } from '../../../platform/http/permission.ts';
import type { Utility } from '../../../sites/establishments/index.ts';
import type { BillMaker, MadeBill } from '../bill-maker.ts';
import type { BilledEstablishments } from '../billed-establishments.service.ts';
import { todayAt } from '../establishment-cycles.ts';
import type { KeptBillsRepository } from '../kept-bills.repository.ts';
import type { BilledEstablishment } from '../measured-days.ts';

/** A bill, and what of it is for what was consumed. */
export interface Amount extends BilledEnergy {
  readonly made: MadeBill;
  /** The total of the bill. A closed bill keeps its total, also where prices are corrected later. */
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
  /**
   * Null of electricity where no contract is stored; the tiers of water need none. Null too for an API key that was not made
   * for bills: what was consumed is told to it all the same.
   */
  establishmentOf(
    caller: Caller,
    asked: Pick<BilledSubject, 'establishmentId' | 'type'>,
  ): Promise<BilledEstablishment | null>;
  /** Which of these establishments `establishmentOf` may find. */
  billedAmong(ids: readonly string[], type: Utility): Promise<ReadonlySet<string>>;
  /**
   * Of each of these days, in their order. Null where nothing is priced, the caller does not see everything that is billed,
   * or the meter that is asked about is one of several.
   */
  amountsOf(
    caller: Caller,
    establishment: BilledEstablishment,
    asked: Pick<BilledSubject, 'installationId'>,
    cycles: readonly BillingCycle[],
  ): Promise<readonly (Amount | null)[]>;
  /** Whether a meter measures these days of the establishment alone. */
  isMeasuredBy(establishment: BilledEstablishment, days: BillingCycle, installationId: number): boolean;
}

type BilledLines = Parameters<typeof billedEnergy>[0];

const inCents = (amount: number): Cents => cents(Math.round(amount * 100));

/** Its lines and its total, in cents. */
const linesOf = ({ lines, total }: BillAnswer) => ({
  lines: lines.map(({ kind, post, amount }) => ({ kind, post, amount: inCents(amount) })),
  total: inCents(total),
});

/** With a price for every post: hours of one in which nothing was consumed yet are priced too. */
const energyOf = ({ measured, terms }: MadeBill, lines: BilledLines, on: CivilDate): BilledEnergy => {
  const consumed = consumedOf(measured);
  const billed = billedEnergy(lines, consumed);
  const version = rulesOn(terms.versions, on);
  if (version === null) return billed;
  const prices = withUnconsumedPosts(billed.prices, consumed, indicativePrices(version.rules));
  return { ...billed, prices };
};

export const createBilledAmounts = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
  kept: Pick<KeptBillsRepository, 'ofCycles'>;
}): BilledAmounts => {
  const { establishments, maker, kept } = needs;

  const oncePerReading = createOncePerReading<Amount | null>();

  /** The bills of several cycles: what was measured is read by one question, and so is what was kept. */
  const billsOf = async (
    establishment: BilledEstablishment,
    cycles: readonly BillingCycle[],
  ): Promise<readonly (Amount | null)[]> => {
    const closed = cycles.filter(({ last }) => last < todayAt(establishment));
    const [measured, keptBills] = await Promise.all([
      maker.readEach(establishment, cycles),
      kept.ofCycles(
        closed.map((days) => ({ ...days, establishmentId: establishment.id, type: establishment.type })),
      ),
    ]);
    return Promise.all(
      cycles.map(async (days, index) => {
        const terms = maker.terms(establishment, days);
        const made = await maker.make(establishment, days, terms, measured[index]);
        const keptBill = keptBills[closed.indexOf(days)] ?? null;
        // Without a tariff nothing is priced, and zero would be told for what is not known. What was closed stays as it was.
        if (keptBill === null && (made.terms.tariff === null || made.meters.length === 0)) return null;
        const { lines, total } = keptBill === null ? made.bill : linesOf(keptBill);
        return { made, total, ...energyOf(made, lines, days.last) };
      }),
    );
  };

  const isMeasuredBy: BilledAmounts['isMeasuredBy'] = (establishment, days, installationId) =>
    maker.parts(establishment, days).every(({ meter }) => meter.installationId === installationId);

  return {
    isMeasuredBy,
    billedAmong: establishments.billed,
    async establishmentOf(caller, { establishmentId, type }) {
      if (!hasPermission(caller, 'see-bills')) return null;
      const establishment = await establishments.find(caller, establishmentId, type, 'see-bills');
      const isBilled =
        type === 'water' || establishment.facts.contracts.some((contract) => contract.type === type);
      return isBilled ? establishment : null;
    },
    async amountsOf(caller, establishment, { installationId }, cycles) {
      const today = todayAt(establishment);
      const isTold = (days: BillingCycle): boolean =>
        days.first <= today &&
        establishments.seesWhole(caller, establishment, days) &&
        (installationId === null || isMeasuredBy(establishment, days, installationId));
      const unknown: BillingCycle[] = [];
      // Made once all cycles are looked at, of those that this call has not asked for yet.
      const made = Promise.resolve().then(() => billsOf(establishment, unknown));
      return Promise.all(
        cycles.map(async ({ first, last }) => {
          const days = { first, last: earlierDay(last, today) };
          if (!isTold(days)) return null;
          const key = [establishment.id, establishment.type, days.first, days.last].join(' ');
          return oncePerReading(key, async () => {
            const position = unknown.push(days) - 1;
            return (await made)[position] ?? null;
          });
        }),
      );
    },
  };
};

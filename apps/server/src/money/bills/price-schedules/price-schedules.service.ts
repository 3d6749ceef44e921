import type { BillAnswer } from '@nascente/contract/money/bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, earlierDay } from '@nascente/domain/base/time/civil-day';
import { type Cents, fromReais } from '@nascente/domain/base/units/money';
import type { ByTouPeriod } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { Charge } from '@nascente/domain/money/bill/bill';
import {
  type BilledEnergy,
  billedEnergy,
  costsOf,
  indicativePrices,
  type TouPrices,
  withUnconsumedPeriods,
} from '@nascente/domain/money/prices/billed-energy';
import { rulesOn } from '@nascente/domain/sites/tariffs/tariff-rules';
import {
  type TouPeriodsOn,
  touPeriodsOfVersions,
} from '@nascente/domain/sites/tou-windows/tou-periods-by-window';
import type { BilledSubject } from '../../../energy/consumption/index.ts';
import { createPerRequestCache } from '../../../platform/database/one-reading.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { hasPermission } from '../../../platform/http/permission.ts';
import type { BillMaker, MadeBill } from '../bill-maker.ts';
import type { FrozenBillsRepository } from '../frozen-bills.repository.ts';
import {
  type BilledDay,
  type BilledEstablishment,
  type BilledEstablishments,
  consumedOf,
  todayAt,
} from '../measured-days.ts';

type ScheduleLine = Pick<Charge, 'kind' | 'touPeriod' | 'amount'>;

/**
 * Prices of an establishment's cycle by its bill: R$ a kWh or m³ of each time-of-use period, and amounts that do not depend on
 * consumption.
 */
export interface PriceSchedule extends BilledEnergy {
  readonly key: string;
  /** The days of the cycle, up to today if it is not over. */
  readonly cycle: BillingCycle;
  readonly basis: 'contract';
  /** The total of the bill. A frozen bill keeps its total after its prices are corrected. */
  readonly total: Cents;
  /** The lines of the bill: energy by time-of-use period, demand, public lighting, fees. */
  readonly lines: readonly ScheduleLine[];
  readonly touPeriodsOn: TouPeriodsOn;
  /** The days of the cycle by the time-of-use periods of its contract. */
  readonly days: readonly BilledDay[];
  /** The computed bill from which the schedule was made, with its quarter-hours and rules. */
  readonly made: MadeBill;
}
export type PriceSchedules = ReturnType<typeof createPriceSchedules>;

/**
 * The key of a schedule. Contract, tariffs, flags and measured days are read once in a request, and no schedule outlives it, so
 * they are not part of the key.
 */
const scheduleKey = ({ id, type }: BilledEstablishment, { first, last }: BillingCycle): string =>
  [id, type, first, last].join(' ');

/** Lines and total of a frozen bill, in cents. */
const frozenLines = ({ lines, total }: BillAnswer) => ({
  lines: lines.map(({ kind, touPeriod, amount }) => ({ kind, touPeriod, amount: fromReais(amount) })),
  total: fromReais(total),
});

/** The energy of a bill with a price for every time-of-use period, also for those without consumption so far. */
const energyOf = (
  { measured, terms }: MadeBill,
  lines: readonly ScheduleLine[],
  on: CivilDate,
): BilledEnergy => {
  const consumed = consumedOf(measured);
  const billed = billedEnergy(lines, consumed);
  const version = rulesOn(terms.versions, on);
  if (version === null) return billed;
  return {
    ...billed,
    prices: withUnconsumedPeriods(billed.prices, consumed, indicativePrices(version.rules)),
  };
};

/** The cost of consumption on each day, rounded so that the days of a cycle add up to its energy lines. */
export const costsByDay = (
  days: readonly { readonly date: CivilDate; readonly consumed: ByTouPeriod }[],
  prices: TouPrices,
): ReadonlyMap<string, Cents> => {
  const costs = costsOf(
    days.map(({ consumed }) => consumed),
    prices,
  );
  return new Map(days.map(({ date }, index) => [date, costs[index] as Cents]));
};

const scheduleOf = (
  establishment: BilledEstablishment,
  cycle: BillingCycle,
  made: MadeBill,
  frozen: BillAnswer | null,
): PriceSchedule | null => {
  // Without a tariff there is no schedule, because a price of zero would be wrong.
  if (frozen === null && (made.terms.tariff === null || made.meters.length === 0)) return null;
  const { lines, total } = frozen === null ? made.bill : frozenLines(frozen);
  const { versions } = made.terms;
  return {
    ...energyOf(made, lines, cycle.last),
    key: scheduleKey(establishment, cycle),
    cycle,
    basis: 'contract',
    total,
    lines,
    touPeriodsOn: touPeriodsOfVersions(versions),
    days: made.byDay,
    made,
  };
};

export const createPriceSchedules = ({
  establishments,
  maker,
  frozenBills,
}: {
  establishments: BilledEstablishments;
  maker: BillMaker;
  frozenBills: Pick<FrozenBillsRepository, 'ofCycles'>;
}) => {
  const billPerRequest = createPerRequestCache<MadeBill>();
  const schedulePerRequest = createPerRequestCache<PriceSchedule | null>();

  const makeBill = (establishment: BilledEstablishment, days: BillingCycle): Promise<MadeBill> =>
    billPerRequest(scheduleKey(establishment, days), () =>
      maker.make(establishment, days, maker.billTerms(establishment, days)),
    );

  const make = (establishment: BilledEstablishment, cycle: BillingCycle): Promise<PriceSchedule | null> =>
    schedulePerRequest(scheduleKey(establishment, cycle), async () => {
      const isOver = cycle.last < todayAt(establishment);
      const { id: establishmentId, type } = establishment;
      const [made, [frozen = null]] = await Promise.all([
        makeBill(establishment, cycle),
        isOver ? frozenBills.ofCycles([{ ...cycle, establishmentId, type }]) : [],
      ]);
      return scheduleOf(establishment, cycle, made, frozen);
    });

  const isMeasuredBy = (
    establishment: BilledEstablishment,
    days: BillingCycle,
    installationId: number,
  ): boolean =>
    maker.parts(establishment, days).every(({ meter }) => meter.installationId === installationId);

  return {
    /** Whether a meter measures these days of the establishment alone. */
    isMeasuredBy,
    /** The bill of some days, as computed now. */
    makeBill,
    /** The establishments that `find` may return. */
    billedAmong: establishments.billed,
    /**
     * `null` for electricity without a stored contract, and for an API key without access to bills; the tariff then applies.
     * Throws as `BilledEstablishments.find` does.
     */
    async find(
      caller: Caller,
      { establishmentId, type }: Pick<BilledSubject, 'establishmentId' | 'type'>,
    ): Promise<BilledEstablishment | null> {
      if (!hasPermission(caller, 'see-bills')) return null;
      const billed = await establishments.billed([establishmentId], type);
      return billed.has(establishmentId)
        ? establishments.find(caller, establishmentId, type, 'see-bills')
        : null;
    },
    /**
     * The schedule of each cycle, in their order. `null` without a tariff or meter, if the caller may not see all meters of the
     * bill, or if the requested meter is one of several.
     */
    ofCycles(
      caller: Caller,
      establishment: BilledEstablishment,
      { installationId }: Pick<BilledSubject, 'installationId'>,
      cycles: readonly BillingCycle[],
    ): Promise<readonly (PriceSchedule | null)[]> {
      const today = todayAt(establishment);
      return Promise.all(
        cycles.map(async ({ first, last }) => {
          const days = { first, last: earlierDay(last, today) };
          const isVisible =
            first <= today &&
            establishments.hasFullAccess(caller, establishment, days) &&
            (installationId === null || isMeasuredBy(establishment, days, installationId));
          return isVisible ? make(establishment, days) : null;
        }),
      );
    },
  };
};

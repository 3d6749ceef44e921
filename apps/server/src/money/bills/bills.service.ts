import type { ParamsOf } from '@nascente/contract/base/call';
import type { BillAnswer, readPriceTariff } from '@nascente/contract/money/bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, daysFrom } from '@nascente/domain/base/time/civil-day';
import { type Completeness, sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import { inUnits } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Utility } from '../../sites/establishments/index.ts';
import { toBill } from './bill-answer.ts';
import type { BillMaker, MadeBill } from './bill-maker.ts';
import {
  type BilledEstablishment,
  type BilledEstablishments,
  consumedOf,
  measureDays,
  type RequestedDays,
  requestedDays,
} from './measured-days.ts';
import type { PriceSchedules } from './price-schedules/price-schedules.service.ts';

interface Requested {
  readonly type: Utility;
  readonly start?: string | undefined;
  readonly end?: string | undefined;
}

interface BillQuery {
  readonly establishment: BilledEstablishment;
  readonly requested: RequestedDays;
  readonly made: MadeBill;
}

/** A bill that is not computed yet. */
export interface PendingBill {
  readonly establishment: BilledEstablishment;
  readonly days: BillingCycle;
  /** The cycle that contains the first of the days; `previous` is the cycle before the days. */
  readonly cycle: BillingCycle;
  readonly previous: BillingCycle;
  make(): Promise<BillAnswer>;
  /** Computes the bill with the consumption of each of its days, in kWh or m³. */
  makeByDay(): Promise<{ readonly bill: BillAnswer; readonly days: readonly ConsumedDay[] }>;
}

interface ConsumedDay extends Completeness {
  readonly date: CivilDate;
  readonly total: number;
}

const daysConsumed = (
  establishment: BilledEstablishment,
  days: BillingCycle,
  made: MadeBill,
): ConsumedDay[] =>
  daysFrom(days.first, days.last).map((date) => {
    const measured = measureDays(establishment, made.days, { first: date, last: date }, made.terms.versions);
    const { inPoint, interPoint, outPoint } = consumedOf(measured);
    return { date, total: inUnits(inPoint + interPoint + outPoint), ...sharesOf(measured) };
  });
export type BillsService = ReturnType<typeof createBillsService>;

export const createBillsService = ({
  establishments,
  maker,
  schedules,
}: {
  establishments: BilledEstablishments;
  maker: BillMaker;
  schedules: Pick<PriceSchedules, 'makeBill'>;
}) => {
  const daysOf = async (caller: Caller, id: string, query: Requested) => {
    const establishment = await establishments.find(caller, id, query.type, 'see-bills');
    const [start, end] = [query.start, query.end] as [CivilDate | undefined, CivilDate | undefined];
    const requested = requestedDays(establishment, { start, end });
    establishments.requireFullAccess(caller, establishment, requested.days);
    return { establishment, requested };
  };
  const billOf = async (
    caller: Caller,
    id: string,
    query: Requested,
    otherwise?: string,
  ): Promise<BillQuery> => {
    const { establishment, requested } = await daysOf(caller, id, query);
    const made = await maker.make(
      establishment,
      requested.days,
      maker.terms(establishment, requested.days, otherwise),
    );
    return { establishment, requested, made };
  };

  const begin = async (caller: Caller, id: string, query: Requested): Promise<PendingBill> => {
    const { establishment, requested } = await daysOf(caller, id, query);
    const make = () => schedules.makeBill(establishment, requested.days);
    return {
      establishment,
      days: requested.days,
      cycle: requested.cycle,
      previous: requested.previous,
      make: async () => toBill(await make(), query.type, requested, establishment.flags),
      async makeByDay() {
        const made = await make();
        const bill = toBill(made, query.type, requested, establishment.flags);
        return { bill, days: daysConsumed(establishment, requested.days, made) };
      },
    };
  };

  return {
    /** Checks access and determines the days; the returned `make` computes the bill. */
    begin,
    /** Throws NotAllowed for a client user who sees only some of the meters. */
    async read(caller: Caller, id: string, query: Requested) {
      return (await begin(caller, id, query)).make();
    },
    async priceTariff(caller: Caller, { group, type, id, start, end }: ParamsOf<typeof readPriceTariff>) {
      const utility = type === 'water' ? 'water' : 'eletric';
      const { establishment, requested, made } = await billOf(
        caller,
        id,
        { type: utility, start, end },
        group,
      );
      const { total, consumed, lines } = toBill(made, utility, requested, establishment.flags);
      const { total: kwh, inPoint, interPoint, outPoint } = consumed;
      return { price: total, kwh, inPoint, interPoint, outPoint, lines };
    },
  };
};

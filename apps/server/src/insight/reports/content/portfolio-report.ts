import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { BillsService } from '../../../money/bills/index.ts';
import { NotAllowed, NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../../sites/establishments/index.ts';
import { type BilledEstablishment, portfolioBody, sumsOf } from './portfolio-body.ts';
import type { GatheredReport, TellProgress } from './report-content.ts';
import { billOfPeriod, periodOf } from './report-periods.ts';
import { hasData } from './report-words.ts';

type Utility = 'eletric' | 'water';

interface Asked {
  readonly period: ReportPeriod;
  readonly day?: CivilDate | undefined;
}

const UTILITIES: readonly Utility[] = ['eletric', 'water'];
const DAYS_A_WEEK_MS = 7 * 86_400_000;

const nameOf = ({ name, fantasyName }: Establishment): string => fantasyName ?? name;

const weekEarlier = (date: string): string =>
  new Date(Date.parse(date) - DAYS_A_WEEK_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const createPortfolioReport = (needs: {
  bills: Pick<BillsService, 'begin' | 'read'>;
  establishments: Pick<EstablishmentsService, 'list'>;
  clock: () => Instant;
}) => {
  const { bills, establishments, clock } = needs;

  const beforeOf = async (caller: Caller, id: string, period: ReportPeriod, bill: BillAnswer) => {
    const { type, start, end, previousCycle } = bill;
    const days =
      period === 'week'
        ? { start: weekEarlier(start), end: weekEarlier(end) }
        : { start: previousCycle.start };
    const before = await bills.read(caller, id, { type, ...days });
    return hasData(before) ? before : null;
  };

  /** Null where no cycle ended; throws NotAllowed where the caller sees only some of the meters. */
  const billedOf = async (
    caller: Caller,
    establishment: Establishment,
    asked: { type: Utility; period: ReportPeriod; days: ReturnType<typeof periodOf>; today: CivilDate },
  ): Promise<BilledEstablishment | null> => {
    const begun = await billOfPeriod(bills, caller, { id: establishment._id, ...asked });
    if (begun === null) return null;
    const bill = await begun.make();
    // The cycle may outlast the week.
    const lasts = asked.period === 'week' ? asked.days.last >= asked.today : bill.isOpen;
    const before = lasts ? null : await beforeOf(caller, establishment._id, asked.period, bill);
    return { id: establishment._id, name: nameOf(establishment), bill, before };
  };

  /** In turn, to load the database no more than a person's card. */
  const billAll = async (
    caller: Caller,
    todo: readonly { readonly establishment: Establishment; readonly type: Utility }[],
    asked: { period: ReportPeriod; days: ReturnType<typeof periodOf>; today: CivilDate },
    tell: TellProgress,
  ) => {
    const billed: BilledEstablishment[] = [];
    let [withoutCycle, unseen] = [0, 0];
    for (const [index, { establishment, type }] of todo.entries()) {
      try {
        const one = await billedOf(caller, establishment, { type, ...asked });
        if (one === null) withoutCycle++;
        else billed.push(one);
      } catch (error) {
        if (!(error instanceof NotAllowed || error instanceof NotFound)) throw error;
        unseen++;
      }
      await tell(index + 1, todo.length);
    }
    return { billed, withoutCycle, unseen };
  };

  return async (caller: Caller, { period, day }: Asked, tell: TellProgress): Promise<GatheredReport> => {
    requirePermission(caller, 'see-bills');
    const today = civilDateAt(clock(), DEFAULT_ZONE);
    const days = periodOf(period, day ?? today);
    const isOpen = days.last >= today;
    // An Admin gets its own establishments only.
    const listed = (await establishments.list(caller))
      .filter(({ owner }) => !may(caller.profile, 'see-every-customer') || owner === caller.accountId)
      .filter(({ installations }) => installations.length > 0)
      .toReversed();
    const todo = listed.flatMap((establishment) =>
      UTILITIES.filter((type) =>
        establishment.installations.some((meter) => (meter.type === 'water') === (type === 'water')),
      ).map((type) => ({ establishment, type })),
    );
    const { billed, withoutCycle, unseen } = await billAll(caller, todo, { period, days, today }, tell);
    const read = { period, days, today, isOpen, establishments: listed, billed, withoutCycle, unseen };
    const { total, shares } = sumsOf(billed);
    return {
      body: portfolioBody(read),
      facts: {
        total,
        consumed: null,
        ...shares,
        days: [],
        rows: billed.map(({ name, bill }) => ({
          name: bill.type === 'water' ? `${name}, água` : name,
          consumed: bill.consumed.total,
          amount: bill.tariff === null ? null : bill.total,
          ...repeatShares(bill),
        })),
        prices: [],
      },
      fileName: `relatorio-portfolio-${days.first}-${days.last}`,
      ...days,
      isOpen,
      installations: [],
      boards: billed.flatMap(({ id, bill }) => bill.meters.map(({ mac }) => ({ establishmentId: id, mac }))),
    };
  };
};

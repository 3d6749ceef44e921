import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { may } from '@nascente/domain/people/permissions';
import type { BillsService } from '../../../money/bills/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../../sites/establishments/index.ts';
import { billBefore, billOfPeriod, isUnseen, measuredUtilities, type Utility } from './period-bills.ts';
import { type BilledEstablishment, portfolioBody, sumsOf } from './portfolio-body.ts';
import type { GatheredReport, ReportProgress } from './report-content.ts';
import { periodOf } from './report-periods.ts';
import { factRow } from './report-texts.ts';

interface Requested {
  readonly period: ReportPeriod;
  readonly day?: CivilDate | undefined;
}

const nameOf = ({ name, fantasyName }: Establishment): string => fantasyName ?? name;

export const createPortfolioReport = (needs: {
  bills: Pick<BillsService, 'begin'>;
  establishments: Pick<EstablishmentsService, 'list'>;
  clock: () => Instant;
}) => {
  const { bills, establishments, clock } = needs;

  /** The bill of an establishment; `null`: no cycle ended. Throws NotAllowed if the caller sees only some of the meters. */
  const billedOf = async (
    caller: Caller,
    establishment: Establishment,
    requested: { type: Utility; period: ReportPeriod; days: ReturnType<typeof periodOf>; today: CivilDate },
  ): Promise<BilledEstablishment | null> => {
    const started = await billOfPeriod(bills, caller, { id: establishment._id, ...requested });
    if (started === null) return null;
    const bill = await started.make();
    // A weekly report ends with the week, although the cycle may continue.
    const lasts = requested.period === 'week' ? requested.days.last >= requested.today : bill.isOpen;
    const before = lasts ? null : await billBefore(bills, caller, establishment._id, requested.period, bill);
    return { id: establishment._id, name: nameOf(establishment), bill, before };
  };

  /** One establishment after the other, so that the database has no more load than by one user's card. */
  const billAll = async (
    caller: Caller,
    todo: readonly { readonly establishment: Establishment; readonly type: Utility }[],
    requested: { period: ReportPeriod; days: ReturnType<typeof periodOf>; today: CivilDate },
    notify: ReportProgress,
  ) => {
    const billed: BilledEstablishment[] = [];
    let [withoutCycle, unseen] = [0, 0];
    for (const [index, { establishment, type }] of todo.entries()) {
      try {
        const one = await billedOf(caller, establishment, { type, ...requested });
        if (one === null) withoutCycle++;
        else billed.push(one);
      } catch (error) {
        if (!isUnseen(error)) throw error;
        unseen++;
      }
      await notify(index + 1, todo.length);
    }
    return { billed, withoutCycle, unseen };
  };

  return async (
    caller: Caller,
    { period, day }: Requested,
    notify: ReportProgress,
  ): Promise<GatheredReport> => {
    requirePermission(caller, 'see-bills');
    const today = civilDateAt(clock(), DEFAULT_ZONE);
    const days = periodOf(period, day ?? today);
    const isOpen = days.last >= today;
    // An Admin gets its own establishments only.
    const listed = (await establishments.list(caller))
      .filter(({ owner }) => !may(caller.profile, 'see-every-customer') || owner === caller.accountId)
      .filter(({ installations }) => installations.length > 0)
      .toReversed();
    const todo = measuredUtilities(listed);
    const { billed, withoutCycle, unseen } = await billAll(caller, todo, { period, days, today }, notify);
    const read = { period, days, today, isOpen, establishments: listed, billed, withoutCycle, unseen };
    const { total, shares } = sumsOf(billed);
    return {
      body: portfolioBody(read),
      facts: {
        total,
        consumed: null,
        ...shares,
        days: [],
        rows: billed.map(({ name, bill }) => factRow(bill.type === 'water' ? `${name}, água` : name, bill)),
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

import type { ReportPeriod } from '@nascente/contract/insight/reports';
import type { Establishment } from '@nascente/contract/sites/establishments';
import { type CivilDate, civilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { meanShares, repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { ApportionmentService } from '../../../money/apportionment/index.ts';
import type { BillsService } from '../../../money/bills/index.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import type { EstablishmentsService } from '../../../sites/establishments/index.ts';
import {
  type ChargedBefore,
  type ChargedEstablishment,
  chargedOf,
  consumedOf,
  inReais,
} from './charged-establishment.ts';
import { billBefore, billOfPeriod, isUnseen, measuredUtilities, type Utility } from './period-bills.ts';
import type { GatheredReport, ReportProgress } from './report-content.ts';
import { type PeriodDays, periodOf } from './report-periods.ts';
import { daysText, factRow } from './report-texts.ts';
import { statementBody } from './statement-body.ts';

interface Requested {
  readonly client: Caller;
  readonly clientName: string;
  /** The manager that shares the bills; null: none. */
  readonly manager: Caller | null;
  readonly period: ReportPeriod;
  readonly day?: CivilDate | undefined;
}

const sameDays = (charged: readonly ChargedEstablishment[]): PeriodDays | null => {
  const [one, ...others] = charged.map(({ bill }) => bill);
  if (one === undefined || others.some(({ start, end }) => start !== one.start || end !== one.end))
    return null;
  return { first: civilDate(one.start), last: civilDate(one.end) };
};

/**
 * The bills of a client user: complete ones, or the share of its meters as the Manager divides the bill, without data of other
 * customers.
 */
export const createStatementReport = (needs: {
  bills: Pick<BillsService, 'begin'>;
  apportionment: ApportionmentService;
  establishments: Pick<EstablishmentsService, 'list'>;
  clock: () => Instant;
}) => {
  const { bills, apportionment, establishments, clock } = needs;

  /** The bill as seen by an account with access to all of it; `null`: there is no cycle or no such account. */
  const billFor = async (callers: readonly Caller[], requested: Parameters<typeof billOfPeriod>[2]) => {
    for (const caller of callers) {
      try {
        const started = await billOfPeriod(bills, caller, requested);
        return started === null ? null : { caller, bill: await started.make() };
      } catch (error) {
        if (!isUnseen(error)) throw error;
      }
    }
    return null;
  };

  const ownParts = async (
    { client }: Requested,
    establishment: Establishment,
    { caller, bill }: NonNullable<Awaited<ReturnType<typeof billFor>>>,
  ): Promise<Pick<ChargedEstablishment, 'parts' | 'equal'>> => {
    if (caller === client) return { parts: null, equal: { amount: 0, among: 1 } };
    const { type, start, end } = bill;
    const { parts } = await apportionment.read(caller, establishment._id, {
      type,
      start: civilDate(start),
      end: civilDate(end),
      by: 'meters',
    });
    const own = new Set(establishment.installations.map(({ _id }) => _id));
    const equally = bill.lines.filter(({ sharing }) => sharing === 'equally');
    return {
      parts: parts.filter((part) => part.id !== null && own.has(part.id)),
      equal: { amount: equally.reduce((sum, { amount }) => sum + amount, 0), among: parts.length },
    };
  };

  const chargedBefore = async (
    requested: Requested,
    establishment: Establishment,
    { caller, bill }: NonNullable<Awaited<ReturnType<typeof billFor>>>,
  ): Promise<ChargedBefore | null> => {
    const before = await billBefore(bills, caller, establishment._id, requested.period, bill);
    if (before === null) return null;
    const own = { bill: before, ...(await ownParts(requested, establishment, { caller, bill: before })) };
    return { consumed: consumedOf(own), amount: chargedOf(own) };
  };

  const chargedEstablishment = async (
    statement: Requested,
    establishment: Establishment,
    requested: { type: Utility; days: ReturnType<typeof periodOf>; today: CivilDate },
  ): Promise<ChargedEstablishment | null> => {
    const { client, manager, period } = statement;
    const { _id: id, name, fantasyName } = establishment;
    const callers = manager === null ? [client] : [client, manager];
    const found = await billFor(callers, { id, period, ...requested });
    if (found === null) return null;
    const { bill } = found;
    const isOpen = (period === 'week' ? bill.end : bill.cycle.end) >= requested.today;
    return {
      id,
      name: fantasyName ?? name,
      bill,
      isOpen,
      ...(await ownParts(statement, establishment, found)),
      before: isOpen ? null : await chargedBefore(statement, establishment, found),
    };
  };

  return async (requested: Requested, notify: ReportProgress): Promise<GatheredReport> => {
    const { client, clientName, period, day } = requested;
    requirePermission(client, 'see-bills');
    const today = civilDateAt(clock(), DEFAULT_ZONE);
    const days = periodOf(period, day ?? today);
    const isOpen = days.last >= today;
    const listed = (await establishments.list(client)).toReversed();
    const todo = measuredUtilities(listed);
    const charged: ChargedEstablishment[] = [];
    for (const [index, { establishment, type }] of todo.entries()) {
      const one = await chargedEstablishment(requested, establishment, { type, days, today });
      if (one !== null) charged.push(one);
      await notify(index + 1, todo.length);
    }
    const billedDays = sameDays(charged);
    const shown = billedDays ?? { first: days.first, last: isOpen ? today : days.last };
    const amounts = charged.map(chargedOf);
    const presentAmounts = amounts.filter((amount) => amount !== null);
    const total =
      presentAmounts.length === 0 ? null : inReais(presentAmounts.reduce((sum, amount) => sum + amount, 0));
    return {
      body: statementBody({
        clientName,
        period,
        days: daysText({ start: shown.first, end: shown.last }),
        // A bill of a finished cycle is reported although other bills of the month may follow.
        isOpen: charged.length === 0 ? isOpen : charged.some((establishment) => establishment.isOpen),
        charged,
        total,
        leftOut: todo.length - charged.length,
      }),
      facts: {
        total,
        consumed: null,
        ...meanShares(charged.map(({ bill }) => bill)),
        days: [],
        rows: charged.flatMap(({ name, bill, parts }) =>
          parts === null
            ? [factRow(name, bill)]
            : parts.map((part) => ({
                name: part.name,
                consumed: part.total,
                amount: part.amount,
                ...repeatShares(part),
              })),
        ),
        prices: charged.flatMap(({ bill }) =>
          bill.lines.flatMap(({ label, price }) => (price === null ? [] : [{ label, price }])),
        ),
      },
      fileName: `demonstrativo-${shown.first}-${shown.last}`,
      ...days,
      billedDays,
      isOpen,
      installations: charged.flatMap(({ parts }) => (parts ?? []).map(({ id }) => Number(id))),
      boards: charged.flatMap(({ id, bill, parts }) =>
        parts === null ? bill.meters.map(({ mac }) => ({ establishmentId: id, mac })) : [],
      ),
    };
  };
};

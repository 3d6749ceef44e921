import type { AlertKind } from '@nascente/contract/alerts/alert-kinds';
import type { BillAnswer } from '@nascente/contract/money/bills';
import type { EstablishmentYearBefore } from '@nascente/contract/money/establishment-consumption';
import type { Reconciliation, UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import {
  addDays,
  type CivilDate,
  civilDate,
  civilDateAt,
  daysBetween,
  startOfDay,
} from '@nascente/domain/base/time/civil-day';
import { addMonths, civilMonth } from '@nascente/domain/base/time/civil-month';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { fromReais, reais, sumCents } from '@nascente/domain/base/units/money';
import type { Log } from '@nascente/runtime/log';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, establishmentFinding, type Found } from './alert-finding.ts';
import { type JudgedEstablishment, ownerOf } from './watched-meters.repository.ts';

export interface ReadMoney {
  cycle(
    caller: Caller,
    id: string,
  ): Promise<{ readonly start: string; readonly forecastCost: number | null } | null>;
  yearBefore(caller: Caller, id: string): Promise<EstablishmentYearBefore>;
  bill(caller: Caller, id: string): Promise<BillAnswer>;
  entered(caller: Caller, id: string): Promise<readonly UtilityBillAnswer[]>;
  reconcile(caller: Caller, id: string, billId: string): Promise<Reconciliation>;
}

type MoneyKind = Extract<
  AlertKind,
  'cycle-year' | 'reactive' | 'bill-wrong' | 'contract-ends' | 'credits-expire'
>;

interface Judged {
  readonly establishment: JudgedEstablishment;
  readonly caller: Caller;
  readonly threshold: number | null;
  readonly day: CivilDate | null;
  readonly today: CivilDate;
  readonly now: Instant;
  readonly money: ReadMoney;
}

const PERCENT = 100;
/** Entered bills are checked for this many days. */
const BILL_DAYS = 60;
/** Months for which a credit lasts (Lei 14.300/2022, art. 13). */
const CREDIT_MONTHS = 60;
const HALF = 0.5;

const startOf = ({ establishment: { zone } }: Judged, date: string): Instant =>
  startOfDay(civilDate(date), zone);

/** R$ of lines of some kinds, added up in cents. */
export const sumOfLines = (
  { lines }: Pick<BillAnswer, 'lines'>,
  kinds: readonly BillAnswer['lines'][number]['kind'][],
): number =>
  reais(sumCents(lines.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => fromReais(amount))));

/** R$ per kWh over all time-of-use periods; `null` without energy lines. */
const energyPrice = ({ lines }: BillAnswer): number | null => {
  const energy = lines.filter(({ kind, unit }) => kind === 'energy' && unit === 'kWh');
  const quantity = energy.reduce((sum, line) => sum + (line.quantity ?? 0), 0);
  const amount = energy.reduce((sum, line) => sum + line.amount, 0);
  return quantity > 0 ? amount / quantity : null;
};

const year = async (judged: Judged): Promise<AlertFinding[]> => {
  const { establishment, caller, threshold, money } = judged;
  const compared = await money.yearBefore(caller, establishment.establishmentId);
  if (compared === null || threshold === null || compared.hours < compared.ofHours * HALF) return [];
  const { current, other } = compared;
  if (other <= 0 || current <= other * (1 + threshold / PERCENT)) return [];
  const cycle = await money.cycle(caller, establishment.establishmentId);
  if (cycle === null) return [];
  const price = energyPrice(await money.bill(caller, establishment.establishmentId));
  return [
    establishmentFinding(
      establishment,
      { kind: 'cycle-year', used: current, yearBefore: other },
      { since: startOf(judged, cycle.start), cost: price === null ? null : (current - other) * price },
    ),
  ];
};

const reactive = async (judged: Judged): Promise<AlertFinding[]> => {
  const { establishment, caller, threshold, money } = judged;
  if (!establishment.hasContract || threshold === null) return [];
  const bill = await money.bill(caller, establishment.establishmentId);
  const charged = sumOfLines(bill, ['reactive-energy', 'reactive-demand']);
  if (charged <= threshold) return [];
  const since = startOf(judged, bill.start);
  return [establishmentFinding(establishment, { kind: 'reactive', charged }, { since, cost: charged })];
};

const wrongBills = async (judged: Judged): Promise<AlertFinding[]> => {
  const { establishment, caller, threshold, today, money } = judged;
  const id = establishment.establishmentId;
  const findings: AlertFinding[] = [];
  for (const bill of await money.entered(caller, id)) {
    if (bill.end < addDays(today, -BILL_DAYS) || bill.end > today) continue;
    const { difference } = await money.reconcile(caller, id, bill.id);
    if (Math.abs(difference) <= (threshold ?? 0)) continue;
    const [start, end] = [civilDate(bill.start), civilDate(bill.end)];
    findings.push(
      establishmentFinding(
        establishment,
        { kind: 'bill-wrong', difference: Math.abs(difference), start, end },
        { since: startOf(judged, end), subject: bill.id, cost: Math.max(0, difference) },
      ),
    );
  }
  return findings;
};

const contractEnds = async (judged: Judged): Promise<AlertFinding[]> => {
  const { establishment, caller, threshold, day, today, now, money } = judged;
  if (day === null || threshold === null) return [];
  const left = daysBetween(today, day);
  if (left < 0 || left > threshold) return [];
  const since = instant(Math.min(now, startOf(judged, addDays(day, -Math.floor(threshold)))));
  const cost = (await money.cycle(caller, establishment.establishmentId))?.forecastCost ?? null;
  return [
    establishmentFinding(
      establishment,
      { kind: 'contract-ends', left, day, cycleCost: cost !== null && cost > 0 ? cost : null },
      { since },
    ),
  ];
};

const credits = async (judged: Judged): Promise<AlertFinding[]> => {
  const { establishment, caller, threshold, today, money } = judged;
  if (!establishment.hasContract || threshold === null) return [];
  const bill = await money.bill(caller, establishment.establishmentId);
  const left = bill.credits?.after ?? 0;
  const lots = bill.contract.terms.generation?.credits ?? [];
  const until = addDays(today, Math.floor(threshold));
  const expiring = lots
    .map(({ generatedIn, energy }) => ({ last: addMonths(civilMonth(generatedIn), CREDIT_MONTHS), energy }))
    .filter(({ last }) => `${last}-01` <= until && `${last}-31` >= today);
  const [first] = expiring.map(({ last }) => last).sort();
  // The oldest credits are used first.
  const energy = Math.min(
    left,
    expiring.reduce((sum, lot) => sum + lot.energy, 0),
  );
  if (first === undefined || energy <= 0) return [];
  const since = startOf(judged, bill.start);
  const price = energyPrice(bill);
  return [
    establishmentFinding(
      establishment,
      { kind: 'credits-expire', energy, month: first },
      { since, cost: price === null ? null : energy * price },
    ),
  ];
};

const RULES: Readonly<Record<MoneyKind, (judged: Judged) => Promise<AlertFinding[]>>> = {
  'cycle-year': year,
  reactive,
  'bill-wrong': wrongBills,
  'contract-ends': contractEnds,
  'credits-expire': credits,
};
const KINDS = Object.keys(RULES) as readonly MoneyKind[];

/**
 * Finds alerts about costs. If the check of one establishment fails, the others are still checked, and its open alerts stay open.
 */
export const findMoney = async (
  needs: {
    readonly establishments: readonly JudgedEstablishment[];
    readonly tuning: Tuning;
    readonly money: ReadMoney;
    readonly log: Log;
  },
  now: Instant,
): Promise<readonly Found[]> => {
  const { establishments, tuning, money, log } = needs;
  const found: Found[] = [];
  for (const kind of KINDS) {
    const findings: AlertFinding[] = [];
    const unknown = new Set<string>();
    for (const establishment of establishments) {
      const { establishmentId, zone } = establishment;
      const { isOn, threshold, day } = tuning(establishmentId, kind);
      if (!isOn) continue;
      const today = civilDateAt(now, zone);
      const judged = { establishment, caller: ownerOf(establishment), threshold, day, today, now, money };
      try {
        findings.push(...(await RULES[kind](judged)));
      } catch (failure) {
        log.warn(
          { err: failure, establishmentId, kind },
          'the money of an establishment could not be judged',
        );
        unknown.add(establishmentId);
      }
    }
    // A finding of a bill has the bill's id: after a failure all alerts of bills stay.
    const looksAt = (member: string) => (kind === 'bill-wrong' ? unknown.size === 0 : !unknown.has(member));
    found.push({ kind, findings, seenFrom: null, looksAt });
  }
  return found;
};

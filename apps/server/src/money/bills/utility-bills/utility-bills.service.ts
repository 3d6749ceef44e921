import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { readBilledLines } from '@nascente/contract/money/billed-lines';
import {
  differenceCauses,
  type editUtilityBill,
  type enterUtilityBill,
  type Reconciliation,
  type UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { readingCycleOf } from '@nascente/domain/base/time/reading-cycles';
import { formatReais } from '@nascente/domain/base/units/format';
import { type Cents, fromReais, reais, sumCents } from '@nascente/domain/base/units/money';
import type { ByTouPeriod } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import type { Bill } from '@nascente/domain/money/bill/bill';
import { billedAmount } from '@nascente/domain/money/bill-check/billed-lines';
import { checkBill } from '@nascente/domain/money/bill-check/check-bill';
import { reconcile, type UtilityBill } from '@nascente/domain/money/bill-check/reconcile';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { AuditTrail, NewAuditEvent } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { Conflict, InvalidInput, invalidField, NotFound } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import { calendarOf, type Utility } from '../../../sites/establishments/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import { toLine } from '../bill-answer.ts';
import { billAuditEvent, daysText } from '../bill-audit-event.ts';
import type { BillMaker } from '../bill-maker.ts';
import { type BilledEstablishment, type BilledEstablishments, readOnOf, todayAt } from '../measured-days.ts';
import {
  createUtilityBillsRepository,
  type EnteredBill,
  type UtilityBillsRepository,
} from './utility-bills.repository.ts';

const MILLION = 1_000_000;

/** Converts kWh to mWh, and kW to mW. */
const toCounted = (touPeriods: UtilityBillAnswer['consumed']): Partial<ByTouPeriod> =>
  Object.fromEntries(
    Object.entries(touPeriods).flatMap(([touPeriod, quantity]) =>
      quantity === undefined ? [] : [[touPeriod, Math.round(quantity * MILLION)]],
    ),
  );

const isEmpty = (touPeriods: object): boolean => Object.keys(touPeriods).length === 0;

/** A bill with only off-peak energy has a tariff with one price, so the other periods are 0 and not unknown. */
const consumedIn = (billed: UtilityBillAnswer): Partial<ByTouPeriod> => {
  const consumed = toCounted(billed.consumed);
  const isSingle = consumed.outPoint !== undefined && Object.keys(consumed).length === 1;
  return isSingle ? { inPoint: 0, interPoint: 0, ...consumed } : consumed;
};

/** Taxes of a bill; water has none. `null`: unknown. */
const taxesIn = ({ type, taxes }: UtilityBillAnswer): number | null => (type === 'water' ? 0 : taxes);

const toUtilityBill = (billed: UtilityBillAnswer): UtilityBill => ({
  total: fromReais(billed.total),
  consumed: consumedIn(billed),
  ...(billed.volume === null ? {} : { volume: Math.round(billed.volume * MILLION) }),
  ...(isEmpty(billed.demand) ? {} : { demand: toCounted(billed.demand) }),
  ...(taxesIn(billed) === null ? {} : { taxes: fromReais(taxesIn(billed) ?? 0) }),
  ...(billed.others === null ? {} : { others: fromReais(billed.others) }),
  ...(billed.lines === null ? {} : { lines: readBilledLines(billed.lines) }),
});

const toPriced = ({ first, last, total, lines }: Bill) => ({
  start: first as string,
  end: last as string,
  total: reais(total),
  lines: lines.map(toLine),
});

const reaisOrNull = (amount: Cents | null): number | null => (amount === null ? null : reais(amount));

const cycleOf = ({ start, end }: Pick<UtilityBillAnswer, 'start' | 'end'>): BillingCycle => ({
  first: civilDate(start),
  last: civilDate(end),
});

/** Throws InvalidInput if the bill ends in the future. @param entered - all bills of the establishment, including this one */
const reconciliationOf = async (
  establishment: BilledEstablishment,
  { billed, entered }: { billed: UtilityBillAnswer; entered: readonly UtilityBillAnswer[] },
  maker: BillMaker,
): Promise<Reconciliation> => {
  const days = cycleOf(billed);
  if (days.last > todayAt(establishment))
    throw new InvalidInput('O período desta fatura ainda não terminou.');
  const terms = maker.billTerms(establishment, days);
  const ours = readingCycleOf(days, calendarOf(establishment.facts, establishment.type));
  const [expected, same] = await Promise.all([
    maker.make(establishment, ours, terms),
    maker.make(establishment, days, terms),
  ]);
  const { contract, versions, tariff, validFrom } = same.terms;
  const compared = {
    billed: toUtilityBill(billed),
    samePeriod: same.measured,
    terms: { contract, flags: establishment.flags, readOn: readOnOf(establishment, days) },
  };
  const found = reconcile({ ...compared, ours: expected.measured });
  const findings = checkBill({
    ...compared,
    days,
    cycle: ours,
    reconciliation: found,
    versions,
    isAgreed: validFrom !== null,
    others: entered.filter(({ id }) => id !== billed.id).map(cycleOf),
  });
  return {
    billed,
    expected: toPriced(found.expected),
    repriced: toPriced(found.repriced),
    difference: reais(found.difference),
    parts: differenceCauses.map((cause) => ({ cause, amount: reais(found.parts[cause]) })),
    lines: found.lines.map((line) => ({
      ...line,
      billed: reaisOrNull(line.billed),
      expected: reaisOrNull(line.expected),
    })),
    findings: findings.map(({ kind, amount, text }) => ({ kind, amount: reais(amount), text })),
    distributor: tariff?.distributor ?? null,
    missing: [...same.bill.missing],
    ...repeatShares(same.bill),
  };
};

export type UtilityBillsService = ReturnType<typeof createUtilityBillsService>;

const NO_BILL = 'Fatura não encontrada.';
const SAME_DAYS = 'Já há uma fatura com este período.';
const SAME_NOTE =
  'Esta nota já está guardada. Para mudar os valores, abra a fatura guardada dela e altere-a.';
const NO_UPLOAD = 'Imagem não encontrada. Envie a imagem da fatura novamente.';

const savingOf = (bill: EnteredBill, before: EnteredBill = bill): Record<string, string> => ({
  period: daysText(bill),
  total: formatReais(bill.total),
  ...(bill.nf3e === null ? {} : { accessKey: bill.nf3e.accessKey }),
  ...(daysText(before) === daysText(bill) ? {} : { periodBefore: daysText(before) }),
  ...(before.total === bill.total ? {} : { totalBefore: formatReais(before.total) }),
});

const hasSameFields = (stored: UtilityBillAnswer, bill: EnteredBill): boolean =>
  isDeepStrictEqual(stored, { ...bill, id: stored.id });

/** Sets `others` of a bill with lines to the sum of the lines. Throws InvalidInput if another sum was entered. */
const withSum = <B extends Pick<EnteredBill, 'lines' | 'others'>>(bill: B, enteredSum: number | null): B => {
  if (bill.lines === null) return bill;
  const sum = sumCents(readBilledLines(bill.lines).map(billedAmount));
  if (enteredSum !== null && fromReais(enteredSum) !== sum)
    throw invalidField(
      'others',
      `As linhas somam ${formatReais(reais(sum))}: altere as linhas, ou deixe este valor em branco.`,
    );
  return { ...bill, others: reais(sum) };
};

export const createUtilityBillsService = (needs: {
  establishments: BilledEstablishments;
  db: Connection;
  audit: AuditTrail;
  maker: BillMaker;
}) => {
  const { establishments, maker, db, audit } = needs;
  const bills = createUtilityBillsRepository(db);

  /** Changes a bill and records the change in one transaction. */
  const recording = <T>(
    event: NewAuditEvent,
    work: (within: UtilityBillsRepository) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (within) => {
      const done = await work(createUtilityBillsRepository(within));
      await audit.record(event, within);
      return done;
    });

  const findBill = async (id: string, billId: string): Promise<UtilityBillAnswer> => {
    const bill = isId(billId) ? await bills.find(id, billId) : null;
    if (bill === null) throw new NotFound(NO_BILL);
    return bill;
  };
  const check = async (
    caller: Caller,
    id: string,
    { start, end, image }: EnteredBill,
    present: string | null,
  ): Promise<void> => {
    checkPeriod(civilDate(start), civilDate(end), 'end');
    if (image === null || image === present) return;
    if (isId(image) && (await bills.mayRefer(id, caller.accountId, image))) return;
    throw invalidField('image', NO_UPLOAD);
  };

  return {
    /** Entered bills; a client user gets those of days on which the user sees all meters. */
    async list(caller: Caller, id: string, type: Utility): Promise<UtilityBillAnswer[]> {
      const establishment = await establishments.find(caller, id, type, 'see-bills');
      const all = await bills.list(id, type);
      return all.filter((bill) => establishments.hasFullAccess(caller, establishment, cycleOf(bill)));
    },
    /**
     * Returns the stored bill if it equals the entered one and has its NF3e. Throws Conflict if a bill of the same NF3e has other
     * fields, or if another bill has the same days.
     */
    async enter(
      caller: Actor,
      id: string,
      input: BodyOf<typeof enterUtilityBill>,
    ): Promise<UtilityBillAnswer> {
      const establishment = await establishments.find(caller, id, input.type, 'edit-establishment');
      const bill = withSum(input, input.others);
      const stored = bill.nf3e === null ? null : await bills.findByKey(id, bill.nf3e.accessKey);
      if (stored !== null) {
        if (hasSameFields(stored, bill)) return stored;
        throw new Conflict(SAME_NOTE);
      }
      await check(caller, id, bill, null);
      const billId = await recording(
        billAuditEvent('utility-bill-entered', caller, establishment, savingOf(bill)),
        async (repository) => {
          const inserted = await repository.insert(id, bill, new Date(establishment.now));
          if (inserted !== null) return inserted;
          const isSameNote = bill.nf3e !== null && (await repository.findByKey(id, bill.nf3e.accessKey));
          throw new Conflict(isSameNote ? SAME_NOTE : SAME_DAYS);
        },
      );
      return findBill(id, billId);
    },
    async edit(
      caller: Actor,
      id: string,
      billId: string,
      input: BodyOf<typeof editUtilityBill>,
    ): Promise<UtilityBillAnswer> {
      const establishment = await establishments.find(caller, id, 'eletric', 'edit-establishment');
      const { id: _, ...storedBill } = await findBill(id, billId);
      const changes = Object.entries(input).filter(([, value]) => value !== undefined);
      const bill: EnteredBill = withSum(
        { ...storedBill, ...Object.fromEntries(changes) },
        input.others ?? null,
      );
      await check(caller, id, bill, storedBill.image);
      const detail = savingOf(bill, storedBill);
      const at = { ...establishment, type: bill.type };
      await recording(billAuditEvent('utility-bill-changed', caller, at, detail), async (repository) => {
        const taken = await repository.update(id, billId, bill);
        if (taken !== null) throw new Conflict(taken === 'key' ? SAME_NOTE : SAME_DAYS);
      });
      return findBill(id, billId);
    },
    async remove(caller: Actor, id: string, billId: string): Promise<void> {
      const establishment = await establishments.find(caller, id, 'eletric', 'edit-establishment');
      const storedBill = await findBill(id, billId);
      const at = { ...establishment, type: storedBill.type };
      await recording(
        billAuditEvent('utility-bill-removed', caller, at, savingOf(storedBill)),
        async (repository) => {
          if (!(await repository.remove(id, billId))) throw new NotFound(NO_BILL);
        },
      );
    },
    async reconcile(caller: Caller, id: string, billId: string): Promise<Reconciliation> {
      const found = findBill(id, billId);
      // If the caller has no access to the establishment, only that failure is reported.
      found.catch(() => undefined);
      const seen = await establishments.find(caller, id, 'eletric', 'see-bills');
      const billed = await found;
      const establishment = { ...seen, type: billed.type };
      establishments.requireFullAccess(caller, establishment, cycleOf(billed));
      const entered = await bills.list(id, billed.type);
      return reconciliationOf(establishment, { billed, entered }, maker);
    },
  };
};

import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { readBilledLines } from '@nascente/contract/money/billed-lines';
import type {
  editUtilityBill,
  enterUtilityBill,
  Reconciliation,
  UtilityBillAnswer,
} from '@nascente/contract/money/utility-bills';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatReais } from '@nascente/domain/base/units/format';
import { fromReais, reais, sumCents } from '@nascente/domain/base/units/money';
import { billedAmount } from '@nascente/domain/money/bill-check/billed-lines';
import type { AuditTrail, NewAuditEvent } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { Conflict, InvalidInput, NotFound } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Utility } from '../../../sites/establishments/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import { type By, billAuditEvent, daysText } from '../bill-audit-event.ts';
import type { BillMaker } from '../bill-maker.ts';
import type { BilledEstablishments } from '../billed-establishments.service.ts';
import { reconciliationOf } from './reconciliation.ts';
import {
  createUtilityBillsRepository,
  type EnteredBill,
  type UtilityBillsRepository,
} from './utility-bills.repository.ts';

export type UtilityBillsService = ReturnType<typeof createUtilityBillsService>;

const NO_BILL = 'Fatura não encontrada.';
const SAME_DAYS = 'Já há uma fatura com este período.';
const NO_UPLOAD = 'Imagem não encontrada. Envie a imagem da fatura novamente.';

const cycleOf = ({ start, end }: Pick<EnteredBill, 'start' | 'end'>) => ({
  first: civilDate(start),
  last: civilDate(end),
});

const savingOf = (bill: EnteredBill, before: EnteredBill = bill): Record<string, string> => ({
  period: daysText(bill),
  total: formatReais(bill.total),
  ...(daysText(before) === daysText(bill) ? {} : { periodBefore: daysText(before) }),
  ...(before.total === bill.total ? {} : { totalBefore: formatReais(before.total) }),
});

/** `others` of a bill with lines is their sum; another value is refused. */
const withSum = <B extends Pick<EnteredBill, 'lines' | 'others'>>(bill: B, enteredSum: number | null): B => {
  if (bill.lines === null) return bill;
  const sum = sumCents(readBilledLines(bill.lines).map(billedAmount));
  if (enteredSum !== null && fromReais(enteredSum) !== sum) {
    const msg = `As linhas somam ${formatReais(reais(sum))}: altere as linhas, ou deixe este valor em branco.`;
    throw new InvalidInput(msg, [{ path: 'others', msg }]);
  }
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
    throw new InvalidInput(NO_UPLOAD, [{ path: 'image', msg: NO_UPLOAD }]);
  };

  return {
    /** Entered bills; a client user gets those whose meters it all sees. */
    async list(caller: Caller, id: string, type: Utility): Promise<UtilityBillAnswer[]> {
      const establishment = await establishments.find(caller, id, type, 'see-bills');
      const all = await bills.list(id, type);
      return all.filter((bill) => establishments.seesWhole(caller, establishment, cycleOf(bill)));
    },
    /** Throws Conflict where one with the same days is there. */
    async enter(by: By, id: string, input: BodyOf<typeof enterUtilityBill>): Promise<UtilityBillAnswer> {
      const { caller } = by;
      const establishment = await establishments.find(caller, id, input.type, 'edit-establishment');
      const bill = withSum(input, input.others);
      await check(caller, id, bill, null);
      const billId = await recording(
        billAuditEvent('utility-bill-entered', by, establishment, savingOf(bill)),
        async (repository) => {
          const inserted = await repository.insert(id, bill, new Date(establishment.now));
          if (inserted === null) throw new Conflict(SAME_DAYS);
          return inserted;
        },
      );
      return findBill(id, billId);
    },
    async edit(
      by: By,
      id: string,
      billId: string,
      input: BodyOf<typeof editUtilityBill>,
    ): Promise<UtilityBillAnswer> {
      const { caller } = by;
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
      await recording(billAuditEvent('utility-bill-changed', by, at, detail), async (repository) => {
        if (!(await repository.update(id, billId, bill))) throw new Conflict(SAME_DAYS);
      });
      return findBill(id, billId);
    },
    async remove(by: By, id: string, billId: string): Promise<void> {
      const establishment = await establishments.find(by.caller, id, 'eletric', 'edit-establishment');
      const storedBill = await findBill(id, billId);
      const at = { ...establishment, type: storedBill.type };
      await recording(
        billAuditEvent('utility-bill-removed', by, at, savingOf(storedBill)),
        async (repository) => {
          if (!(await repository.remove(id, billId))) throw new NotFound(NO_BILL);
        },
      );
    },
    async reconcile(caller: Caller, id: string, billId: string): Promise<Reconciliation> {
      const found = findBill(id, billId);
      // Without access to the establishment only that is reported.
      found.catch(() => undefined);
      const seen = await establishments.find(caller, id, 'eletric', 'see-bills');
      const billed = await found;
      const establishment = { ...seen, type: billed.type };
      establishments.requireWhole(caller, establishment, cycleOf(billed));
      const entered = await bills.list(id, billed.type);
      return reconciliationOf(establishment, { billed, entered }, maker);
    },
  };
};

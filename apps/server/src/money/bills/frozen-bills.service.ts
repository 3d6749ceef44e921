import type { BodyOf } from '@nascente/contract/base/call';
import { isId } from '@nascente/contract/base/conventions';
import { writeBillingContract } from '@nascente/contract/money/billing-contract';
import type { BillAnswer, closeBill, FrozenBill } from '@nascente/contract/money/bills';
import { writeCosipCharge } from '@nascente/contract/sites/cosip-tables';
import { writeRulesVersion } from '@nascente/contract/sites/tariff-rules';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { civilDate } from '@nascente/domain/base/time/civil-day';
import { formatReais } from '@nascente/domain/base/units/format';
import { cosipPeriodOn } from '@nascente/domain/money/lines/plain-lines';
import { vatRuleOf } from '@nascente/domain/sites/tariffs/vat-periods';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict, invalidField, NotFound } from '../../platform/errors.ts';
import type { Actor, Caller } from '../../platform/http/caller.ts';
import type { Utility } from '../../sites/establishments/index.ts';
import { toVatAnswer } from '../../sites/tariffs/index.ts';
import { toBill, usedVersions } from './bill-answer.ts';
import { billAuditEvent, daysText } from './bill-audit-event.ts';
import type { BillMaker, MadeBill } from './bill-maker.ts';
import { createFrozenBillsRepository, type StoredBill } from './frozen-bills.repository.ts';
import {
  type BilledEstablishment,
  type BilledEstablishments,
  readOnOf,
  requestedDays,
  todayAt,
} from './measured-days.ts';

export type FrozenBillsService = ReturnType<typeof createFrozenBillsService>;

const NOT_OVER = 'A fatura só pode ser fechada depois do último dia.';
const CLOSED = 'Este período já foi fechado.';
const NO_BILL = 'Fatura não encontrada.';
const CENTS = 100;

const toStored = (
  { id, type, start, end, closedAt, closedBy, bill }: StoredBill,
  repriced: BillAnswer,
): FrozenBill => ({
  id,
  type,
  start,
  end,
  closedAt: closedAt.toISOString(),
  closedBy,
  total: bill.total,
  ...repeatShares(bill),
  repricedTotal: repriced.total,
  difference: Math.round((repriced.total - bill.total) * CENTS) / CENTS,
});

const daysOf = ({ start, end }: { readonly start: string; readonly end: string }) => ({
  first: civilDate(start),
  last: civilDate(end),
});

/** The rules of CBS and IBS of a bill, and the due date that selects them. */
const vatOf = (
  establishment: BilledEstablishment,
  { vatPeriods = [], due }: MadeBill['terms']['contract'],
  days: BillingCycle,
) => {
  const rule = vatRuleOf(vatPeriods, due, readOnOf(establishment, days));
  return {
    due: rule.due,
    period: rule.period && toVatAnswer(rule.period),
    endsPisCofinsOn: rule.endOfPisCofins?.validFrom ?? null,
  };
};

/** The period of the municipality's table by which a bill has COSIP. */
const cosipOf = ({ contract }: MadeBill['terms'], { last }: BillingCycle) => {
  const period = cosipPeriodOn(contract, last);
  return period && { validFrom: period.validFrom, cosip: writeCosipCharge(period.cosip) };
};

/** All data behind a bill: prices may be corrected later, this copy stays. */
const madeBy = (establishment: BilledEstablishment, { terms, measured }: MadeBill, bill: BillAnswer) => ({
  tariff: terms.tariff,
  versions: usedVersions(measured).map(writeRulesVersion),
  contract: { validFrom: terms.validFrom, terms: writeBillingContract(terms.contract) },
  flags: bill.flags,
  vat: vatOf(establishment, terms.contract, daysOf(bill)),
  cosip: cosipOf(terms, measured.cycle),
});

export const createFrozenBillsService = (needs: {
  establishments: BilledEstablishments;
  db: Connection;
  audit: AuditTrail;
  maker: BillMaker;
}) => {
  const { establishments, maker, db, audit } = needs;
  const bills = createFrozenBillsRepository(db);

  const makeFor = async (establishment: BilledEstablishment, start: string, end: string) => {
    const requested = requestedDays(establishment, { start: civilDate(start), end: civilDate(end) });
    const made = await maker.make(
      establishment,
      requested.days,
      maker.billTerms(establishment, requested.days),
    );
    return { made, bill: toBill(made, establishment.type, requested, establishment.flags) };
  };
  const reprice = async (
    establishment: BilledEstablishment,
    { start, end }: StoredBill,
  ): Promise<BillAnswer> => (await makeFor(establishment, start, end)).bill;

  return {
    /** Frozen bills. A client user gets those of cycles in which the user sees all meters. */
    async list(caller: Caller, id: string, type: Utility): Promise<FrozenBill[]> {
      const establishment = await establishments.find(caller, id, type, 'see-bills');
      const stored = await bills.list(id, type);
      const seen = stored.filter((bill) => establishments.hasFullAccess(caller, establishment, daysOf(bill)));
      const retained: FrozenBill[] = [];
      for (const bill of seen) retained.push(toStored(bill, await reprice(establishment, bill)));
      return retained;
    },
    async read(
      caller: Caller,
      id: string,
      billId: string,
    ): Promise<{ frozenBill: FrozenBill; bill: BillAnswer; repriced: BillAnswer }> {
      const found = await establishments.find(caller, id, 'eletric', 'see-bills');
      const stored = isId(billId) ? await bills.find(id, billId) : null;
      if (stored === null) throw new NotFound(NO_BILL);
      const establishment = { ...found, type: stored.type };
      establishments.requireFullAccess(caller, establishment, daysOf(stored));
      const repriced = await reprice(establishment, stored);
      return { frozenBill: toStored(stored, repriced), bill: stored.bill, repriced };
    },
    /** Freezes a bill. Throws InvalidInput before its days are over, Conflict if a bill of the same days is frozen. */
    async close(
      caller: Actor,
      id: string,
      { type, start, end }: BodyOf<typeof closeBill>,
    ): Promise<FrozenBill> {
      const establishment = await establishments.find(caller, id, type, 'edit-establishment');
      if (end >= todayAt(establishment)) throw invalidField('end', NOT_OVER);
      const { made, bill } = await makeFor(establishment, start, end);
      const closed = { at: new Date(establishment.now), by: caller.accountId };
      const periodAndTotal = { period: daysText(bill), total: formatReais(bill.total) };
      const billId = await db.transaction().execute(async (within) => {
        const inserted = await createFrozenBillsRepository(within).insert(
          id,
          bill,
          madeBy(establishment, made, bill),
          closed,
        );
        if (inserted === null) throw new Conflict(CLOSED);
        await audit.record(billAuditEvent('bill-closed', caller, establishment, periodAndTotal), within);
        return inserted;
      });
      const stored = await bills.find(id, billId);
      if (stored === null) throw new NotFound(NO_BILL);
      return toStored(stored, bill);
    },
  };
};

import { type BilledLineJson, MAX_BILLED_LINES } from '@nascente/contract/money/billed-lines';
import type { ElectronicBillAnswer } from '@nascente/contract/money/electronic-bills';
import type { UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { readingCycleOf } from '@nascente/domain/base/time/reading-cycles';
import { formatDatedRange } from '@nascente/domain/base/units/format';
import { reais, sumCents } from '@nascente/domain/base/units/money';
import { type BilledLine, billedAmount } from '@nascente/domain/money/bill-check/billed-lines';
import type { ElectronicBill, NoteTaxes } from '@nascente/domain/money/electronic-bill/electronic-bill';
import { type EnteredNote, enteredNote } from '@nascente/domain/money/electronic-bill/entered-note';
import { compareUnit, type RecordedUnit } from '@nascente/domain/money/electronic-bill/note-unit';
import { maskCnpj, normalizeCnpj } from '@nascente/domain/sites/registry/cnpj';
import type { Connection } from '../../../platform/database/open-database.ts';
import { refuseField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { BoundedProcesses } from '../../../platform/workers/bounded-processes.ts';
import { calendarOf } from '../../../sites/establishments/index.ts';
import type { BilledEstablishment, BilledEstablishments } from '../measured-days.ts';
import { createUtilityBillsRepository } from './utility-bills.repository.ts';

/** A note and the state of its signature. */
export interface SignedBill {
  readonly bill: ElectronicBill;
  readonly signature: ElectronicBillAnswer['signature'];
}

export type ElectronicBillsService = ReturnType<typeof createElectronicBillsService>;

const READER = new URL('./electronic-bill.process.ts', import.meta.url);
const TOO_HEAVY = 'Este arquivo é pesado demais para uma fatura: envie só o XML dela.';

const holderText = ({ holder: { name, document } }: ElectronicBill): string =>
  [name, normalizeCnpj(document) === null ? '' : `CNPJ ${maskCnpj(document)}`]
    .filter((text) => text !== '')
    .join(', ');

const unitText = (bill: ElectronicBill): string => {
  const holder = holderText(bill);
  const unit = bill.unit.code === '' ? 'sem código de unidade' : `da unidade ${bill.unit.code}`;
  return holder === '' ? unit : `${unit} (${holder})`;
};

const recordedText = ({ codes, cnpj }: RecordedUnit): string => {
  const units = [...new Set(codes)].join(' e ');
  return units === '' ? `do CNPJ ${maskCnpj(cnpj ?? '')}` : `da unidade ${units}`;
};

const ADVICE = 'Abra o estabelecimento certo, ou corrija a unidade consumidora no cadastro deste.';

/** The note of an establishment among those of a file. Throws InvalidInput if it is none or not clear which. */
const noteOf = (notes: readonly SignedBill[], recorded: RecordedUnit): SignedBill & { isOfUnit: boolean } => {
  const compared = notes.map((note) => ({ note, match: compareUnit(note.bill, recorded) }));
  const same = compared.filter(({ match }) => match === 'same');
  const possible = same.length > 0 ? same : compared.filter(({ match }) => match === 'unknown');
  const [first, second] = possible;
  if (first === undefined) {
    const units = notes.map(({ bill }) => unitText(bill)).join('; ');
    return refuseField(
      'file',
      `Esta fatura é ${units}, e este estabelecimento é ${recordedText(recorded)}. ${ADVICE}`,
    );
  }
  if (second !== undefined) {
    const texts = possible.map(({ note: { bill } }) =>
      bill.period === null
        ? unitText(bill)
        : `${unitText(bill)}, ${formatDatedRange(bill.period.first, bill.period.last)}`,
    );
    return refuseField(
      'file',
      `O arquivo traz ${texts.length} notas: ${texts.join('; ')}. Envie o XML de uma por vez.`,
    );
  }
  return { ...first.note, isOfUnit: first.match === 'same' };
};

const taxesAnswer = (taxes: NoteTaxes): ElectronicBillAnswer['taxes'] => ({
  icms: reais(taxes.icms),
  pis: reais(taxes.pis),
  cofins: reais(taxes.cofins),
  cbs: reais(taxes.cbs),
  ibs: reais(taxes.ibs),
});

const daysAnswer = ({ first, last }: BillingCycle) => ({ start: first as string, end: last as string });

const toJson = (line: BilledLine): BilledLineJson => ({
  ...line,
  value: { mode: 'amount', amount: Math.abs(reais(billedAmount(line))).toFixed(2) },
});

const enteredAnswer = ({ consumed, demand, taxes, lines }: EnteredNote): ElectronicBillAnswer['entered'] => {
  const isListed = lines.length <= MAX_BILLED_LINES;
  return {
    consumed,
    demand,
    taxes: taxes === null ? null : reais(taxes),
    lines: isListed ? lines.map(toJson) : null,
    others: isListed ? null : reais(sumCents(lines.map(billedAmount))),
  };
};

const answerOf = (
  { bill, signature, isOfUnit }: SignedBill & { isOfUnit: boolean },
  stored: readonly UtilityBillAnswer[],
  establishment: BilledEstablishment,
): ElectronicBillAnswer => {
  const entered = enteredNote(bill, establishment.vatPeriods);
  const { period } = bill;
  const days = period === null ? null : daysAnswer(period);
  const ofKey = stored.find(({ nf3e }) => nf3e?.accessKey === bill.accessKey);
  const ofDays = stored.find(({ start, end }) => start === days?.start && end === days.end);
  return {
    accessKey: bill.accessKey,
    number: bill.number,
    issuedOn: bill.issuedOn,
    issuer: bill.issuer,
    holder: bill.holder,
    unitCode: bill.unit.code,
    isOfUnit,
    signature,
    period: days,
    cycle:
      period === null ? null : daysAnswer(readingCycleOf(period, calendarOf(establishment.facts, 'eletric'))),
    due: bill.due,
    lines: bill.lines.map(({ label, code, unit, quantity, price, amount, taxes }, index) => ({
      label,
      code,
      unit,
      quantity,
      price,
      amount: reais(amount),
      taxes: taxesAnswer(taxes),
      part: entered.meanings[index]?.part ?? 'own',
      kind: entered.meanings[index]?.kind ?? null,
    })),
    total: reais(entered.total),
    taxes: taxesAnswer(bill.totals.taxes),
    addsVat: entered.addsVat,
    warnings: [...entered.warnings],
    stored: ofKey?.id ?? null,
    sameDays: ofKey === undefined ? (ofDays?.id ?? null) : null,
    entered: enteredAnswer(entered),
  };
};

/** Reads electricity bills from their XML. */
export const createElectronicBillsService = (needs: {
  establishments: BilledEstablishments;
  processes: Pick<BoundedProcesses, 'run'>;
  db: Connection;
}) => {
  const { establishments, processes, db } = needs;
  const bills = createUtilityBillsRepository(db);
  return {
    /** The note of the establishment in a file; nothing is stored. Throws InvalidInput for a note of another unit. */
    async read(
      caller: Caller,
      id: string,
      file: Uint8Array,
      signal: AbortSignal,
    ): Promise<ElectronicBillAnswer> {
      const establishment = await establishments.find(caller, id, 'eletric', 'edit-establishment');
      const notes = await processes.run<readonly SignedBill[]>({
        module: READER,
        file,
        person: caller.accountId,
        signal,
        tooLarge: TOO_HEAVY,
      });
      const stored = await bills.list(id, 'eletric');
      const codes = [establishment.consumerUnit, ...stored.map(({ nf3e }) => nf3e?.unitCode)];
      const recorded = {
        codes: codes.filter((code) => code !== null && code !== undefined),
        cnpj: establishment.cnpj,
      };
      return answerOf(noteOf(notes, recorded), stored, establishment);
    },
  };
};

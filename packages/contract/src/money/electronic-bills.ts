import { BILLED_LINE_KINDS } from '@nascente/domain/money/bill-check/billed-lines';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { billedLine } from './billed-lines.ts';
import { billDays } from './bills.ts';

/** State of the XML signature of a note. */
export const signatureStates = ['matches', 'broken', 'unverified', 'absent'] as const;

const taxes = z.object({
  icms: described('R$, with the poverty fund and substitution.', z.number()),
  pis: described('R$', z.number()),
  cofins: described('R$', z.number()),
  cbs: described('R$', z.number()),
  ibs: described('R$ of the state and of the municipality.', z.number()),
});

const noteLine = z.object({
  label: z.string(),
  code: described('Classification of the item (`cClass`), seven digits.', z.string()),
  unit: z.nullable(z.enum(['kW', 'kWh', 'kvar', 'kvarh'])),
  quantity: described('In `unit`; `null` if the line has none.', z.nullable(z.number())),
  price: described('R$ a unit, as stated.', z.nullable(z.number())),
  amount: described('R$; negative for deductions and refunds.', z.number()),
  taxes,
  part: described('Charge of the tariff; `own` for a line without a tariff price, and `cosip`.', z.string()),
  kind: described(
    'Kind of a line that no tariff prices; `null` for a line of the tariff.',
    z.nullable(z.enum(BILLED_LINE_KINDS)),
  ),
});

const byTouPeriod = z.object({
  inPoint: z.optional(z.number()),
  interPoint: z.optional(z.number()),
  outPoint: z.optional(z.number()),
});

const electronicBill = z.object({
  accessKey: z.string(),
  number: z.string(),
  issuedOn: z.nullable(z.string()),
  issuer: z.object({ name: z.string(), cnpj: z.string() }),
  holder: described(
    'The customer, with CNPJ or CPF; empty texts if they are not stated.',
    z.object({ name: z.string(), document: z.string() }),
  ),
  unitCode: described("The distributor's code of the consumer unit.", z.string()),
  isOfUnit: described(
    'False if nothing is recorded with which the unit could be compared; a person then has to confirm it.',
    z.boolean(),
  ),
  signature: described(
    '`matches`: digest and signature fit the content; the issuer of the certificate is not verified.',
    z.enum(signatureStates),
  ),
  period: described(
    'Billed days, inclusive; `null` if the note states no readings.',
    z.nullable(z.object(billDays.shape)),
  ),
  cycle: described(
    'The billing cycle of these days by the reading dates.',
    z.nullable(z.object(billDays.shape)),
  ),
  due: z.nullable(z.string()),
  lines: z.array(noteLine),
  total: described('Amount to pay, R$.', z.number()),
  taxes,
  addsVat: described('False if CBS and IBS are stated for information only.', z.boolean()),
  warnings: described('Sentences about contradictions and unusual contents.', z.array(z.string())),
  stored: described('Id of the entered bill that was read from this note.', z.nullable(z.string())),
  sameDays: described('Id of another entered bill of these days.', z.nullable(z.string())),
  entered: described(
    'The fields for `enterUtilityBill`.',
    z.object({
      consumed: described('kWh by time-of-use period.', byTouPeriod),
      demand: described('kW by time-of-use period.', byTouPeriod),
      taxes: described('R$ that are charged.', z.nullable(z.number())),
      others: described('R$; `null` with `lines`.', z.nullable(z.number())),
      lines: z.nullable(z.array(billedLine)),
    }),
  ),
});
export type ElectronicBillAnswer = z.output<typeof electronicBill>;

const MAX_BYTES = 5 * 1024 * 1024;
export const NOTE_TOO_LARGE = 'O arquivo deve ter no máximo 5 MB.';
export const NO_NOTE = 'Envie o XML da fatura (NF3e), ou o e-mail salvo (.eml) que o traz em anexo.';
export const MAX_NOTE_BYTES = MAX_BYTES;

export const readElectronicBill = defineCall({
  name: 'readElectronicBill',
  route: 'POST /establishment/:id/electronic-bill',
  effect: 'reads',
  permission: 'edit-establishment',
  summary:
    'Reads the XML of an electricity bill (NF3e, model 66), or the e-mail that has it as attachment, for `enterUtilityBill`; nothing is stored.',
  upload: {
    field: 'file',
    types: ['text/xml', 'application/xml', 'message/rfc822', '.xml', '.eml'],
    maxBytes: MAX_BYTES,
    texts: { missing: NO_NOTE, tooLarge: NOTE_TOO_LARGE },
  },
  answer: { bill: electronicBill },
});

import { BILLED_LINE_KINDS } from '@nascente/domain/money/bill-check/billed-lines';
import { FINDINGS } from '@nascente/domain/money/bill-check/finding';
import { ELECTRICITY_MODEL, isAccessKey, modelOf } from '@nascente/domain/money/electronic-bill/access-key';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billedLine, billedLines } from './billed-lines.ts';
import { billDays, billedUtility, billLine } from './bills.ts';

const quantity = z
  .number('Informe um número.')
  .check(z.gte(0, 'O valor não pode ser negativo.'), z.lte(1e9, 'Valor alto demais.'));
const reais = z
  .number('Informe um valor em R$.')
  .check(z.gte(-1e9, 'Valor alto demais.'), z.lte(1e9, 'Valor alto demais.'));
const byTouPeriod = z.strictObject({
  inPoint: z.optional(quantity),
  interPoint: z.optional(quantity),
  outPoint: z.optional(quantity),
});

const LINES =
  'What no tariff prices, line by line as it is printed; null where only `others` says it, or nothing.';

const isOfElectricity = (key: string): boolean => isAccessKey(key) && modelOf(key) === ELECTRICITY_MODEL;
const nf3e = z.strictObject({
  accessKey: described(
    'Its 44 characters.',
    z.string().check(z.refine(isOfElectricity, 'A chave de acesso não é de uma NF3e.')),
  ),
  unitCode: described(
    "The distributor's code of the consumer unit. Later notes of the establishment are compared with it.",
    z.string().check(z.trim(), z.maxLength(60, 'Código de unidade longo demais.')),
  ),
});
const NF3E = 'The XML from which the bill was read; null if it was entered by hand.';

/** The entered data of a utility's bill. An absent field is not on the bill. */
export const utilityBillFields = z.strictObject({
  start: described('Billed days, inclusive.', civilDate),
  end: civilDate,
  total: described('R$', reais),
  consumed: described(
    'kWh by time-of-use period; with a single price all of it is `outPoint`.',
    z._default(byTouPeriod, {}),
  ),
  demand: described(
    'kW by time-of-use period; the single demand of Verde is `outPoint`.',
    z._default(byTouPeriod, {}),
  ),
  volume: described('m³, of water.', z._default(z.nullable(quantity), null)),
  taxes: described('R$ of ICMS, PIS, COFINS, CBS and IBS together.', z._default(z.nullable(quantity), null)),
  others: described(
    'R$ without a tariff price: public lighting, fines, interest, refunds (negative); with `lines`, their sum.',
    z._default(z.nullable(reais), null),
  ),
  lines: described(LINES, z._default(z.nullable(billedLines), null)),
  image: described('Id of an uploaded image: `POST /uploadImage`.', z._default(z.nullable(z.string()), null)),
  note: z._default(z.string().check(z.trim(), z.maxLength(500, 'Use até 500 caracteres.')), ''),
  nf3e: described(NF3E, z._default(z.nullable(nf3e), null)),
});

const isForward = ({ start, end }: { start: string; end: string }): boolean => end >= start;

const newUtilityBill = z
  .strictObject({ type: billedUtility, ...utilityBillFields.shape })
  .check(z.refine(isForward, { path: ['end'], error: 'O fim deve ser no dia do início ou depois.' }));

const utilityBill = z.object({
  id: z.string(),
  type: z.enum(tariffTypes),
  ...billDays.shape,
  total: z.number(),
  consumed: z.object({
    inPoint: z.optional(z.number()),
    interPoint: z.optional(z.number()),
    outPoint: z.optional(z.number()),
  }),
  demand: z.object({
    inPoint: z.optional(z.number()),
    interPoint: z.optional(z.number()),
    outPoint: z.optional(z.number()),
  }),
  volume: z.nullable(z.number()),
  taxes: z.nullable(z.number()),
  others: z.nullable(z.number()),
  lines: described(LINES, z.nullable(z.array(billedLine))),
  image: z.nullable(z.string()),
  note: z.string(),
  nf3e: described(NF3E, z.nullable(z.object({ accessKey: z.string(), unitCode: z.string() }))),
});
export type UtilityBillAnswer = z.output<typeof utilityBill>;

const one = { bill: utilityBill };

export const listUtilityBills = defineCall({
  name: 'listUtilityBills',
  route: 'GET /establishment/:id/utility-bills',
  permission: 'see-bills',
  summary: 'Entered utility bills, newest first.',
  query: z.strictObject({ type: billedUtility }),
  answer: { bills: z.array(utilityBill) },
});

export const enterUtilityBill = defineCall({
  name: 'enterUtilityBill',
  route: 'POST /establishment/:id/utility-bills',
  permission: 'edit-establishment',
  summary:
    'Enters a utility bill. 409 if one with the same days exists, or one of the same NF3e with other fields. If a bill of the same NF3e has equal fields, it is returned.',
  body: newUtilityBill,
  fails: ['conflict'],
  success: 201,
  answer: one,
});

export const editUtilityBill = defineCall({
  name: 'editUtilityBill',
  route: 'PATCH /establishment/:id/utility-bills/:billId',
  permission: 'edit-establishment',
  summary: 'Changes an entered utility bill; omitted fields stay.',
  body: z.strictObject({
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    total: z.optional(reais),
    consumed: z.optional(byTouPeriod),
    demand: z.optional(byTouPeriod),
    volume: z.optional(z.nullable(quantity)),
    taxes: z.optional(z.nullable(quantity)),
    others: z.optional(z.nullable(reais)),
    lines: z.optional(z.nullable(billedLines)),
    image: z.optional(z.nullable(z.string())),
    note: z.optional(z.string().check(z.trim(), z.maxLength(500, 'Use até 500 caracteres.'))),
    nf3e: z.optional(z.nullable(nf3e)),
  }),
  fails: ['conflict'],
  answer: one,
});

export const removeUtilityBill = defineCall({
  name: 'removeUtilityBill',
  route: 'DELETE /establishment/:id/utility-bills/:billId',
  permission: 'edit-establishment',
  summary: 'Removes an entered utility bill.',
});

/** Causes of a difference to the expected bill. In this order the billed quantities and terms replace the expected ones. */
export const differenceCauses = [
  'period',
  'missingData',
  'consumption',
  'demand',
  'tariff',
  'taxes',
  'rest',
] as const;

const priced = z.object({ ...billDays.shape, total: z.number(), lines: z.array(billLine) });

export const readReconciliation = defineCall({
  name: 'readReconciliation',
  route: 'GET /establishment/:id/utility-bills/:billId/reconciliation',
  permission: 'see-bills',
  summary: 'Difference between a utility bill and the expected bill, split by cause; the parts add up to it.',
  answer: {
    reconciliation: z.object({
      billed: utilityBill,
      expected: described('Computed bill of the cycle of these days.', priced),
      repriced: described('Computed bill for the days of the utility bill, with its quantities.', priced),
      difference: described('R$: billed minus expected.', z.number()),
      parts: described(
        'R$ each; in this order they add up to the difference.',
        z.array(z.object({ cause: z.enum(differenceCauses), amount: z.number() })),
      ),
      lines: described(
        'Lines without a tariff price, compared with the expected ones; empty for a bill that was entered without lines.',
        z.array(
          z.object({
            label: z.string(),
            kind: z.enum(BILLED_LINE_KINDS),
            billed: described('R$; `null` if it is not on the bill.', z.nullable(z.number())),
            expected: described('R$; `null` if it was not expected.', z.nullable(z.number())),
          }),
        ),
      ),
      findings: described(
        'Overcharges, largest first.',
        z.array(
          z.object({
            kind: z.enum(FINDINGS),
            amount: described('Overcharged amount, R$.', z.number()),
            text: described('Sentence for the distributor.', z.string()),
          }),
        ),
      ),
      distributor: described('Name of the distributor; `null` if no tariff has it.', z.nullable(z.string())),
      missing: z.array(z.string()),
      completeness: described('Share of the days of the utility bill with data, 0 to 1.', z.number()),
      estimated: z.optional(z.number()),
    }),
  },
});
export type Reconciliation = z.output<typeof readReconciliation.answer>['reconciliation'];

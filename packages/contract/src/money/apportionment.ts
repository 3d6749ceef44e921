import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billDays, billedUtility } from './bills.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** One part of an establishment and its share of the bill. */
export const apportionedPart = z.object({
  kind: described(
    '`ungrouped`: meters without a group, in an apportionment among groups.',
    z.enum(['meter', 'group', 'ungrouped']),
  ),
  id: described('Id of the installation or the group.', z.nullable(z.string())),
  name: z.string(),
  macAddress: z.nullable(z.string()),
  total: described('kWh; water: m³.', z.number()),
  share: described(
    "Share of the establishment's consumption, 0 to 1, or of the sum of all parts if they measured more.",
    z.number(),
  ),
  energy: described(
    'R$ of its consumption at the prices of the bill, by time-of-use period, as on every other screen; `null` for an entered total and without a price.',
    z.nullable(z.number()),
  ),
  amount: described(
    'R$ of `energy` plus its share of the other lines; `null` without a total.',
    z.nullable(z.number()),
  ),
  completeness: described(
    'Quarter-hours with data divided by expected ones, 0 to 1; 0 if none was expected.',
    z.number(),
  ),
  estimated: z.optional(z.number()),
});
export type ApportionedPart = z.output<typeof apportionedPart>;

/** A bill shared among the parts of an establishment: their amounts and that of the rest add up to the total. */
export const apportionment = z.object({
  type: z.enum(tariffTypes),
  by: z.enum(['meters', 'groups']),
  establishmentName: z.string(),
  start: z.string(),
  end: z.string(),
  previousCycle: billDays,
  nextCycle: z.nullable(billDays),
  total: described(
    'Shared amount, R$; `null` if none was entered and none can be computed.',
    z.nullable(z.number()),
  ),
  source: described(
    'Source of the total: the computed bill, or the entered amount.',
    z.enum(['bill', 'typed', 'none']),
  ),
  computedTotal: described('R$ of the computed bill; `null` without a tariff.', z.nullable(z.number())),
  fixed: described(
    'R$ of the bill that do not depend on consumption, shared or not: demand, reactive excess, public lighting, fees, the minimum. `null` for an entered total.',
    z.nullable(z.number()),
  ),
  consumed: described('From the grid: kWh; water: m³.', z.number()),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  parts: described('Largest first.', z.array(apportionedPart)),
  rest: z.object({
    unmeasured: described(
      'Consumption without a meter of its own: from the grid and panels, minus the parts; never negative.',
      z.number(),
    ),
    share: z.number(),
    energy: described(
      'R$ of the energy outside all parts; negative if the parts measured more than the bill charges.',
      z.nullable(z.number()),
    ),
    unmeasuredAmount: described('R$ of `energy` plus its share of the other lines.', z.nullable(z.number())),
    fixed: described(
      'R$ that are not shared: public lighting, fees, the minimum, lines that stay with the owner.',
      z.nullable(z.number()),
    ),
    unshared: described('R$ that cannot be shared because there was no consumption.', z.nullable(z.number())),
    amount: described('R$ of all three.', z.nullable(z.number())),
  }),
  notes: described('In Portuguese, one sentence each: notes for the reader.', z.array(z.string())),
});
export type Apportionment = z.output<typeof apportionment>;

export const readApportionment = defineCall({
  name: 'readApportionment',
  route: 'GET /establishment/:id/apportionment',
  permission: 'see-bills',
  summary:
    "Apportionment of an establishment's bill among its meters or groups by consumption, exact to the cent; default: the current billing cycle so far with the computed bill. 403 for a client user with access to only some of the meters.",
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    by: z._default(z.enum(['meters', 'groups'], 'Divisão inválida: use meters ou groups'), 'meters'),
    total: described(
      'R$ of the received bill, with a decimal point.',
      z.optional(z.string().check(z.regex(AMOUNT, 'Valor inválido: use reais, como 1234.56'))),
    ),
  }),
  answer: { apportionment },
});

import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billDays, billedUtility } from './bills.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** One part of an establishment and its share of the bill. */
export const apportionedPart = z.object({
  kind: described(
    '`ungrouped`: the meters that are in no group, of an apportionment among groups.',
    z.enum(['meter', 'group', 'ungrouped']),
  ),
  id: described('Of the installation or the group.', z.nullable(z.string())),
  name: z.string(),
  macAddress: z.nullable(z.string()),
  total: described('kWh, of water m³.', z.number()),
  share: described(
    '0..1 of what the establishment consumed, or of all parts where they measured more.',
    z.number(),
  ),
  energy: described(
    'R$ of its consumption at the prices of the bill, by tariff period, as on every other screen; null for a typed total and without a price.',
    z.nullable(z.number()),
  ),
  amount: described(
    'R$ of `energy` and its share of other lines; null without a total to share.',
    z.nullable(z.number()),
  ),
  completeness: described(
    '0..1: quarters of an hour with data over quarters that should have had some; 0 where none was expected.',
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
    'R$ that are shared; null where none was given and none can be computed.',
    z.nullable(z.number()),
  ),
  source: described(
    'Where the total is from: the bill as it is computed, or as it was typed.',
    z.enum(['bill', 'typed', 'none']),
  ),
  computedTotal: described('R$ of the computed bill; null without a tariff.', z.nullable(z.number())),
  fixed: described(
    'R$ of the bill that do not depend on consumption, shared or not: demand, reactive excess, public lighting, fees, the minimum. Null for a typed total.',
    z.nullable(z.number()),
  ),
  consumed: described('Taken from the grid: kWh, of water m³.', z.number()),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  parts: described('The largest first.', z.array(apportionedPart)),
  rest: z.object({
    unmeasured: described(
      'Consumption without a meter of its own: taken from the grid and from panels, less the parts; never negative.',
      z.number(),
    ),
    share: z.number(),
    energy: described(
      'R$ of the energy that no part has: negative where the parts measured more than the bill charges.',
      z.nullable(z.number()),
    ),
    unmeasuredAmount: described('R$ of `energy` and its share of other lines.', z.nullable(z.number())),
    fixed: described(
      'R$ that are not shared: public lighting, fees, the minimum, lines that stay with the owner.',
      z.nullable(z.number()),
    ),
    unshared: described('R$ that nobody can be given, because nothing was consumed.', z.nullable(z.number())),
    amount: described('R$ of all three.', z.nullable(z.number())),
  }),
  notes: described('In Portuguese, a sentence each: what the reader should know.', z.array(z.string())),
});
export type Apportionment = z.output<typeof apportionment>;

export const readApportionment = defineCall({
  name: 'readApportionment',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/apportionment',
  access: 'session',
  permission: 'see-bills',
  summary:
    'The bill of an establishment shared among its meters or its groups by what they consumed, to the cent; default: the current billing cycle so far, and the computed bill. 403 for a client user who sees only some of the meters.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    by: z._default(z.enum(['meters', 'groups'], 'Divisão inválida: use meters ou groups'), 'meters'),
    total: described(
      'R$ of the bill that came, with a decimal point.',
      z.optional(z.string().check(z.regex(AMOUNT, 'Valor inválido: use reais, como 1234.56'))),
    ),
  }),
  success: 200,
  answer: z.object({ ok, apportionment }),
});

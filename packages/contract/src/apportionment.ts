import { z } from 'zod/mini';
import { billDays, billedUtility } from './bills.ts';
import { defineCall } from './call.ts';
import { civilDate, ok } from './conventions.ts';
import { tariffTypes } from './tariffs.ts';

const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** One part of a place and its share of the bill. */
export const apportionedPart = z.object({
  /** `ungrouped`: the meters that are in no group, of an apportionment among groups. */
  kind: z.enum(['meter', 'group', 'ungrouped']),
  /** Of the installation or the group. */
  id: z.nullable(z.string()),
  name: z.string(),
  macAddress: z.nullable(z.string()),
  /** kWh, of water m³. */
  total: z.number(),
  /** 0..1 of what the place consumed, or of all parts where they measured more. */
  share: z.number(),
  /** R$; null without a total to share. */
  amount: z.nullable(z.number()),
  /** 0..1: quarters of an hour with data over quarters that should have had some; 0 where none was expected. */
  completeness: z.number(),
});
export type ApportionedPart = z.output<typeof apportionedPart>;

/** A bill shared among the parts of a place: their amounts and that of the rest add up to the total. */
export const apportionment = z.object({
  type: z.enum(tariffTypes),
  by: z.enum(['meters', 'groups']),
  establishmentName: z.string(),
  start: z.string(),
  end: z.string(),
  previousCycle: billDays,
  nextCycle: z.nullable(billDays),
  /** R$ that are shared; null where none was given and none can be computed. */
  total: z.nullable(z.number()),
  /** Where the total is from: the bill as it is computed, or as it was typed. */
  source: z.enum(['bill', 'typed', 'none']),
  /** R$ of the computed bill; null without a tariff. */
  computedTotal: z.nullable(z.number()),
  /** What the place consumed: kWh, of water m³. */
  consumed: z.number(),
  completeness: z.number(),
  /** The largest first. */
  parts: z.array(apportionedPart),
  rest: z.object({
    /** What no part measured: the general meter less the parts. */
    unmeasured: z.number(),
    share: z.number(),
    /** R$ of that. */
    unmeasuredAmount: z.nullable(z.number()),
    /** R$ that consumption does not explain: public lighting, fees, the minimum. */
    fixed: z.nullable(z.number()),
    /** R$ that nobody can be given, because nothing was consumed. */
    unshared: z.nullable(z.number()),
    /** R$ of all three. */
    amount: z.nullable(z.number()),
  }),
  /** In Portuguese, a sentence each: what the reader should know. */
  notes: z.array(z.string()),
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
    /** R$ of the bill that came, with a decimal point. */
    total: z.optional(z.string().check(z.regex(AMOUNT, 'Valor inválido: use reais, como 1234.56'))),
  }),
  success: 200,
  answer: z.object({ ok, apportionment }),
});

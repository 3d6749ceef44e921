import type { ChargeKind, ChargeUnit } from '@nascente/domain/money/bill/bill';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { LINE_SHARINGS } from '@nascente/domain/sites/tariffs/own-line';
import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billingContract } from './billing-contract.ts';

/** The subject of a charge. */
export const chargeKinds = [
  'energy',
  'demand',
  'unused-demand',
  'overrun',
  'reactive-energy',
  'reactive-demand',
  'flag',
  'compensation',
  'minimum',
  'cosip',
  'water',
  'sewage',
  'fee',
  'supplier',
  'given',
  'unit-charge',
] as const satisfies readonly ChargeKind[];

const units = ['kWh', 'kW', 'kvarh', 'm³'] as const satisfies readonly ChargeUnit[];
const touPeriods = z.enum(['inPoint', 'interPoint', 'outPoint']);
const flagNames = Object.keys(FLAGS) as [FlagName, ...FlagName[]];

/** The utility of the bill; electricity by default. */
export const billedUtility = z._default(
  z.enum(tariffTypes, 'Tipo inválido: use eletric ou water'),
  'eletric',
);

/** The days of a bill, both included. */
export const billDays = z.object({ start: z.string(), end: z.string() });

const byTouPeriod = z.object({
  total: z.number(),
  inPoint: z.number(),
  interPoint: z.number(),
  outPoint: z.number(),
});

export const billLine = z.object({
  label: described('In Portuguese, as bills print it.', z.string()),
  kind: z.enum(chargeKinds),
  post: z.nullable(touPeriods),
  quantity: described('kWh, kW, kvarh or m³; null where nothing is counted.', z.nullable(z.number())),
  unit: z.nullable(z.enum(units)),
  price: described('R$ a unit with its taxes; null where nothing is counted.', z.nullable(z.number())),
  amount: described('R$ with two decimals.', z.number()),
  note: described('In Portuguese: what the reader should know of this line.', z.nullable(z.string())),
  sharing: described(
    "Of a line of one's own: how it is shared among meters or groups.",
    z.optional(z.enum(LINE_SHARINGS)),
  ),
});
export type BillLine = z.output<typeof billLine>;

/** The tariff by which a bill was priced. */
export const billedTariff = z.object({
  _id: z.string(),
  distributor: z.string(),
  group: z.string(),
  comment: z.string(),
  color: z.string(),
  modality: z.enum(MODALITIES),
  versions: described(
    'The versions of its prices that were in force within the bill, oldest first.',
    z.array(z.object({ validFrom: z.string() })),
  ),
});

/** A bill: its lines add up to its total, and missing data are named. */
export const bill = z.object({
  type: z.enum(tariffTypes),
  start: described('The days that are billed; of a cycle that is not over yet, until today.', z.string()),
  end: z.string(),
  cycle: described(
    'The billing cycle that the days belong to, and those before and after it; null where the next has not begun.',
    billDays,
  ),
  previousCycle: billDays,
  nextCycle: z.nullable(billDays),
  isOpen: described('Whether the cycle is not over yet.', z.boolean()),
  lines: z.array(billLine),
  total: described('R$: the sum of the lines.', z.number()),
  taxes: described(
    'R$ of ICMS, PIS and COFINS inside the lines.',
    z.object({ icms: z.number(), pis: z.number(), cofins: z.number() }),
  ),
  missing: described(
    'In Portuguese, a sentence each: what is missing, and what that does to the bill.',
    z.array(z.string()),
  ),
  completeness: described(
    '0..1: quarters of an hour with data over quarters that should have had some.',
    z.number(),
  ),
  estimated: described(
    '0..1: share of expected quarter-hours whose amount an import spread from longer rows; absent where none was.',
    z.optional(z.number()),
  ),
  consumed: described('kWh by post of the tariff; of water m³, all `outPoint`.', byTouPeriod),
  injected: described('kWh.', byTouPeriod),
  demand: described(
    'Demand of tariffs that bill it, kW; of Verde one, its post null.',
    z.array(
      z.object({
        post: z.nullable(touPeriods),
        measured: z.number(),
        at: z.nullable(answeredInstant),
        contracted: z.nullable(z.number()),
        billed: z.number(),
        overrun: z.number(),
      }),
    ),
  ),
  reactive: described('Excess of reactive energy, kvarh.', byTouPeriod),
  flags: described(
    'The flags of its months; null where a flag is not known. `price` is R$/kWh before taxes.',
    z.array(
      z.object({
        month: z.string(),
        days: z.int(),
        flag: z.nullable(z.enum(flagNames)),
        price: z.nullable(z.number()),
      }),
    ),
  ),
  credits: described(
    'Credits of generation, kWh; null without generation.',
    z.nullable(
      z.object({
        before: z.number(),
        injected: z.number(),
        used: z.number(),
        expired: z.number(),
        after: z.number(),
      }),
    ),
  ),
  tariff: z.nullable(billedTariff),
  contract: described(
    'The contract that it was computed with; `validFrom` is null of one that was assumed.',
    z.object({ validFrom: z.nullable(z.string()), terms: billingContract }),
  ),
  meters: described(
    'The meters that were added up.',
    z.array(z.object({ mac: z.string(), name: z.string(), isGeneral: z.boolean() })),
  ),
});
export type BillAnswer = z.output<typeof bill>;

const byId = z.object({ id: z.string() });

export const readBill = defineCall({
  name: 'readBill',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/bill',
  access: 'session',
  permission: 'see-bills',
  summary:
    'The bill of an establishment for civil days, both included; default: the current billing cycle so far. `start` alone is the cycle in which it lies. 403 for a client user who sees only some of the meters.',
  params: byId,
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
  }),
  success: 200,
  answer: z.object({ ok, bill }),
});

const SUBGROUP = /^(A|B|A1|A2|A3|A3a|A4|AS|B1|B2|B3|B4)$/;

export const readPriceTariff = defineCall({
  name: 'readPriceTariff',
  method: 'GET',
  effect: 'reads',
  path: '/price-tariff/establishment/:group/:type/:id/:start/:end',
  access: 'session',
  permission: 'see-bills',
  summary:
    'The bill of an establishment for civil days, line by line. `group` (A, B or a subgroup, usually B3) is what is assumed where the establishment has neither contract nor group; `type` is eletric, commercial-industrial (the same) or water.',
  params: z.object({
    group: z.string().check(z.regex(SUBGROUP, 'Grupo inválido: use A, B ou um subgrupo como B3')),
    type: z.enum(
      ['eletric', 'commercial-industrial', 'water'],
      'Tipo inválido: use eletric, commercial-industrial ou water',
    ),
    id: z.string(),
    start: civilDate,
    end: civilDate,
  }),
  success: 200,
  answer: z.object({
    ok,
    data: z.object({
      price: described('R$ of all lines.', z.number()),
      kwh: described('kWh; m³ of water.', z.number()),
      inPoint: z.number(),
      interPoint: z.number(),
      outPoint: z.number(),
      lines: z.array(
        z.pick(billLine, { label: true, quantity: true, unit: true, price: true, amount: true }),
      ),
    }),
  }),
});

/** A frozen bill, and the amount of the same days by present readings, prices and terms. */
export const frozenBill = z.object({
  id: z.string(),
  type: z.enum(tariffTypes),
  start: z.string(),
  end: z.string(),
  closedAt: answeredInstant,
  closedBy: described('Who closed it; null when the account is gone.', z.nullable(z.string())),
  total: described('R$ as it was kept.', z.number()),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  repricedTotal: described('R$ today.', z.number()),
  difference: described('R$: today less kept.', z.number()),
});
export type FrozenBill = z.output<typeof frozenBill>;

export const listKeptBills = defineCall({
  name: 'listKeptBills',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/bills',
  access: 'session',
  permission: 'see-bills',
  summary: 'The bills that were closed, newest first, each with what it would come to today.',
  params: byId,
  query: z.strictObject({ type: billedUtility }),
  success: 200,
  answer: z.object({ ok, bills: z.array(frozenBill) }),
});

export const readKeptBill = defineCall({
  name: 'readKeptBill',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/bills/:billId',
  access: 'session',
  permission: 'see-bills',
  summary: 'A closed bill as it was kept, beside the same days computed today.',
  params: z.object({ id: z.string(), billId: z.string() }),
  success: 200,
  answer: z.object({ ok, kept: frozenBill, bill, repriced: bill }),
});

export const closeBill = defineCall({
  name: 'closeBill',
  method: 'POST',
  effect: 'changes',
  path: '/establishment/:id/bills',
  access: 'session',
  permission: 'edit-establishment',
  summary:
    'Keeps the bill of days that are over as it is now, with the prices and terms that made it. 409 where those days are closed already.',
  params: byId,
  body: z.strictObject({ type: billedUtility, start: civilDate, end: civilDate }),
  fails: ['conflict'],
  success: 201,
  answer: z.object({ ok, kept: frozenBill }),
});

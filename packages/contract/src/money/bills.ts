import type { ChargeKind, ChargeUnit } from '@nascente/domain/money/bill/bill';
import { FLAGS, type FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import { LINE_SHARINGS } from '@nascente/domain/sites/tariffs/own-line';
import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billingContract } from './billing-contract.ts';

/** The kinds of bill lines. */
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
  'consumption-vat',
  'other-vat',
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
  label: described('In Portuguese, as printed on bills.', z.string()),
  kind: z.enum(chargeKinds),
  touPeriod: z.nullable(touPeriods),
  quantity: described('kWh, kW, kvarh or m³; `null` without a quantity.', z.nullable(z.number())),
  unit: z.nullable(z.enum(units)),
  price: described('R$ per unit with taxes; `null` without a quantity.', z.nullable(z.number())),
  amount: described('R$ with two decimals.', z.number()),
  note: described('In Portuguese: note about this line.', z.nullable(z.string())),
  sharing: described(
    'Only for a custom line, or CBS and IBS in a line of their own: how it is shared among meters or groups.',
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
    'Versions of its prices in force during the bill, oldest first.',
    z.array(z.object({ validFrom: z.string() })),
  ),
});

/** CBS and IBS of a bill. */
const vatAmounts = z.object({
  cbs: described('R$ of CBS.', z.number()),
  ibsState: described('R$ of the IBS of the state.', z.number()),
  ibsMunicipal: described('R$ of the IBS of the municipality.', z.number()),
});

/** A bill: its lines add up to its total, and missing data are named. */
export const bill = z.object({
  type: z.enum(tariffTypes),
  start: described('Billed days; for a running cycle, until today.', z.string()),
  end: z.string(),
  cycle: described(
    'Billing cycle of the days, with the cycles before and after; `null` if the next has not begun.',
    billDays,
  ),
  previousCycle: billDays,
  nextCycle: z.nullable(billDays),
  isOpen: described('Whether the cycle is still running.', z.boolean()),
  lines: z.array(billLine),
  total: described('R$: sum of the lines.', z.number()),
  range: described(
    'Both ends of the total in R$, if it depends on a rule that is not written yet; `total` is the highest. Else absent.',
    z.optional(z.object({ lowest: described('R$.', z.number()), highest: described('R$.', z.number()) })),
  ),
  withoutTaxCredits: described(
    'R$ of the total without the taxes that the company takes as credit; absent if it takes none.',
    z.optional(z.number()),
  ),
  taxes: described(
    'R$ of the taxes included in the lines. CBS and IBS are absent from bills before them.',
    z.object({ icms: z.number(), pis: z.number(), cofins: z.number(), vat: z.optional(vatAmounts) }),
  ),
  informedVat: described(
    'CBS and IBS that the bill prints for information and does not charge; absent without any.',
    z.optional(vatAmounts),
  ),
  taxNotes: described(
    'In Portuguese, one sentence each: which tax rule the bill takes and why, and rates to be confirmed; absent without any.',
    z.optional(z.array(z.string())),
  ),
  missing: described(
    'In Portuguese, one sentence each: missing data, and the effect on the bill.',
    z.array(z.string()),
  ),
  completeness: described('Quarter-hours with data divided by expected ones, 0 to 1.', z.number()),
  estimated: described(
    'Share of expected quarter-hours whose amount an import spread from longer rows, 0 to 1; absent without any.',
    z.optional(z.number()),
  ),
  consumed: described('kWh by time-of-use period; water: m³, all in `outPoint`.', byTouPeriod),
  injected: described('kWh.', byTouPeriod),
  demand: described(
    'Billed demand, kW; Verde has one with `touPeriod` `null`.',
    z.array(
      z.object({
        touPeriod: z.nullable(touPeriods),
        measured: z.number(),
        at: z.nullable(answeredInstant),
        contracted: z.nullable(z.number()),
        billed: z.number(),
        overrun: z.number(),
      }),
    ),
  ),
  reactive: described('Excess reactive energy, kvarh.', byTouPeriod),
  flags: described(
    'Flags of its months; `null` if unknown. `price` is R$/kWh before taxes.',
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
    'Generation credits, kWh; `null` without generation.',
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
    'Contract of the computation; `validFrom` is `null` if it was assumed.',
    z.object({ validFrom: z.nullable(z.string()), terms: billingContract }),
  ),
  meters: described(
    'Meters whose sum was billed.',
    z.array(z.object({ mac: z.string(), name: z.string(), isGeneral: z.boolean() })),
  ),
});
export type BillAnswer = z.output<typeof bill>;

export const readBill = defineCall({
  name: 'readBill',
  route: 'GET /establishment/:id/bill',
  permission: 'see-bills',
  summary:
    'Bill of an establishment for civil days, inclusive; default: the current billing cycle so far. `start` alone selects the cycle of that day. 403 for a client user with access to only some of the meters.',
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
  }),
  answer: { bill },
});

const SUBGROUP = /^(A|B|A1|A2|A3|A3a|A4|AS|B1|B2|B3|B4)$/;

export const readPriceTariff = defineCall({
  name: 'readPriceTariff',
  route: 'GET /price-tariff/establishment/:group/:type/:id/:start/:end',
  permission: 'see-bills',
  summary:
    'Bill of an establishment for civil days, by line. `group` (A, B or a subgroup, usually B3) applies if the establishment has neither contract nor group; `type` is eletric, commercial-industrial (the same) or water.',
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
  answer: {
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
  },
});

/** A frozen bill, and the amount of the same days by the current readings, prices and terms. */
export const frozenBill = z.object({
  id: z.string(),
  type: z.enum(tariffTypes),
  start: z.string(),
  end: z.string(),
  closedAt: answeredInstant,
  closedBy: described('Account that closed it; `null` if it was removed.', z.nullable(z.string())),
  total: described('R$ when it was closed.', z.number()),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  repricedTotal: described('R$ today.', z.number()),
  difference: described('R$: current total minus closed total.', z.number()),
});
export type FrozenBill = z.output<typeof frozenBill>;

export const listFrozenBills = defineCall({
  name: 'listFrozenBills',
  route: 'GET /establishment/:id/bills',
  permission: 'see-bills',
  summary: 'Closed bills, newest first, each with its total if computed today.',
  query: z.strictObject({ type: billedUtility }),
  answer: { bills: z.array(frozenBill) },
});

export const readFrozenBill = defineCall({
  name: 'readFrozenBill',
  route: 'GET /establishment/:id/bills/:billId',
  permission: 'see-bills',
  summary: 'A closed bill, and the same days computed today.',
  answer: { frozenBill, bill, repriced: bill },
});

export const closeBill = defineCall({
  name: 'closeBill',
  route: 'POST /establishment/:id/bills',
  permission: 'edit-establishment',
  summary:
    'Closes the bill of finished days with its prices and terms. 409 if those days are already closed.',
  body: z.strictObject({ type: billedUtility, start: civilDate, end: civilDate }),
  fails: ['conflict'],
  success: 201,
  answer: { frozenBill },
});

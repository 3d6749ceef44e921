import type { ChangeKind } from '@nascente/domain/money/bill/bill-change';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billDays, billedUtility } from './bills.ts';

/** The causes of a difference between two bills. */
const changeKinds = [
  'days',
  'consumption',
  'generation',
  'price',
  'taxes',
  'flag',
  'demand',
  'reactive',
  'minimum',
  'fixed',
] as const satisfies readonly ChangeKind[];

const changedBill = z.object({
  start: z.string(),
  end: z.string(),
  total: described('R$.', z.number()),
  consumed: described('kWh, of water m³.', z.number()),
  completeness: described(
    '0..1: quarters of an hour with data over quarters that should have had some.',
    z.number(),
  ),
  estimated: z.optional(z.number()),
});

/** The difference between two bills of an establishment by cause. */
const billChanges = z.object({
  type: z.enum(tariffTypes),
  previousCycle: described(
    'The cycles before and after the requested days; null where it has not begun.',
    billDays,
  ),
  nextCycle: z.nullable(billDays),
  before: changedBill,
  after: changedBill,
  comparedWith: described("In Portuguese: 'outubro', 'o ciclo anterior'.", z.string()),
  difference: described(
    'R$: the later total less the earlier. The amounts of `parts` add up to it.',
    z.number(),
  ),
  sentence: described(
    'In Portuguese: the difference with its largest causes; null without a tariff, and where the earlier days have no measurement.',
    z.nullable(z.string()),
  ),
  parts: z.array(
    z.object({
      kind: z.enum(changeKinds),
      label: described("In Portuguese: 'um dia a menos', 'bandeira amarela'.", z.string()),
      amount: described('R$, above zero where it makes the later bill dearer.', z.number()),
    }),
  ),
  meters: described(
    'The meters below the general one, and the remainder that none of them measured (`macAddress` null). Their amounts add up to those of the parts of kind `consumption`. Empty of a single meter.',
    z.array(
      z.object({
        macAddress: z.nullable(z.string()),
        name: z.string(),
        change: described(
          'kWh or m³: the later consumption less the earlier, the earlier scaled to the days of the later.',
          z.number(),
        ),
        amount: described('R$ at the earlier prices.', z.number()),
      }),
    ),
  ),
  missing: described('In Portuguese, a sentence each: what both bills lack.', z.array(z.string())),
});
export type BillChanges = z.output<typeof billChanges>;

export const readBillChanges = defineCall({
  name: 'readBillChanges',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/bill/changes',
  access: 'session',
  permission: 'see-bills',
  summary:
    'Why a bill differs from the one before it. Default: the current cycle up to yesterday, beside as many days of the cycle before. `start` alone is the cycle in which it lies; with `end` a cycle, a civil month, a day (compared with the same day of the week before) or any days (compared with as many before them). 403 for a client user with access to only some of the meters.',
  params: z.object({ id: z.string() }),
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
  }),
  success: 200,
  answer: z.object({ ok, changes: billChanges }),
});

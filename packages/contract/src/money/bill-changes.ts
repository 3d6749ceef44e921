import type { ChangeKind } from '@nascente/domain/money/bill/bill-change';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { billDays, billedUtility } from './bills.ts';

/** The causes of a difference between two bills. */
const changeKinds = [
  'days',
  'temperature',
  'production',
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
  withoutTaxCredits: described(
    'R$ without the taxes that the company takes as credit; absent if it takes none.',
    z.optional(z.number()),
  ),
  consumed: described('kWh; water: m³.', z.number()),
  completeness: described('Quarter-hours with data divided by expected ones, 0 to 1.', z.number()),
  estimated: z.optional(z.number()),
});

/** The difference between two bills of an establishment by cause. */
const billChanges = z.object({
  type: z.enum(tariffTypes),
  previousCycle: described(
    'Cycles before and after the requested days; `null` if one has not begun.',
    billDays,
  ),
  nextCycle: z.nullable(billDays),
  before: changedBill,
  after: changedBill,
  comparedWith: described("In Portuguese: 'outubro', 'o ciclo anterior'.", z.string()),
  taxRules: described(
    "In Portuguese, if the two bills have different national taxes: '2027 com CBS, 2026 com PIS/COFINS'; else `null`.",
    z.nullable(z.string()),
  ),
  difference: described(
    'R$: later total minus earlier total; the sum of the amounts in `parts`.',
    z.number(),
  ),
  sentence: described(
    'In Portuguese: the difference with its largest causes; `null` without a tariff, or without data of the earlier days.',
    z.nullable(z.string()),
  ),
  parts: z.array(
    z.object({
      kind: z.enum(changeKinds),
      label: described(
        "In Portuguese: 'um dia a menos', 'dias mais quentes', 'bandeira amarela'.",
        z.string(),
      ),
      amount: described('R$; positive if it makes the later bill more expensive.', z.number()),
    }),
  ),
  meters: described(
    'Meters below the general meter, and the remainder (`macAddress` is `null`). Their amounts add up to those of the parts of kind `consumption`. Empty for a single meter.',
    z.array(
      z.object({
        macAddress: z.nullable(z.string()),
        name: z.string(),
        change: described(
          'kWh or m³: later consumption minus the earlier, with the earlier scaled to the days, temperature and production of the later.',
          z.number(),
        ),
        amount: described('R$ at the earlier prices.', z.number()),
      }),
    ),
  ),
  missing: described('In Portuguese, one sentence each: missing data of both bills.', z.array(z.string())),
});
export type BillChanges = z.output<typeof billChanges>;

export const readBillChanges = defineCall({
  name: 'readBillChanges',
  route: 'GET /establishment/:id/bill/changes',
  permission: 'see-bills',
  summary:
    'Why a bill differs from the one before it. Default: the current cycle up to yesterday, beside as many days of the cycle before. `start` alone means the cycle that contains it; with `end` a cycle, a civil month, a day (compared with the same day of the week before) or any days (compared with as many before them). 403 for a client user with access to only some of the meters.',
  query: z.strictObject({
    type: billedUtility,
    start: z.optional(civilDate),
    end: z.optional(civilDate),
    taxRule: described(
      '`later`: the earlier bill is priced by the tax rule of the later one. Default: each by its own.',
      z.optional(z.literal('later')),
    ),
  }),
  answer: { changes: billChanges },
});

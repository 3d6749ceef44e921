import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { BUDGET_MEASURES } from '@nascente/domain/money/budgets/budget-words';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
import { ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const measure = described(
  'R$ of the electricity bill (of a group, of its meters), kWh, or m³.',
  z.enum(BUDGET_MEASURES, 'Medida inválida: use money, energy ou water'),
);
export const BUDGET_TARGETS = ['establishment', 'group'] as const;
const targetKind = z.enum(BUDGET_TARGETS, 'Tipo inválido: use establishment ou group');
const year = described(
  'YYYY',
  z.string().check(z.regex(/^20\d\d$/, 'Use um ano com quatro algarismos, de 2000 a 2099.')),
);
const target = described('What it is planned for.', z.strictObject({ kind: targetKind, id: z.string() }));

const progress = z.object({
  target: described(
    'What it is planned for.',
    z.object({ kind: targetKind, id: z.string(), name: z.string() }),
  ),
  measure,
  amount: described('What was planned for this cycle.', z.number()),
  start: described('First day of the cycle; null where nothing measured it.', z.nullable(z.string())),
  end: described('Last day of the cycle; null where nothing measured it.', z.nullable(z.string())),
  used: described('So far; null where it has no price, or nothing measured it.', z.nullable(z.number())),
  forecast: described('Of the whole cycle; null as `used`.', z.nullable(z.number())),
  forecastByDailyAverage: described(
    'Daily average × days of the cycle, in R$ with the fixed lines once; null as `used`.',
    z.nullable(z.number()),
  ),
  completeness: described(
    'Share of the cycle so far that was measured, 0..1; null where nothing measured it.',
    z.nullable(z.number()),
  ),
  estimated: z.optional(z.number()),
  usualShare: described(
    'Share of the cycle, 0..1, that days like those that have passed usually take; null where nothing measured it.',
    z.nullable(z.number()),
  ),
});
export type BudgetProgressAnswer = z.output<typeof progress>;

export const listBudgets = defineCall({
  name: 'listBudgets',
  method: 'GET',
  effect: 'reads',
  path: '/budgets',
  access: 'session',
  permission: 'plan-budgets',
  summary:
    'How the current cycles do against what was planned for them, of the establishments and groups of the account that have a budget for this cycle.',
  query: z.strictObject({
    id: z.optional(described('Of one establishment or group alone.', z.string())),
  }),
  success: 200,
  answer: z.object({
    ok,
    budgets: described('One of each target and measure.', z.array(progress)),
  }),
});

const MAXIMUM = 100_000_000;
/** As precise as amounts are kept. */
const MINIMUM = 0.01;
const AMOUNT_MESSAGE = 'Use um valor de 0,01 a 100.000.000.';
const amounts = described(
  'From January to December, each for the cycle that begins in that month; null: nothing is planned.',
  z
    .array(
      z.nullable(
        z.number(AMOUNT_MESSAGE).check(z.gte(MINIMUM, AMOUNT_MESSAGE), z.lte(MAXIMUM, AMOUNT_MESSAGE)),
      ),
    )
    .check(z.length(12, 'Informe os doze meses.')),
);

export const readBudgetYear = defineCall({
  name: 'readBudgetYear',
  method: 'GET',
  effect: 'reads',
  path: '/budgets/:kind/:id',
  access: 'session',
  permission: 'plan-budgets',
  summary: 'What was planned for the cycles of a year, by measure.',
  params: z.object({ kind: targetKind, id: z.string() }),
  query: z.strictObject({ year }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({
    ok,
    plans: described(
      'One of each measure for which anything is planned.',
      z.array(z.object({ measure, amounts })),
    ),
  }),
});

const savedYear = z.strictObject({ target, measure, year, amounts });
type SavedYear = z.output<typeof savedYear>;

/** Which plan of a year an editor saw; a year without one is empty. */
export const budgetSeen = (planned: readonly (number | null)[]): string =>
  fingerprint(planned.some((amount) => amount !== null) ? planned : []);

export const saveBudgetYear = defineCall({
  name: 'saveBudgetYear',
  method: 'POST',
  effect: 'changes',
  path: '/budgets',
  access: 'session',
  permission: 'plan-budgets',
  summary: 'Plans the cycles of a year in one measure: what was planned for them before is replaced.',
  body: savedYear,
  edit: editOf(readBudgetYear, {
    asking: ({ body }: EditInput<SavedYear>) => ({ params: body.target, query: { year: body.year } }),
    seen: (answer, { body }) =>
      budgetSeen(answer.plans.find((plan) => plan.measure === body.measure)?.amounts ?? []),
    actions: ['budget-saved'],
    about: (_, { body: { target, measure, year } }) => [
      { edited: `${target.kind} ${target.id} ${measure} ${year}` },
    ],
  }),
  fails: ['not-found'],
  success: 200,
  answer: z.object({ ok }),
});

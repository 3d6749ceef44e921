import { fingerprint } from '@nascente/domain/base/text/fingerprint';
import { BUDGET_MEASURES } from '@nascente/domain/money/budgets/budget-texts';
import { z } from 'zod/mini';
import { defineCall, type EditInput, editOf } from '../base/call.ts';
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
const target = described('Subject of the budget.', z.strictObject({ kind: targetKind, id: z.string() }));

const progress = z.object({
  target: described(
    'Subject of the budget.',
    z.object({ kind: targetKind, id: z.string(), name: z.string() }),
  ),
  measure,
  amount: described('Budget of this cycle.', z.number()),
  start: described('First day of the cycle; `null` without a meter.', z.nullable(z.string())),
  end: described('Last day of the cycle; `null` without a meter.', z.nullable(z.string())),
  used: described('So far; `null` without a price or a meter.', z.nullable(z.number())),
  forecast: described('Complete cycle; `null` as for `used`.', z.nullable(z.number())),
  forecastByDailyAverage: described(
    'Daily average × days of the cycle, in R$ with the fixed lines once; `null` as for `used`.',
    z.nullable(z.number()),
  ),
  completeness: described(
    'Measured share of the cycle so far, 0 to 1; `null` without a meter.',
    z.nullable(z.number()),
  ),
  estimated: z.optional(z.number()),
  usualShare: described(
    'Share of a cycle that such elapsed days usually take, 0 to 1; `null` without a meter.',
    z.nullable(z.number()),
  ),
});
export type BudgetProgressAnswer = z.output<typeof progress>;

export const listBudgets = defineCall({
  name: 'listBudgets',
  route: 'GET /budgets',
  permission: 'plan-budgets',
  summary:
    'Consumption and forecast of the current cycles compared with their budgets, for establishments and groups of the account with a budget.',
  query: z.strictObject({
    id: z.optional(described('Only for this establishment or group.', z.string())),
  }),
  answer: { budgets: described('One entry for each subject and measure.', z.array(progress)) },
});

const MAXIMUM = 100_000_000;
/** The smallest amount that the database stores. */
const MINIMUM = 0.01;
const AMOUNT_MESSAGE = 'Use um valor de 0,01 a 100.000.000.';
const amounts = described(
  'January to December, each for the cycle that starts in that month; `null`: no budget.',
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
  route: 'GET /budgets/:kind/:id',
  permission: 'plan-budgets',
  summary: 'Budgets of the cycles of a year, by measure.',
  params: z.object({ kind: targetKind, id: z.string() }),
  query: z.strictObject({ year }),
  fails: ['not-found'],
  answer: {
    plans: described('One entry for each measure with a budget.', z.array(z.object({ measure, amounts }))),
  },
});

const savedYear = z.strictObject({ target, measure, year, amounts });
type SavedYear = z.output<typeof savedYear>;

/** The version of the budgets of a year that an editor saw; a year without budgets is an empty list. */
export const budgetSeen = (planned: readonly (number | null)[]): string =>
  fingerprint(planned.some((amount) => amount !== null) ? planned : []);

export const saveBudgetYear = defineCall({
  name: 'saveBudgetYear',
  route: 'POST /budgets',
  permission: 'plan-budgets',
  summary: 'Sets the budgets of a year in one measure and replaces the previous ones.',
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
});

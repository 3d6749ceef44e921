import { BUDGET_MEASURES } from '@nascente/domain/money/budgets/budget-texts';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { forecastInBrief } from '../energy/consumption.ts';

/** Maximum establishments of a call, so that it takes about a second. */
export const MAX_FIGURES = 25;

const utility = z._default(z.enum(['eletric', 'water'], 'Tipo inválido: use eletric ou water'), 'eletric');
const amount = {
  total: described('kWh (m³).', z.number()),
  cost: described('R$; `null` without a tariff, or if the caller sees only a part.', z.nullable(z.number())),
};

const figures = z.object({
  start: described('First day of the cycle.', z.string()),
  end: described('Last day of the cycle.', z.string()),
  ...amount,
  forecast: described('The complete cycle.', forecastInBrief),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  budget: described(
    'Budget of this cycle, in R$ if it exists in R$; `null` without one, or for a read-only caller.',
    z.nullable(
      z.object({ measure: described('Unit of the budget.', z.enum(BUDGET_MEASURES)), amount: z.number() }),
    ),
  ),
  yearBefore: described(
    'The same days one year before, in hours with complete data in both, kWh (m³); `null` unless the same meters measured both.',
    z.nullable(
      z.object({
        hours: described('Hours with complete data in both; these are compared.', z.int()),
        ofHours: described('Elapsed hours of the cycle, with and without data.', z.int()),
        current: z.number(),
        other: z.number(),
      }),
    ),
  ),
});
export type PortfolioFigures = z.output<typeof figures>;

export const readPortfolio = defineCall({
  name: 'readPortfolio',
  route: 'POST /portfolio',
  effect: 'reads',
  permission: 'see-consumption',
  summary: `Current cycles of up to ${MAX_FIGURES} establishments, the same amounts as \`POST /consolidated/establishments\`, with the year before and the open alerts, in the requested order.`,
  body: z.strictObject({
    ids: described(
      'Ids of establishments.',
      z
        .array(z.string())
        .check(
          z.minLength(1, 'Informe ao menos um estabelecimento.'),
          z.maxLength(MAX_FIGURES, `No máximo ${MAX_FIGURES} estabelecimentos por pedido.`),
        ),
    ),
    type: utility,
  }),
  fails: ['not-found'],
  answer: {
    establishments: described(
      'In the requested order.',
      z.array(
        z.object({
          figures: described('`null` without a meter.', z.nullable(figures)),
          alerts: described('Open alerts about meters of this utility.', z.int()),
        }),
      ),
    ),
  },
});
export type PortfolioEntries = z.output<typeof readPortfolio.answer>['establishments'];

export const readPortfolioFile = defineCall({
  name: 'readPortfolioFile',
  route: 'GET /portfolio/file',
  permission: 'see-consumption',
  summary:
    'Establishments of the account as a workbook, the most expensive first: the figures of `POST /portfolio`, by area, person and open hour, with outliers marked. For an Admin those of its own account.',
  query: z.strictObject({ type: utility }),
  download: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  answer: z.string(),
});

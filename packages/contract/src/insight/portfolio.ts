import { BUDGET_MEASURES } from '@nascente/domain/money/budgets/budget-words';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { forecastInBrief } from '../energy/consumption.ts';

/** As many establishments as one call reads in about a second. */
export const MAX_FIGURES = 25;

const utility = z._default(z.enum(['eletric', 'water'], 'Tipo inválido: use eletric ou water'), 'eletric');
const amount = {
  total: described('kWh (m³).', z.number()),
  cost: described('R$; null without a tariff, or where the caller sees only a part.', z.nullable(z.number())),
};

const figures = z.object({
  start: described('First day of its cycle.', z.string()),
  end: described('Last day of its cycle.', z.string()),
  ...amount,
  forecast: described('The whole cycle.', forecastInBrief),
  completeness: z.number(),
  estimated: z.optional(z.number()),
  budget: described(
    'What is planned for this cycle, R$ where that is planned; null where nothing is, or the caller only reads.',
    z.nullable(
      z.object({ measure: described('What it is in.', z.enum(BUDGET_MEASURES)), amount: z.number() }),
    ),
  ),
  yearBefore: described(
    'The same days a year ago, over the hours that both measured whole, kWh (m³); null unless both were measured alike.',
    z.nullable(
      z.object({
        hours: described('Hours that both measured whole: those that are compared.', z.int()),
        ofHours: described('Hours of the cycle that have passed, measured or not.', z.int()),
        current: z.number(),
        other: z.number(),
      }),
    ),
  ),
});
export type PortfolioFigures = z.output<typeof figures>;

export const readPortfolio = defineCall({
  name: 'readPortfolio',
  method: 'POST',
  effect: 'reads',
  path: '/portfolio',
  access: 'session',
  permission: 'see-consumption',
  summary: `Of up to ${MAX_FIGURES} establishments what their current cycles come to, the same amounts as \`POST /consolidated/establishments\`, beside last year and with their open alerts, in the order asked.`,
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
  success: 200,
  answer: z.object({
    ok,
    establishments: described(
      'In the order asked.',
      z.array(
        z.object({
          figures: described('Null where nothing measured it.', z.nullable(figures)),
          alerts: described('Alerts about meters of this utility that are open.', z.int()),
        }),
      ),
    ),
  }),
});
export type PortfolioEntries = z.output<typeof readPortfolio.answer>['establishments'];

export const readPortfolioFile = defineCall({
  name: 'readPortfolioFile',
  method: 'GET',
  effect: 'reads',
  path: '/portfolio/file',
  access: 'session',
  permission: 'see-consumption',
  summary:
    'The establishments of the account beside each other as a workbook, the dearest first: what `POST /portfolio` tells, by area, person and open hour, and which stand out. Of an Admin those of its own account.',
  query: z.strictObject({ type: utility }),
  download: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  success: 200,
  answer: z.string(),
});

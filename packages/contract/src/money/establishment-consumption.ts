import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { forecastInBrief, monthOfHistory, monthSoFar, requestedMonths } from '../energy/consumption.ts';
import { touRules } from '../energy/tou-periods.ts';

/** Electricity by default. */
const utility = z._default(z.enum(['eletric', 'water'], 'Tipo inválido: use eletric ou water'), 'eletric');

/**
 * Query of the calls below. They return the consumption of an establishment: that of its general meter while one was installed,
 * otherwise the sum of the meters installed at the time. For a client user, the sum of its assigned meters.
 */
const ofUtility = z.strictObject({ type: utility });

export const readEstablishmentCycle = defineCall({
  name: 'readEstablishmentCycle',
  route: 'GET /establishment/:id/consumption',
  permission: 'see-consumption',
  summary: 'Current billing cycle of an establishment so far, with its forecast; `null` without a meter.',
  query: ofUtility,
  answer: { consolidated: z.nullable(monthSoFar) },
});

/** Maximum establishments of one call. Longer lists need several calls. */
export const MAX_AMOUNTS = 100;

const amount = { total: z.number(), cost: z.nullable(z.number()) };

export const readEstablishmentAmounts = defineCall({
  permission: 'see-consumption',
  name: 'readEstablishmentAmounts',
  route: 'POST /consolidated/establishments',
  effect: 'reads',
  summary: `Amounts and forecasts of the current billing cycles of up to ${MAX_AMOUNTS} establishments, kWh (m³) and R$, in the requested order; \`null\` for one without a meter.`,
  body: z.strictObject({
    establishments: z
      .array(z.strictObject({ id: z.string(), type: utility }))
      .check(
        z.minLength(1, 'Informe ao menos um estabelecimento.'),
        z.maxLength(MAX_AMOUNTS, `No máximo ${MAX_AMOUNTS} estabelecimentos por pedido.`),
      ),
  }),
  fails: ['not-found'],
  answer: {
    amounts: z.array(
      z.nullable(
        z.object({
          ...amount,
          completeness: z.number(),
          estimated: z.optional(z.number()),
          forecast: forecastInBrief,
        }),
      ),
    ),
  },
});
export type EstablishmentAmounts = z.output<typeof readEstablishmentAmounts.answer>['amounts'][number];

export const readEstablishmentMonths = defineCall({
  name: 'readEstablishmentMonths',
  route: 'POST /establishment/:id/consumption/months',
  effect: 'reads',
  permission: 'see-consumption',
  summary:
    'Civil months of an establishment in the requested order, each with the meters installed at the time.',
  body: z.strictObject({ type: utility, months: requestedMonths }),
  answer: { hist: z.array(monthOfHistory) },
});

export const readEstablishmentYearBefore = defineCall({
  name: 'readEstablishmentYearBefore',
  route: 'GET /establishment/:id/consumption/year-before',
  permission: 'see-consumption',
  summary:
    'Current billing cycle of an establishment and the same days one year before, in hours with complete data in both; `null` unless the same meters measured both.',
  query: ofUtility,
  answer: {
    yearBefore: z.nullable(
      z.object({
        start: described('The days one year before.', z.string()),
        end: z.string(),
        hours: described('Hours with complete data in both, and their consumption, kWh (m³).', z.int()),
        ofHours: described('Elapsed hours of the cycle; below half of them there is no comparison.', z.int()),
        current: z.number(),
        other: z.number(),
      }),
    ),
  },
});
export type EstablishmentYearBefore = z.output<typeof readEstablishmentYearBefore.answer>['yearBefore'];

const energyOfPeriod = z.object({
  active: described('kWh', z.number()),
  excessReactive: described("Excess reactive energy (ERE, 'UFER' on the bill), kWh.", z.number()),
});

export const readEstablishmentTouPeriods = defineCall({
  name: 'readEstablishmentTouPeriods',
  route: 'GET /establishment/:id/consumption/tou-periods',
  permission: 'see-consumption',
  summary:
    'Active and excess reactive energy of the current billing cycle by time-of-use period, counted as on the bill: by the hours of the tariff in force, otherwise of the general rule.',
  answer: {
    energy: z.object({
      peak: energyOfPeriod,
      intermediate: described(
        '`null` if no tariff of the cycle has intermediate hours.',
        z.nullable(energyOfPeriod),
      ),
      offPeak: energyOfPeriod,
      touPeriods: touRules,
    }),
  },
});
export type EstablishmentTouPeriods = z.output<typeof readEstablishmentTouPeriods.answer>['energy'];

export const readEstablishmentRest = defineCall({
  name: 'readEstablishmentRest',
  route: 'GET /establishment/:id/consumption/rest',
  permission: 'see-consumption',
  summary:
    'Consumption without a meter of its own in the current billing cycle, with solar generation; `null` without a general meter or without another one.',
  query: ofUtility,
  answer: {
    rest: z.nullable(
      z.object({
        total: described('kWh (m³), never negative.', z.number()),
        cost: described(
          'R$ of its energy at the prices of the bill; negative if the meters measured more than the bill charges; `null` without a tariff, or for callers who may not see the bill.',
          z.nullable(z.number()),
        ),
        share: described('Share of the total consumption, 0 to 1.', z.number()),
      }),
    ),
  },
});

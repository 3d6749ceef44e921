import { isDayPattern } from '@nascente/domain/base/time/day-pattern';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instantOrDate, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const shares = {
  completeness: described(
    "Complete period up to now; time before the meter's installation is missing.",
    z.number(),
  ),
  estimated: z.optional(z.number()),
};

/**
 * The interval of a request. Two civil dates mean whole days in the meter's zone, both included. Two instants mean the
 * quarter-hours that begin from the first, inclusive, to the second, exclusive.
 */
const range = { id: mac, dateIn: instantOrDate, dateOut: instantOrDate };

export const readConsumption = defineCall({
  name: 'readConsumption',
  route: 'POST /board/consumption',
  effect: 'reads',
  permission: 'see-consumption',
  summary: 'Consumption of a meter between two dates, inclusive, or between two instants, at most one year.',
  body: z.strictObject(range),
  fails: ['not-found'],
  answer: {
    value: z.object({
      total: described('kWh, or m³ for water.', z.number()),
      totalPhaseA: z.number(),
      totalPhaseB: z.number(),
      totalPhaseC: z.number(),
      inPoint: z.number(),
      interPoint: z.number(),
      outPoint: z.number(),
      reactive: described('Inductive minus capacitive energy, kvarh.', z.number()),
      injected: z.number(),
      cost: described('R$; `null` without a tariff.', z.nullable(z.number())),
      ...shares,
    }),
  },
});

export const ACCUMULATOR_STEPS = ['15m', '1h', '1d'] as const;

export const readRunningTotal = defineCall({
  name: 'readRunningTotal',
  route: 'POST /board/accumulator/values',
  effect: 'reads',
  permission: 'see-consumption',
  summary: 'Running total since dateIn at the end of each interval; at most one year, by 15 minutes 31 days.',
  body: z.strictObject({
    ...range,
    every: z._default(z.enum(ACCUMULATOR_STEPS, 'Intervalo inválido: use 15m, 1h ou 1d'), '1h'),
  }),
  fails: ['not-found'],
  answer: {
    value: z.array(z.object({ date: answeredInstant, total: z.number() })),
    ...shares,
  },
});

const UNKNOWN_FORMAT = 'Formato inválido: use DD, MM, YY e YYYY, como DD/MM';

export const readDailyConsumption = defineCall({
  name: 'readDailyConsumption',
  route: 'POST /board/accumulator/consumption',
  effect: 'reads',
  permission: 'see-consumption',
  summary: 'One row a civil day, at most one year. `format` sets its label: DD, MM, YY, YYYY.',
  body: z.strictObject({
    ...range,
    format: z._default(
      z.string().check(z.maxLength(20, UNKNOWN_FORMAT), z.refine(isDayPattern, UNKNOWN_FORMAT)),
      'DD/MM',
    ),
  }),
  fails: ['not-found'],
  answer: {
    value: z.array(
      z.object({
        label: z.string(),
        total: z.number(),
        cost: z.nullable(z.number()),
        completeness: z.number(),
        estimated: z.optional(z.number()),
      }),
    ),
    ...shares,
  },
});

import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { apportionment } from './apportionment.ts';
import { billDays, billedUtility } from './bills.ts';

/** Both ends of a flow's days are required together. */
export const FLOW_DAYS = {
  start: 'Informe também a data inicial.',
  end: 'Informe também a data final.',
} as const;

const reais = z.nullable(z.number());

/** One meter of an establishment with its flow. */
const flowPart = z.object({
  id: described('Of the installation.', z.string()),
  name: z.string(),
  macAddress: z.string(),
  system: described('The system of equipment that the meter is in.', z.nullable(z.string())),
  total: described('kWh, of water m³.', z.number()),
  amount: described('R$ of the bill; null without a tariff.', reais),
  completeness: apportionment.shape.completeness,
  estimated: apportionment.shape.estimated,
});
export type FlowPart = z.output<typeof flowPart>;

export const energyFlow = z.object({
  type: z.enum(tariffTypes),
  establishmentName: z.string(),
  start: z.string(),
  end: z.string(),
  previousCycle: billDays,
  nextCycle: z.nullable(billDays),
  isMeasuredWhole: described('Whether a general meter was there on these days.', z.boolean()),
  fromGrid: described(
    'What the establishment took: kWh, of water m³; without a general meter, all meters together.',
    z.number(),
  ),
  fromPanels: described('kWh that were generated, at least what went to the grid.', z.number()),
  toGrid: described('kWh that went back to the grid.', z.number()),
  excess: described('kWh (m³) by which the meters measured more than came.', z.number()),
  total: described(
    'R$ of the bill: the sum of all parts, the rest and what is fixed; null without a tariff.',
    reais,
  ),
  parts: described('The largest first.', z.array(flowPart)),
  rest: z.object({
    total: described('kWh (m³) that no meter of its own explains.', z.number()),
    amount: described(
      'R$ of that, at the prices of the bill: its energy less that of the parts, as the apportionment answers it.',
      reais,
    ),
    fixed: described(
      'R$ that consumption does not explain: demand, public lighting, fees, the minimum.',
      reais,
    ),
    unshared: described('R$ that nobody can be given, because nothing was consumed.', reais),
  }),
  completeness: apportionment.shape.completeness,
  estimated: apportionment.shape.estimated,
  notes: described('In Portuguese, a sentence each: what the reader should know.', z.array(z.string())),
});
export type EnergyFlow = z.output<typeof energyFlow>;

export const readEnergyFlow = defineCall({
  name: 'readEnergyFlow',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/flow',
  access: 'session',
  permission: 'see-bills',
  summary:
    'Where the energy (water) and the bill of an establishment went, from the grid and its panels to each meter, the rest and back to the grid; default: the current billing cycle so far, at most a year. 403 for a client user who sees only some of the meters.',
  params: z.object({ id: z.string() }),
  query: z
    .strictObject({
      type: billedUtility,
      start: described('With `end`, the days that are told.', z.optional(civilDate)),
      end: z.optional(civilDate),
    })
    .check(
      z.refine(({ start, end }) => start !== undefined || end === undefined, {
        error: FLOW_DAYS.start,
        path: ['start'],
      }),
      z.refine(({ start, end }) => start === undefined || end !== undefined, {
        error: FLOW_DAYS.end,
        path: ['end'],
      }),
    ),
  success: 200,
  answer: z.object({ ok, flow: energyFlow }),
});

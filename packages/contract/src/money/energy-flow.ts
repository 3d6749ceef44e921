import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { tariffTypes } from '../sites/tariffs.ts';
import { apportionment } from './apportionment.ts';
import { billDays, billedUtility } from './bills.ts';

/** Messages for an energy flow with only one of the first and last day; both or neither are required. */
export const FLOW_DAYS = {
  start: 'Informe também a data inicial.',
  end: 'Informe também a data final.',
} as const;

const reais = z.nullable(z.number());

/** One meter of an establishment with its flow. */
const flowPart = z.object({
  id: described('Id of the installation.', z.string()),
  name: z.string(),
  macAddress: z.string(),
  system: described('Equipment system of the meter.', z.nullable(z.string())),
  total: described('kWh; water: m³.', z.number()),
  amount: described('R$ of the bill; `null` without a tariff.', reais),
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
  isFullyMeasured: described('Whether a general meter was installed on these days.', z.boolean()),
  fromGrid: described(
    'From the grid: kWh; water: m³; without a general meter, the sum of all meters.',
    z.number(),
  ),
  fromPanels: described('Generated kWh, at least the injected energy.', z.number()),
  toGrid: described('Injected kWh.', z.number()),
  excess: described('kWh (m³) by which the meters exceed the supply.', z.number()),
  total: described(
    'R$ of the bill: sum of all parts, the remainder and the fixed lines; `null` without a tariff.',
    reais,
  ),
  parts: described('Largest first.', z.array(flowPart)),
  rest: z.object({
    total: described('kWh (m³) without a meter of its own.', z.number()),
    amount: described(
      'R$ of the remainder at the prices of the bill: its energy minus that of the parts, as in the apportionment.',
      reais,
    ),
    fixed: described(
      'R$ that do not depend on consumption: demand, public lighting, fees, the minimum.',
      reais,
    ),
    unshared: described('R$ that cannot be shared because there was no consumption.', reais),
  }),
  completeness: apportionment.shape.completeness,
  estimated: apportionment.shape.estimated,
  notes: described('In Portuguese, one sentence each: notes for the reader.', z.array(z.string())),
});
export type EnergyFlow = z.output<typeof energyFlow>;

export const readEnergyFlow = defineCall({
  name: 'readEnergyFlow',
  route: 'GET /establishment/:id/flow',
  permission: 'see-bills',
  summary:
    'Flow of the energy (water) and the bill of an establishment, from the grid and panels to each meter, the remainder and the injected energy; default: the current billing cycle so far, at most one year. 403 for a client user with access to only some of the meters.',
  query: z
    .strictObject({
      type: billedUtility,
      start: described('With `end`, the requested days.', z.optional(civilDate)),
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
  answer: { flow: energyFlow },
});

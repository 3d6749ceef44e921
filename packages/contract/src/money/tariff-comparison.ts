import { MODALITIES, SUBGROUPS } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { billDays, billedTariff } from './bills.ts';

const until = z.strictObject({ end: z.optional(civilDate) });
const modality = z.enum(MODALITIES);
const touPeriod = z.nullable(z.enum(['inPoint', 'outPoint']));
const measuredCycles = z.array(
  z.object({ ...billDays.shape, completeness: z.number(), estimated: z.optional(z.number()) }),
);

export const readTariffComparison = defineCall({
  name: 'readTariffComparison',
  route: 'GET /establishment/:id/tariff-comparison',
  permission: 'see-bills',
  summary:
    'Cost of the last 12 finished billing cycles, or of those until `end`, under each modality open to the establishment, by the contract in force today.',
  query: until,
  answer: {
    comparison: z.object({
      cycles: described('Oldest first; fewer than 12 for a newer meter.', measuredCycles),
      subgroup: z.enum(SUBGROUPS),
      meanKwh: described('Mean consumption of a cycle, kWh; `null` without cycles.', z.nullable(z.number())),
      current: described('Modality of the contract.', z.nullable(modality)),
      modalities: described(
        'Cheapest first.',
        z.array(
          z.object({
            modality,
            tariff: billedTariff,
            total: described('R$ of all cycles with the contracted demand.', z.number()),
            withoutTaxCredits: described(
              'R$ without the taxes that the company takes as credit; absent if it takes none.',
              z.optional(z.object({ total: z.number(), optimalTotal: z.number() })),
            ),
            months: described(
              'R$ of each cycle: `total` with the contracted demand, `optimalTotal` with the optimal demands.',
              z.array(z.object({ ...billDays.shape, total: z.number(), optimalTotal: z.number() })),
            ),
            optimal: described(
              'Optimal contracted demands, kW: one for Verde, one a time-of-use period for Azul, none in Group B. `cost` is the cost of demand in all cycles, R$.',
              z.array(z.object({ touPeriod, contracted: z.number(), cost: z.number() })),
            ),
            optimalTotal: described('R$ of all cycles with the optimal demands.', z.number()),
            missing: z.array(z.string()),
          }),
        ),
      ),
      taxRules: described(
        "In Portuguese, if the first and the last cycle have different national taxes: '2027 com CBS, 2026 com PIS/COFINS'; else `null`.",
        z.nullable(z.string()),
      ),
      saving: described(
        'R$ saved by the cheapest modality with its optimal demand, compared with the current contract; `null` unless both are known.',
        z.nullable(z.number()),
      ),
      unavailable: described(
        'Open modalities without a stored tariff; the reason is in Portuguese.',
        z.array(z.object({ modality, reason: z.string() })),
      ),
      missing: z.array(z.string()),
    }),
  },
});
export type TariffComparison = z.output<typeof readTariffComparison.answer>['comparison'];

const demandPoint = z.object({ contracted: z.number(), cost: z.number() });

export const readDemandOptimum = defineCall({
  name: 'readDemandOptimum',
  route: 'GET /establishment/:id/demand-optimum',
  permission: 'see-bills',
  summary:
    'Cost of demand over the last 12 finished billing cycles, or those until `end`, for other contracted demands: the optimum, and the curve, exact at its points and linear between them.',
  query: until,
  answer: {
    optimum: z.object({
      cycles: measuredCycles,
      modality: z.nullable(modality),
      demands: described(
        'One entry for Verde, with `touPeriod` `null`; one a time-of-use period for Azul; empty if demand is not billed.',
        z.array(
          z.object({
            touPeriod,
            current: described(
              'kW and R$ of all cycles; `null` if the contract has no demand.',
              z.nullable(demandPoint),
            ),
            best: demandPoint,
            saving: described('R$: current cost minus optimal cost.', z.nullable(z.number())),
            curve: described('Ascending.', z.array(demandPoint)),
            measured: described('Measured demand of each cycle, kW.', z.array(z.number())),
          }),
        ),
      ),
      missing: z.array(z.string()),
    }),
  },
});
export type DemandOptimum = z.output<typeof readDemandOptimum.answer>['optimum'];

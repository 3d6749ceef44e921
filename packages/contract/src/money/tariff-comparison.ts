import { MODALITIES } from '@nascente/domain/sites/tariffs/tariff-rules';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { civilDate, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { billDays, billedTariff } from './bills.ts';

const byId = z.object({ id: z.string() });
const until = z.strictObject({ end: z.optional(civilDate) });
const modality = z.enum(MODALITIES);
const touPeriod = z.nullable(z.enum(['inPoint', 'outPoint']));
const measuredCycles = z.array(
  z.object({ ...billDays.shape, completeness: z.number(), estimated: z.optional(z.number()) }),
);

export const readTariffComparison = defineCall({
  name: 'readTariffComparison',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/tariff-comparison',
  access: 'session',
  permission: 'see-bills',
  summary:
    'What the last 12 finished billing cycles, or those until `end`, would have cost under each modality that is open to the establishment, by the contract in force today.',
  params: byId,
  query: until,
  success: 200,
  answer: z.object({
    ok,
    comparison: z.object({
      cycles: described('Oldest first; fewer than 12 of a meter that is newer.', measuredCycles),
      current: described('The modality of the contract.', z.nullable(modality)),
      modalities: described(
        'The cheapest first.',
        z.array(
          z.object({
            modality,
            tariff: billedTariff,
            total: described(
              'R$ of all cycles with the demand as it is contracted, and of each, there beside what it is with the best demand.',
              z.number(),
            ),
            months: z.array(z.object({ ...billDays.shape, total: z.number(), optimalTotal: z.number() })),
            optimal: described(
              'The contracted demand that would have cost least, kW; none of Group B. `cost` is R$ of all cycles.',
              z.array(z.object({ post: touPeriod, contracted: z.number(), cost: z.number() })),
            ),
            optimalTotal: described('R$ with those demands.', z.number()),
            missing: z.array(z.string()),
          }),
        ),
      ),
      saving: described(
        'R$ by which the cheapest, with its best demand, is below the current one as it is contracted; null unless both are known.',
        z.nullable(z.number()),
      ),
      unavailable: described(
        'Modalities that are open and have no tariff here, in Portuguese why.',
        z.array(z.object({ modality, reason: z.string() })),
      ),
      missing: z.array(z.string()),
    }),
  }),
});
export type TariffComparison = z.output<typeof readTariffComparison.answer>['comparison'];

const demandPoint = z.object({ contracted: z.number(), cost: z.number() });

export const readDemandOptimum = defineCall({
  name: 'readDemandOptimum',
  method: 'GET',
  effect: 'reads',
  path: '/establishment/:id/demand-optimum',
  access: 'session',
  permission: 'see-bills',
  summary:
    'What demand would have cost over the last 12 finished billing cycles, or those until `end`, were it contracted otherwise: the cheapest, and the curve, exact at its points and straight between them.',
  params: byId,
  query: until,
  success: 200,
  answer: z.object({
    ok,
    optimum: z.object({
      cycles: measuredCycles,
      modality: z.nullable(modality),
      demands: described(
        'One for Verde, whose post is null; one a post for Azul; none where demand is not billed.',
        z.array(
          z.object({
            post: touPeriod,
            current: described(
              'kW and R$ of all cycles; null where the contract does not say.',
              z.nullable(demandPoint),
            ),
            best: demandPoint,
            saving: described('R$: the current cost less the best.', z.nullable(z.number())),
            curve: described('Ascending.', z.array(demandPoint)),
            measured: described('The demand measured in each of the cycles, kW.', z.array(z.number())),
          }),
        ),
      ),
      missing: z.array(z.string()),
    }),
  }),
});
export type DemandOptimum = z.output<typeof readDemandOptimum.answer>['optimum'];

import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { ok } from './conventions.ts';

/** A tariff with the prices in force today, in R$ per kWh (per m³ for water). */
export const tariff = z.object({
  _id: z.string(),
  /** Tariff group and subgroup, such as B3. */
  group: z.string(),
  distributor: z.string(),
  comment: z.string(),
  color: z.string(),
  type: z.enum(['eletric', 'water']),
  inPointValue: z.number(),
  interPointValue: z.number(),
  outPointValue: z.number(),
  validFrom: z.string(),
});
export type Tariff = z.output<typeof tariff>;

export const listTariffs = defineCall({
  name: 'listTariffs',
  method: 'GET',
  path: '/tax',
  access: 'session',
  permission: 'see-tariffs',
  summary: 'All tariffs, sorted by group, comment and color.',
  success: 200,
  answer: z.object({ ok, taxes: z.array(tariff) }),
});

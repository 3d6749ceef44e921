import { LEAK_VERDICTS } from '@nascente/domain/consumption/night-flow';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, civilDate, mac, ok } from './conventions.ts';

const lossSince = z.object({
  /** First of the days on which it flows. */
  since: z.string(),
  /** L/h: of a leak beyond the usual, else all of it. */
  flow: z.number(),
  /** m³ a day at that flow, and lost since. */
  perDay: z.number(),
  lost: z.number(),
  /** R$ of both at today's price; null without a tariff. */
  costPerDay: z.nullable(z.number()),
  cost: z.nullable(z.number()),
});

export const nightFlow = z.object({
  /** Hours of the local clock in which the quietest is looked for: `from` included, `to` not. */
  window: z.object({ from: z.int(), to: z.int() }),
  /** Usual flow of the quietest hour, L/h; null while fewer than five quiet nights are known. */
  baseline: z.nullable(z.number()),
  /** The flow of the newest measured night's quietest hour. */
  latest: z.nullable(z.object({ date: z.string(), flow: z.number() })),
  /** One row a civil day, oldest first; flow in L/h, null where the night was not measured. */
  nights: z.array(z.object({ date: z.string(), flow: z.nullable(z.number()), isAbove: z.boolean() })),
  /** Nights in a row whose quietest hour lies above the usual; null while there is none. */
  leak: z.nullable(lossSince),
  /** Where no night lies above: water that has not stopped in any hour for two days or more. */
  continuous: z.nullable(lossSince),
  /** What was said last of a leak of this meter; null: nothing. */
  verdict: z.nullable(
    z.object({
      verdict: z.enum(LEAK_VERDICTS),
      /** Of the leak that it was said of. */
      since: z.string(),
      at: answeredInstant,
      /** Null once the account was removed. */
      by: z.nullable(z.string()),
    }),
  ),
});
export type NightFlow = z.output<typeof nightFlow>;

export const readNightFlow = defineCall({
  name: 'readNightFlow',
  method: 'GET',
  effect: 'reads',
  path: '/consolidated/night-flow/:mac',
  access: 'session',
  permission: 'see-consumption',
  summary:
    "The quietest hour of a water meter's recent nights against what is usual, and the leak that it shows: since when, and what it loses.",
  params: z.object({ mac }),
  success: 200,
  answer: z.object({ ok, nightFlow }),
});

export const judgeLeak = defineCall({
  name: 'judgeLeak',
  method: 'POST',
  effect: 'changes',
  path: '/consolidated/night-flow/:mac/verdict',
  access: 'session',
  permission: 'edit-meter',
  summary:
    'Ends the warning of a leak for everyone who sees the meter: mended, or no leak. What leaks after it is told again.',
  params: z.object({ mac }),
  /** `since` of the leak, or of the continuous flow, that is meant. */
  body: z.strictObject({ since: civilDate, verdict: z.enum(LEAK_VERDICTS) }),
  success: 200,
  answer: z.object({ ok, nightFlow }),
});

export const withdrawLeakVerdict = defineCall({
  name: 'withdrawLeakVerdict',
  method: 'DELETE',
  effect: 'changes',
  path: '/consolidated/night-flow/:mac/verdict',
  access: 'session',
  permission: 'edit-meter',
  summary: 'Takes back what was said of a leak.',
  params: z.object({ mac }),
  query: z.strictObject({ since: civilDate }),
  success: 200,
  answer: z.object({ ok, nightFlow }),
});

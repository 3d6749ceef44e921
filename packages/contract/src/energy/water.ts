import { LEAK_VERDICTS } from '@nascente/domain/energy/consumption/night-flow';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredDate, answeredInstant, civilDate, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const lossSince = z.object({
  since: described('First of the days on which it flows.', answeredDate),
  flow: described('L/h: of a leak beyond the usual, else all of it.', z.number()),
  perDay: described('m³ a day at that flow, and lost since.', z.number()),
  lost: z.number(),
  costPerDay: described("R$ of both at today's price; null without a tariff.", z.nullable(z.number())),
  cost: z.nullable(z.number()),
});

export const nightFlow = z.object({
  window: described(
    'Hours of the local clock in which the quietest is looked for: `from` included, `to` not.',
    z.object({ from: z.int(), to: z.int() }),
  ),
  baseline: described(
    'Usual flow of the quietest hour, L/h; null while fewer than five quiet nights are known.',
    z.nullable(z.number()),
  ),
  latest: described(
    "The flow of the newest measured night's quietest hour.",
    z.nullable(z.object({ date: z.string(), flow: z.number() })),
  ),
  nights: described(
    'One row a civil day, oldest first; flow in L/h, null where the night was not measured.',
    z.array(z.object({ date: z.string(), flow: z.nullable(z.number()), isAbove: z.boolean() })),
  ),
  leak: described(
    'Nights in a row whose quietest hour lies above the usual; null while there is none.',
    z.nullable(lossSince),
  ),
  continuous: described(
    'Where no night lies above: water that has not stopped in any hour for two days or more.',
    z.nullable(lossSince),
  ),
  verdict: described(
    'What was said last of a leak of this meter; null: nothing.',
    z.nullable(
      z.object({
        verdict: z.enum(LEAK_VERDICTS),
        since: described('Of the leak that it was said of.', z.string()),
        at: answeredInstant,
        by: described('Null once the account was removed.', z.nullable(z.string())),
      }),
    ),
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
  body: described(
    '`since` of the leak, or of the continuous flow, that is meant.',
    z.strictObject({ since: civilDate, verdict: z.enum(LEAK_VERDICTS) }),
  ),
  fails: ['conflict'],
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
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, nightFlow }),
});

import { LEAK_VERDICTS } from '@nascente/domain/energy/consumption/night-flow';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredDate, answeredInstant, civilDate } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const lossSince = z.object({
  since: described('First day of the flow.', answeredDate),
  flow: described('L/h: of a leak above the usual flow, otherwise the total flow.', z.number()),
  perDay: described('m³ a day at that flow, and m³ lost so far.', z.number()),
  lost: z.number(),
  costPerDay: described('R$ of both at the current price; `null` without a tariff.', z.nullable(z.number())),
  cost: z.nullable(z.number()),
});

export const nightFlow = z.object({
  window: described(
    'Hours of the local clock for the quietest hour: `from` inclusive, `to` exclusive.',
    z.object({ from: z.int(), to: z.int() }),
  ),
  baseline: described(
    'Usual flow of the quietest hour, L/h; `null` with fewer than five quiet nights.',
    z.nullable(z.number()),
  ),
  latest: described(
    'Flow of the quietest hour in the newest measured night.',
    z.nullable(z.object({ date: z.string(), flow: z.number() })),
  ),
  nights: described(
    'One row a civil day, oldest first; flow in L/h, `null` for a night without data.',
    z.array(z.object({ date: z.string(), flow: z.nullable(z.number()), isAbove: z.boolean() })),
  ),
  leak: described(
    'Consecutive nights with a quietest hour above the usual; `null` without any.',
    z.nullable(lossSince),
  ),
  continuous: described(
    'Water that has not stopped in any hour for two days or more, without a night above the usual.',
    z.nullable(lossSince),
  ),
  verdict: described(
    'Last statement about a leak of this meter; `null`: none.',
    z.nullable(
      z.object({
        verdict: z.enum(LEAK_VERDICTS),
        since: described('Start of the leak of the statement.', z.string()),
        at: answeredInstant,
        by: described('`null` if the account was removed.', z.nullable(z.string())),
      }),
    ),
  ),
});
export type NightFlow = z.output<typeof nightFlow>;

export const readNightFlow = defineCall({
  name: 'readNightFlow',
  route: 'GET /consolidated/night-flow/:mac',
  permission: 'see-consumption',
  summary:
    'Quietest hour of a water meter in recent nights, the usual flow, and the detected leak: its start and its loss.',
  answer: { nightFlow },
});

export const judgeLeak = defineCall({
  name: 'judgeLeak',
  route: 'POST /consolidated/night-flow/:mac/verdict',
  permission: 'edit-meter',
  summary:
    'Ends the warning of a leak for all users of the meter: repaired, or no leak. A later leak raises a new warning.',
  body: described(
    '`since` of the leak, or of the continuous flow.',
    z.strictObject({ since: civilDate, verdict: z.enum(LEAK_VERDICTS) }),
  ),
  fails: ['conflict'],
  answer: { nightFlow },
});

export const withdrawLeakVerdict = defineCall({
  name: 'withdrawLeakVerdict',
  route: 'DELETE /consolidated/night-flow/:mac/verdict',
  permission: 'edit-meter',
  summary: 'Withdraws a statement about a leak.',
  query: z.strictObject({ since: civilDate }),
  fails: ['conflict'],
  answer: { nightFlow },
});

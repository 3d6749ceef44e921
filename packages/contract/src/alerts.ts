import { ALERT_KINDS, SEVERITIES } from '@nascente/domain/alerts/alert-kinds';
import { z } from 'zod/mini';
import { defineCall } from './call.ts';
import { answeredInstant, instant, ok } from './conventions.ts';
import { page } from './paging.ts';

/** The figures of an alert, those of its kind; the others are null. */
export const alertFacts = z.object({
  /** Of 'demand-heading' and 'demand-overrun', in kW. */
  demand: z.nullable(
    z.object({
      contracted: z.number(),
      /** To which the running quarter-hour comes if all stays as it is; null once it is over. */
      expected: z.nullable(z.number()),
      /** By how much less must be drawn until its end to stay within the contract. */
      reduceBy: z.nullable(z.number()),
      /** The highest so far, expected or measured, and the start of its quarter-hour. */
      highest: z.number(),
      at: answeredInstant,
    }),
  ),
  /** Of 'leak': L/h, m³ a day and m³ since, and R$ of both; null without a tariff. */
  leak: z.nullable(
    z.object({
      since: z.string(),
      flow: z.number(),
      perDay: z.number(),
      lost: z.number(),
      costPerDay: z.nullable(z.number()),
      cost: z.nullable(z.number()),
    }),
  ),
});
export type AlertFacts = z.output<typeof alertFacts>;

export const alert = z.object({
  _id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  establishment: z.object({ _id: z.string(), name: z.string(), zone: z.string() }),
  /** Those of its meters that the caller sees, by name. */
  meters: z.array(z.object({ mac: z.string(), name: z.string() })),
  /** When it began by what was measured; null while it lasts: when it was over. */
  beganAt: answeredInstant,
  endedAt: z.nullable(answeredInstant),
  toldAt: answeredInstant,
  /** Null unless what was measured later says that it never was. */
  undoneAt: z.nullable(answeredInstant),
  /** It was over already when it was found, because what was measured had come late. */
  isLate: z.boolean(),
  /** How often it began: more than once where it came and went. */
  times: z.int(),
  facts: alertFacts,
  /** R$ so far; null where it has none, or it is not known. */
  cost: z.nullable(z.number()),
  /** Who said last that somebody takes care of it; without a name once that account was removed. */
  acknowledged: z.nullable(z.object({ at: answeredInstant, by: z.nullable(z.string()) })),
  /** Until when the caller wants to hear nothing of it. */
  mutedUntil: z.nullable(answeredInstant),
  /** Whether the caller found it helpful; null: nothing was said. */
  isHelpful: z.nullable(z.boolean()),
});
export type Alert = z.output<typeof alert>;

const id = z.object({ id: z.string() });

export const listAlerts = defineCall({
  name: 'listAlerts',
  method: 'GET',
  effect: 'reads',
  path: '/alerts',
  access: 'session',
  permission: 'see-alerts',
  summary: 'Alerts of the meters that the caller sees, those that last or those that are over, newest first.',
  query: z.strictObject({
    /** `open`: those that last. `past`: those that are over, or were undone. */
    state: z._default(z.enum(['open', 'past'], 'Situação inválida: use open ou past'), 'open'),
    kind: z.optional(z.enum(ALERT_KINDS, 'Tipo de alerta inválido.')),
    /** Of one establishment. */
    establishment: z.optional(z.string()),
    ...page,
  }),
  success: 200,
  answer: z.object({ ok, alerts: z.array(alert), total: z.int() }),
});

export const countAlerts = defineCall({
  name: 'countAlerts',
  method: 'GET',
  effect: 'reads',
  path: '/alerts/count',
  access: 'session',
  permission: 'see-alerts',
  summary: 'How many alerts last, and how many of them nobody has acknowledged and the caller has not muted.',
  success: 200,
  answer: z.object({ ok, open: z.int(), waiting: z.int() }),
});

export const readAlert = defineCall({
  name: 'readAlert',
  method: 'GET',
  effect: 'reads',
  path: '/alerts/:id',
  access: 'session',
  permission: 'see-alerts',
  summary: 'One alert.',
  params: id,
  success: 200,
  answer: z.object({ ok, alert }),
});

export const acknowledgeAlert = defineCall({
  name: 'acknowledgeAlert',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/:id/acknowledge',
  access: 'session',
  permission: 'acknowledge-alerts',
  summary: 'Says to everybody who sees the alert that somebody takes care of it; again, that nobody does.',
  params: id,
  body: z.strictObject({ acknowledged: z.boolean() }),
  success: 200,
  answer: z.object({ ok, alert }),
});

export const muteAlert = defineCall({
  name: 'muteAlert',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/:id/mute',
  access: 'session',
  permission: 'mute-alerts',
  summary: 'Leaves the caller alone with this alert until a moment; null ends that.',
  params: id,
  body: z.strictObject({ until: z.nullable(instant) }),
  success: 200,
  answer: z.object({ ok, alert }),
});

export const judgeAlert = defineCall({
  name: 'judgeAlert',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/:id/opinion',
  access: 'session',
  permission: 'mute-alerts',
  summary: 'Says whether the alert was helpful; null takes that back.',
  params: id,
  body: z.strictObject({ helpful: z.nullable(z.boolean()) }),
  success: 200,
  answer: z.object({ ok, alert }),
});

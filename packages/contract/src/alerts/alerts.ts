import { LEVEL_UNITS } from '@nascente/domain/alerts/level-text';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { ALERT_KINDS, alertFacts } from './alert-kinds.ts';

export const alert = z.object({
  _id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  establishment: z.object({ _id: z.string(), name: z.string(), zone: z.string() }),
  meters: described(
    'Those of its meters that the caller sees, by name.',
    z.array(z.object({ mac: z.string(), name: z.string() })),
  ),
  beganAt: described(
    'When it began by what was measured; null while it lasts: when it was over.',
    answeredInstant,
  ),
  endedAt: z.nullable(answeredInstant),
  toldAt: answeredInstant,
  undoneAt: described(
    'Null unless what was measured later says that it never was.',
    z.nullable(answeredInstant),
  ),
  isLate: described(
    'It was over already when it was found, because what was measured had come late.',
    z.boolean(),
  ),
  times: described('How often it began: more than once where it came and went.', z.int()),
  facts: alertFacts,
  cost: described('R$ so far; null where it has none, or it is not known.', z.nullable(z.number())),
  acknowledged: described(
    'Who said last that somebody takes care of it; without a name once that account was removed.',
    z.nullable(z.object({ at: answeredInstant, by: z.nullable(z.string()) })),
  ),
  mutedUntil: described('Until when the caller wants to hear nothing of it.', z.nullable(answeredInstant)),
  isHelpful: described(
    'Whether the caller found it helpful; null: nothing was said.',
    z.nullable(z.boolean()),
  ),
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
  summary:
    'Alerts of the meters that the caller sees. Open ones: the most severe first, of these the most expensive. Past ones: the newest first.',
  query: z.strictObject({
    state: described(
      '`open`: those that last. `past`: those that are over, or were undone.',
      z._default(z.enum(['open', 'past'], 'Situação inválida: use open ou past'), 'open'),
    ),
    kind: z.optional(z.enum(ALERT_KINDS, 'Tipo de aviso inválido.')),
    establishment: described('Of one establishment.', z.optional(z.string())),
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

/** The measurements around an alert. */
export const alertCurve = z.object({
  quantity: described('In words: what the values are.', z.string()),
  unit: z.enum(LEVEL_UNITS),
  limit: described('From which on it is told; null: there is none to draw.', z.nullable(z.number())),
  stepMinutes: described('Minutes from one point to the next.', z.int()),
  points: z.array(z.object({ at: answeredInstant, value: z.nullable(z.number()) })),
});
export type AlertCurve = z.output<typeof alertCurve>;

export const readAlertCurve = defineCall({
  name: 'readAlertCurve',
  method: 'GET',
  effect: 'reads',
  path: '/alerts/:id/curve',
  access: 'session',
  permission: 'see-alerts',
  summary: 'What was measured around an alert, and its limit; null of an alert that is about no measurement.',
  params: id,
  success: 200,
  answer: z.object({ ok, curve: described('What is drawn; null: nothing.', z.nullable(alertCurve)) }),
});

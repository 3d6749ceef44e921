import { LEVEL_UNITS } from '@nascente/domain/alerts/level-text';
import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, instant } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { page } from '../base/paging.ts';
import { ALERT_KINDS, alertFacts } from './alert-kinds.ts';

export const alert = z.object({
  _id: z.string(),
  kind: z.enum(ALERT_KINDS),
  severity: z.enum(SEVERITIES),
  establishment: z.object({ _id: z.string(), name: z.string(), zone: z.string() }),
  meters: described(
    'Meters of the alert that the caller sees, by name.',
    z.array(z.object({ mac: z.string(), name: z.string() })),
  ),
  beganAt: described(
    'Start and end by measurements; the end is `null` while the alert is open.',
    answeredInstant,
  ),
  endedAt: z.nullable(answeredInstant),
  notifiedAt: answeredInstant,
  undoneAt: described(
    '`null`, or the time when late measurements cancelled the alert.',
    z.nullable(answeredInstant),
  ),
  isLate: described(
    'Whether it was over when it was detected, because measurements arrived late.',
    z.boolean(),
  ),
  times: described('Number of starts; more than 1 if it ended and returned.', z.int()),
  facts: alertFacts,
  cost: described('R$ so far; `null` if unknown or not applicable.', z.nullable(z.number())),
  acknowledged: described(
    'Last user who acknowledged it; without a name if the account was removed.',
    z.nullable(z.object({ at: answeredInstant, by: z.nullable(z.string()) })),
  ),
  mutedUntil: described('End of the mute for the caller.', z.nullable(answeredInstant)),
  isHelpful: described('Opinion of the caller; `null` without one.', z.nullable(z.boolean())),
});
export type Alert = z.output<typeof alert>;

export const listAlerts = defineCall({
  name: 'listAlerts',
  route: 'GET /alerts',
  permission: 'see-alerts',
  summary:
    'Alerts of meters that the caller sees. Open alerts: by severity, then by cost. Past alerts: newest first.',
  query: z.strictObject({
    state: described(
      '`open`: open alerts. `past`: ended or cancelled alerts.',
      z._default(z.enum(['open', 'past'], 'Situação inválida: use open ou past'), 'open'),
    ),
    kind: z.optional(z.enum(ALERT_KINDS, 'Tipo de aviso inválido.')),
    establishment: described('Id of an establishment.', z.optional(z.string())),
    ...page,
  }),
  answer: { alerts: z.array(alert), total: z.int() },
});

export const countAlerts = defineCall({
  name: 'countAlerts',
  route: 'GET /alerts/count',
  permission: 'see-alerts',
  summary: 'Number of open alerts, and how many of them are neither acknowledged nor muted by the caller.',
  answer: { open: z.int(), waiting: z.int() },
});

export const readAlert = defineCall({
  name: 'readAlert',
  route: 'GET /alerts/:id',
  permission: 'see-alerts',
  summary: 'One alert.',
  answer: { alert },
});

export const acknowledgeAlert = defineCall({
  name: 'acknowledgeAlert',
  route: 'POST /alerts/:id/acknowledge',
  permission: 'acknowledge-alerts',
  summary: 'Acknowledges an alert, or withdraws the acknowledgement; all users of the alert see it.',
  body: z.strictObject({ acknowledged: z.boolean() }),
  answer: { alert },
});

export const muteAlert = defineCall({
  name: 'muteAlert',
  route: 'POST /alerts/:id/mute',
  permission: 'mute-alerts',
  summary: 'Mutes an alert for the caller until an instant; `null` ends the mute.',
  body: z.strictObject({ until: z.nullable(instant) }),
  answer: { alert },
});

export const judgeAlert = defineCall({
  name: 'judgeAlert',
  route: 'POST /alerts/:id/opinion',
  permission: 'mute-alerts',
  summary: 'Stores whether the alert was helpful; `null` withdraws the opinion.',
  body: z.strictObject({ helpful: z.nullable(z.boolean()) }),
  answer: { alert },
});

/** The measurements around an alert. */
export const alertCurve = z.object({
  quantity: described('Text that names the values.', z.string()),
  unit: z.enum(LEVEL_UNITS),
  limit: described('Limit; `null` without one.', z.nullable(z.number())),
  stepMinutes: described('Minutes between points.', z.int()),
  points: z.array(z.object({ at: answeredInstant, value: z.nullable(z.number()) })),
});
export type AlertCurve = z.output<typeof alertCurve>;

export const readAlertCurve = defineCall({
  name: 'readAlertCurve',
  route: 'GET /alerts/:id/curve',
  permission: 'see-alerts',
  summary: 'Measurements around an alert, and its limit; `null` for an alert without a measured quantity.',
  answer: { curve: described('Quantity of the curve; `null` without one.', z.nullable(alertCurve)) },
});

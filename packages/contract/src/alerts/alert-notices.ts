import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { parseZone } from '@nascente/domain/base/time/zone';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** How letters of alerts come: not at all, one for each, or what happened in a day or a week together. */
export const EMAIL_RHYTHMS = ['never', 'at-once', 'daily', 'weekly'] as const;

const WRONG_MINUTE = 'Horário inválido: use minutos do dia, de 0 a 1439.';
const minute = z.int(WRONG_MINUTE).check(z.gte(0, WRONG_MINUTE), z.lte(1439, WRONG_MINUTE));

const preference = {
  email: z.enum(EMAIL_RHYTHMS, 'Escolha nunca, na hora, por dia ou por semana.'),
  emailFrom: described(
    'The least severity of which a letter tells, and of which a device does.',
    z.enum(SEVERITIES, 'Importância inválida.'),
  ),
  pushFrom: z.enum(SEVERITIES, 'Importância inválida.'),
  quiet: described(
    'Minutes of the day between which nothing is sent, across midnight where `from` is the later one; null: none.',
    z.nullable(z.strictObject({ from: minute, until: minute })),
  ),
  throughQuiet: described(
    'The severities that are sent in quiet hours all the same; what is of another waits for their end.',
    z
      .array(z.enum(SEVERITIES, 'Importância inválida.'))
      .check(z.refine((some) => new Set(some).size === some.length, 'Cada importância uma vez só.')),
  ),
  zone: described(
    'In which the hours are meant.',
    z.string().check(z.refine((text) => parseZone(text) !== null, 'Fuso horário inválido.')),
  ),
};

export const alertPreference = z.strictObject(preference);
export type AlertPreference = z.output<typeof alertPreference>;

const notices = z.object({
  preference: z.object(preference),
  isChosen: described('Whether the caller has saved a preference; `false`: the default.', z.boolean()),
  pushKey: described('With which a browser asks for notices of this server.', z.string()),
  devices: described(
    'The browsers that show alerts to the caller.',
    z.array(z.object({ _id: z.string(), device: z.string(), since: answeredInstant })),
  ),
});
export type AlertNotices = z.output<typeof notices>;

export const readAlertNotices = defineCall({
  name: 'readAlertNotices',
  method: 'GET',
  effect: 'reads',
  path: '/alerts/notices',
  access: 'session',
  permission: 'see-alerts',
  summary: 'How the caller hears of alerts outside the screens: letters, devices, quiet hours.',
  success: 200,
  answer: z.object({ ok, notices }),
});

export const saveAlertNotices = defineCall({
  name: 'saveAlertNotices',
  method: 'PUT',
  effect: 'changes',
  path: '/alerts/notices',
  access: 'session',
  permission: 'mute-alerts',
  summary: 'Chooses how the caller hears of alerts outside the screens.',
  body: alertPreference,
  success: 200,
  answer: z.object({ ok, notices }),
});

export const WRONG_SUBSCRIPTION = 'O navegador não deu um endereço de notificação válido. Tente de novo.';

export const addAlertDevice = defineCall({
  name: 'addAlertDevice',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/devices',
  access: 'session',
  permission: 'mute-alerts',
  needsRecentProof: 'no-key',
  summary: 'Shows alerts on the browser that asks (Web Push); the one that asks again is the same.',
  body: z.strictObject({
    endpoint: z
      .string()
      .check(z.maxLength(1000, WRONG_SUBSCRIPTION), z.regex(/^https:\/\/\S+$/, WRONG_SUBSCRIPTION)),
    keys: z.strictObject({
      p256dh: described(
        'The public key of the subscription: an uncompressed point of P-256 (65 bytes), in base64url.',
        z.string().check(z.regex(/^B[\w-]{86}=?$/, WRONG_SUBSCRIPTION)),
      ),
      auth: described(
        '16 random bytes in base64url.',
        z.string().check(z.regex(/^[\w-]{22}(==)?$/, WRONG_SUBSCRIPTION)),
      ),
    }),
  }),
  fails: ['conflict'],
  success: 201,
  answer: z.object({ ok, notices }),
});

export const removeAlertDevice = defineCall({
  name: 'removeAlertDevice',
  method: 'DELETE',
  effect: 'changes',
  path: '/alerts/devices/:id',
  access: 'session',
  permission: 'mute-alerts',
  summary: 'Shows no more alerts on a browser of the caller.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok, notices }),
});

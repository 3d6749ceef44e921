import { SEVERITIES } from '@nascente/domain/alerts/notices';
import { parseZone } from '@nascente/domain/base/time/zone';
import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

/** How often e-mails about alerts are sent: never, one for each alert, or one digest a day or a week. */
export const EMAIL_RHYTHMS = ['never', 'at-once', 'daily', 'weekly'] as const;

const WRONG_MINUTE = 'Horário inválido: use minutos do dia, de 0 a 1439.';
const minute = z.int(WRONG_MINUTE).check(z.gte(0, WRONG_MINUTE), z.lte(1439, WRONG_MINUTE));

const preference = {
  email: z.enum(EMAIL_RHYTHMS, 'Escolha nunca, na hora, por dia ou por semana.'),
  emailFrom: described(
    'Lowest severity that is sent by e-mail.',
    z.enum(SEVERITIES, 'Importância inválida.'),
  ),
  pushFrom: described('Lowest severity that is sent by push.', z.enum(SEVERITIES, 'Importância inválida.')),
  quiet: described(
    'Minutes of the day without notices; across midnight if `from` is later than `to`. `null`: no quiet hours.',
    z.nullable(z.strictObject({ from: minute, until: minute })),
  ),
  throughQuiet: described(
    'Severities that are sent during quiet hours. Others are sent when the quiet hours end.',
    z
      .array(z.enum(SEVERITIES, 'Importância inválida.'))
      .check(z.refine((some) => new Set(some).size === some.length, 'Cada importância uma vez só.')),
  ),
  zone: described(
    'IANA time zone of the quiet hours.',
    z.string().check(z.refine((text) => parseZone(text) !== null, 'Fuso horário inválido.')),
  ),
};

export const alertPreference = z.strictObject(preference);
export type AlertPreference = z.output<typeof alertPreference>;

const notices = z.object({
  preference: z.object(preference),
  isChosen: described(
    'Whether the caller has saved a preference; `false`: the default applies.',
    z.boolean(),
  ),
  pushKey: described('VAPID public key with which a browser subscribes to notices.', z.string()),
  devices: described(
    "Browsers that receive the caller's alerts.",
    z.array(z.object({ _id: z.string(), device: z.string(), since: answeredInstant })),
  ),
});
export type AlertNotices = z.output<typeof notices>;

export const readAlertNotices = defineCall({
  name: 'readAlertNotices',
  route: 'GET /alerts/notices',
  permission: 'see-alerts',
  summary: 'Settings for alert notices of the caller: e-mail, push devices, quiet hours.',
  answer: { notices },
});

export const saveAlertNotices = defineCall({
  name: 'saveAlertNotices',
  route: 'PUT /alerts/notices',
  permission: 'mute-alerts',
  summary: 'Changes the settings for alert notices of the caller.',
  body: alertPreference,
  answer: { notices },
});

export const WRONG_SUBSCRIPTION = 'O navegador não deu um endereço de notificação válido. Tente de novo.';

export const addAlertDevice = defineCall({
  name: 'addAlertDevice',
  route: 'POST /alerts/devices',
  permission: 'mute-alerts',
  needsRecentProof: 'no-key',
  summary: 'Subscribes the calling browser to alerts (Web Push). A repeated call keeps one subscription.',
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
  answer: { notices },
});

export const removeAlertDevice = defineCall({
  name: 'removeAlertDevice',
  route: 'DELETE /alerts/devices/:id',
  permission: 'mute-alerts',
  summary: 'Ends a push subscription of the caller.',
  answer: { notices },
});

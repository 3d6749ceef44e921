import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant } from '../base/conventions.ts';
import { described } from '../base/described.ts';

const WRONG_URL = 'Informe um endereço que comece com https://';
const WRONG_TEMPLATE = 'O modelo não é um JSON válido.';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const TOO_DEEP = 'O modelo tem partes demais umas dentro das outras: use até 20 níveis.';
const MAX_LEVELS = 20;

/** Whether a JSON text is nested at most 20 levels deep. Brackets inside its strings are ignored. */
const isShallow = (text: string): boolean => {
  let level = 0;
  for (const sign of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (sign === '{' || sign === '[') level += 1;
    if (sign === '}' || sign === ']') level -= 1;
    if (level > MAX_LEVELS) return false;
  }
  return true;
};

/** One message to a webhook, and the result of its delivery. */
const delivery = z.object({
  _id: z.string(),
  event: described(
    "'returned': a closed alert is open again.",
    z.enum(['opened', 'returned', 'repeated', 'closed', 'undone']),
  ),
  at: answeredInstant,
  state: described(
    "'dead': delivery failed for one day and has stopped.",
    z.enum(['waiting', 'sent', 'dead']),
  ),
  attempts: z.int(),
  status: described(
    'Last status from the receiver; `null` without an answer, see `reason`.',
    z.nullable(z.int()),
  ),
  reason: z.nullable(z.string()),
});

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  hasToken: described('Whether requests carry a bearer token.', z.boolean()),
  template: described('JSON template; `null`: the alert as the API returns it.', z.nullable(z.string())),
  since: answeredInstant,
  deliveries: described('The ten newest messages.', z.array(delivery)),
});
export type AlertWebhook = z.output<typeof webhook>;

export const listAlertWebhooks = defineCall({
  name: 'listAlertWebhooks',
  route: 'GET /alerts/webhooks',
  permission: 'edit-alert-webhooks',
  summary: 'Webhooks of the caller, with the state of the newest messages.',
  answer: { webhooks: z.array(webhook) },
});

export const addAlertWebhook = defineCall({
  name: 'addAlertWebhook',
  route: 'POST /alerts/webhooks',
  permission: 'edit-alert-webhooks',
  needsRecentProof: 'no-key',
  summary:
    'Adds a webhook. The answer has its secret, shown once. The header `x-nascente-signature` is the hex HMAC-SHA256 of `timestamp.body` with the secret, and `x-nascente-timestamp` is in seconds.',
  body: z.strictObject({
    url: z
      .string({ error: WRONG_URL })
      .check(z.trim(), z.maxLength(1000, WRONG_URL), z.regex(/^https?:\/\/\S+$/, WRONG_URL)),
    token: described(
      'Sent as `authorization: Bearer …`.',
      z._default(
        z.nullable(
          z
            .string()
            .check(
              z.maxLength(2000, 'O token é longo demais.'),
              z.regex(/^[\x21-\x7e]+$/, 'O token tem caracteres inválidos.'),
            ),
        ),
        null,
      ),
    ),
    template: described(
      'JSON template; {{titulo}}, {{texto}}, {{evento}}, {{local}} and {{link}} are replaced in its texts.',
      z._default(
        z.nullable(
          z
            .string()
            .check(
              z.maxLength(10_000, 'O modelo é longo demais.'),
              z.refine(isJson, WRONG_TEMPLATE),
              z.refine(isShallow, TOO_DEEP),
            ),
        ),
        null,
      ),
    ),
  }),
  fails: ['conflict'],
  success: 201,
  answer: { secret: z.string(), webhooks: z.array(webhook) },
});

export const testAlertWebhook = defineCall({
  name: 'testAlertWebhook',
  route: 'POST /alerts/webhooks/:id/test',
  permission: 'edit-alert-webhooks',
  summary: 'Sends a sample alert to a webhook and returns the answer.',
  answer: { status: z.nullable(z.int()), reason: z.nullable(z.string()) },
});

export const removeAlertWebhook = defineCall({
  name: 'removeAlertWebhook',
  route: 'DELETE /alerts/webhooks/:id',
  permission: 'edit-alert-webhooks',
  summary: 'Removes a webhook.',
  answer: { webhooks: z.array(webhook) },
});

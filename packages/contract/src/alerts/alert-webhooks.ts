import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, ok } from '../base/conventions.ts';
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

/** How deep the parts of a JSON lie in one another; brackets in its texts are none. */
const isShallow = (text: string): boolean => {
  let level = 0;
  for (const sign of text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '')) {
    if (sign === '{' || sign === '[') level += 1;
    if (sign === '}' || sign === ']') level -= 1;
    if (level > MAX_LEVELS) return false;
  }
  return true;
};

/** One message to a webhook, and what became of it. */
const delivery = z.object({
  _id: z.string(),
  event: described(
    "'returned': what had closed lasts again, and is the same story.",
    z.enum(['opened', 'returned', 'repeated', 'closed', 'undone']),
  ),
  at: answeredInstant,
  state: described(
    "'dead': it was tried for a day, and is tried no more.",
    z.enum(['waiting', 'sent', 'dead']),
  ),
  attempts: z.int(),
  status: described(
    'The status that was answered last; null where there was no answer, and `reason` says why.',
    z.nullable(z.int()),
  ),
  reason: z.nullable(z.string()),
});

const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  hasToken: described('Whether a token is shown to the receiver.', z.boolean()),
  template: described(
    'JSON whose texts have places for words of the alert; null: the alert as the API answers it.',
    z.nullable(z.string()),
  ),
  since: answeredInstant,
  deliveries: described('The newest ten.', z.array(delivery)),
});
export type AlertWebhook = z.output<typeof webhook>;

export const listAlertWebhooks = defineCall({
  name: 'listAlertWebhooks',
  method: 'GET',
  effect: 'reads',
  path: '/alerts/webhooks',
  access: 'session',
  permission: 'edit-alert-webhooks',
  summary:
    "Addresses of the caller's own systems that are told of alerts, and what became of the newest messages.",
  success: 200,
  answer: z.object({ ok, webhooks: z.array(webhook) }),
});

export const addAlertWebhook = defineCall({
  name: 'addAlertWebhook',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/webhooks',
  access: 'session',
  permission: 'edit-alert-webhooks',
  needsRecentProof: 'no-key',
  summary:
    'Tells an address of alerts from now on. Its secret is answered this once: header `x-nascente-signature` is the hex HMAC-SHA256 of `timestamp.body` with it, and `x-nascente-timestamp` the seconds.',
  body: z.strictObject({
    url: z
      .string({ error: WRONG_URL })
      .check(z.trim(), z.maxLength(1000, WRONG_URL), z.regex(/^https?:\/\/\S+$/, WRONG_URL)),
    token: described(
      'Shown as `authorization: Bearer …`.',
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
      'JSON in whose texts {{titulo}}, {{texto}}, {{evento}}, {{local}} and {{link}} are replaced.',
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
  answer: z.object({ ok, secret: z.string(), webhooks: z.array(webhook) }),
});

export const testAlertWebhook = defineCall({
  name: 'testAlertWebhook',
  method: 'POST',
  effect: 'changes',
  path: '/alerts/webhooks/:id/test',
  access: 'session',
  permission: 'edit-alert-webhooks',
  summary: 'Sends a made-up alert to a webhook now, and says what was answered.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok, status: z.nullable(z.int()), reason: z.nullable(z.string()) }),
});

export const removeAlertWebhook = defineCall({
  name: 'removeAlertWebhook',
  method: 'DELETE',
  effect: 'changes',
  path: '/alerts/webhooks/:id',
  access: 'session',
  permission: 'edit-alert-webhooks',
  summary: 'Tells an address of no more alerts.',
  params: z.object({ id: z.string() }),
  success: 200,
  answer: z.object({ ok, webhooks: z.array(webhook) }),
});

import { createHmac } from 'node:crypto';
import { alertBody, alertTitle } from '@nascente/contract/alerts/alert-words';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Webhook } from './webhooks.repository.ts';

type WebhookEvent = 'opened' | 'returned' | 'repeated' | 'closed' | 'undone' | 'test';

const EVENT_WORDS: Readonly<Record<WebhookEvent, string>> = {
  opened: 'começou',
  returned: 'voltou',
  repeated: 'continua',
  closed: 'normalizou',
  undone: 'desfeito',
  test: 'teste',
};

const filled = (template: unknown, words: Readonly<Record<string, string>>): unknown => {
  if (typeof template === 'string')
    return template.replace(/\{\{(\w+)\}\}/g, (word, name: string) =>
      Object.hasOwn(words, name) ? String(words[name]) : word,
    );
  if (Array.isArray(template)) return template.map((one) => filled(one, words));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, words)]));
  return template;
};

/** What is sent to a webhook: its body, and headers by which its receiver knows that it is ours, and when it was made. */
export const webhookMessage = (
  { secret, bearer, template }: Pick<Webhook, 'secret' | 'bearer' | 'template'>,
  { alert, event, deliveryId, url }: { alert: Alert; event: WebhookEvent; deliveryId: string; url: string },
  now: Instant,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => {
  const title = alertTitle(alert);
  const text = alertBody(alert, now);
  const words = {
    titulo: title,
    texto: text,
    evento: EVENT_WORDS[event],
    local: alert.establishment.name,
    link: url,
  };
  // What the owner of the webhook thinks of it is nobody else's matter.
  const { isHelpful: _, mutedUntil: __, ...alertFields } = alert;
  const body = JSON.stringify(
    template === null
      ? { id: deliveryId, event, title, text, url, alert: alertFields }
      : filled(template, words),
  );
  const timestamp = String(Math.floor(now / 1_000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Nascente',
      'x-nascente-delivery': deliveryId,
      'x-nascente-timestamp': timestamp,
      'x-nascente-signature': signature,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
    },
  };
};

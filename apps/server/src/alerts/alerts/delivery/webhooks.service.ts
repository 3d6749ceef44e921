import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { alertBody, alertTitle } from '@nascente/contract/alerts/alert-kinds';
import type { AlertWebhook } from '@nascente/contract/alerts/alert-webhooks';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { isId } from '@nascente/contract/base/conventions';
import { HOUR_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../../people/audit/index.ts';
import type { Connection } from '../../../platform/database/open-database.ts';
import { LimitReached, NotFound } from '../../../platform/errors.ts';
import type { Actor, Caller } from '../../../platform/http/caller.ts';
import { requirePermission } from '../../../platform/http/permission.ts';
import { createQuota } from '../../../platform/limits/quota.ts';
import type { Answered, BoundedRequest } from '../../../platform/outbound/bounded-request.ts';
import { createPreferencesRepository } from './preferences.repository.ts';
import { requireOpenAddress, UNTIL_CHOSEN } from './preferences.service.ts';
import { createWebhooksRepository, type Delivery, type Webhook } from './webhooks.repository.ts';

type WebhookEvent = 'opened' | 'returned' | 'repeated' | 'closed' | 'undone' | 'test';

const EVENT_TEXTS: Readonly<Record<WebhookEvent, string>> = {
  opened: 'começou',
  returned: 'voltou',
  repeated: 'continua',
  closed: 'normalizou',
  undone: 'desfeito',
  test: 'teste',
};

const filled = (template: unknown, texts: Readonly<Record<string, string>>): unknown => {
  if (typeof template === 'string')
    return template.replace(/\{\{(\w+)\}\}/g, (word, name: string) =>
      Object.hasOwn(texts, name) ? String(texts[name]) : word,
    );
  if (Array.isArray(template)) return template.map((one) => filled(one, texts));
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, texts)]));
  return template;
};

/** Body and signed headers of a webhook message. */
export const webhookMessage = (
  { secret, bearer, template }: Pick<Webhook, 'secret' | 'bearer' | 'template'>,
  { alert, event, deliveryId, url }: { alert: Alert; event: WebhookEvent; deliveryId: string; url: string },
  now: Instant,
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } => {
  const title = alertTitle(alert);
  const text = alertBody(alert, now);
  const texts = {
    titulo: title,
    texto: text,
    evento: EVENT_TEXTS[event],
    local: alert.establishment.name,
    link: url,
  };
  // Opinion and mute of the webhook's owner are private.
  const { isHelpful: _, mutedUntil: __, ...alertFields } = alert;
  const body = JSON.stringify(
    template === null
      ? { id: deliveryId, event, title, text, url, alert: alertFields }
      : filled(template, texts),
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

interface WebhookInput {
  readonly url: string;
  readonly token: string | null;
  readonly template: string | null;
}

export type AlertWebhooksService = ReturnType<typeof createAlertWebhooks>;

const SECRET_BYTES = 32;
const MAXIMUM = 10;
const SHOWN = 10;
const TESTS_AN_HOUR = 30;
const TOO_MANY = 'Você já tem 10 endereços de aviso. Remova um que não usa mais.';
const NOT_FOUND = 'Endereço de aviso não encontrado.';

const toDelivery = ({ id, event, madeAt, state, attempts, status, reason }: Delivery) => ({
  _id: id,
  event,
  at: madeAt.toISOString(),
  state,
  attempts,
  status,
  reason,
});

const madeUp = (now: Instant): Alert => ({
  _id: randomUUID(),
  kind: 'silent',
  severity: 'notable',
  establishment: { _id: randomUUID(), name: 'Teste', zone: 'America/Sao_Paulo' },
  meters: [{ mac: '00:00:00:00:00:00', name: 'Teste' }],
  beganAt: new Date(now - HOUR_MS).toISOString(),
  endedAt: null,
  notifiedAt: new Date(now).toISOString(),
  undoneAt: null,
  isLate: false,
  times: 1,
  facts: { kind: 'silent' },
  cost: null,
  acknowledged: null,
  mutedUntil: null,
  isHelpful: null,
});

export const createAlertWebhooks = (needs: {
  db: Connection;
  audit: Pick<AuditTrail, 'record'>;
  sendRequest: BoundedRequest;
  allowsPrivate: boolean;
  publicUrl: string;
  clock: () => Instant;
}) => {
  const { db, audit, sendRequest, allowsPrivate, publicUrl, clock } = needs;
  const webhooks = createWebhooksRepository(db);
  const quota = createQuota({ db, clock, purpose: 'webhook-test', max: TESTS_AN_HOUR, windowMs: HOUR_MS });
  const own = async (caller: Caller, id: string): Promise<Webhook> => {
    const found = isId(id) ? await webhooks.find(id) : null;
    if (found?.accountId !== caller.accountId) throw new NotFound(NOT_FOUND);
    return found;
  };
  const notify = (
    caller: Actor,
    action: 'webhook-added' | 'webhook-removed',
    url: string,
    within: Connection,
  ) =>
    audit.record(
      { action, by: caller, subjectId: caller.accountId, detail: { host: new URL(url).host } },
      within,
    );
  return {
    async list(caller: Caller): Promise<AlertWebhook[]> {
      requirePermission(caller, 'edit-alert-webhooks');
      const found = await webhooks.list(caller.accountId);
      const deliveries = await webhooks.deliveries(
        found.map(({ id }) => id),
        SHOWN,
      );
      return found.map(({ id, url, bearer, template, createdAt }) => ({
        _id: id,
        url,
        hasToken: bearer !== null,
        template: template === null ? null : JSON.stringify(template),
        since: createdAt.toISOString(),
        deliveries: deliveries.filter(({ webhookId }) => webhookId === id).map(toDelivery),
      }));
    },
    /** @returns the secret, which no other call answers. */
    async add(caller: Actor, { url, token, template }: WebhookInput): Promise<string> {
      requirePermission(caller, 'edit-alert-webhooks');
      requireOpenAddress(url, { path: 'url', allowsPrivate });
      const { accountId } = caller;
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const createdAt = new Date(clock());
      await db.transaction().execute(async (within) => {
        const held = createWebhooksRepository(within);
        if ((await held.hold(accountId)).length >= MAXIMUM) throw new LimitReached(TOO_MANY);
        const chosen = createPreferencesRepository(within);
        if ((await chosen.find(accountId)) === null) await chosen.save(accountId, UNTIL_CHOSEN, createdAt);
        await held.add({
          accountId,
          url,
          secret,
          bearer: token,
          template,
          createdAt,
        });
        await notify(caller, 'webhook-added', url, within);
      });
      return secret;
    },
    async test(caller: Caller, id: string): Promise<Answered> {
      requirePermission(caller, 'edit-alert-webhooks');
      const webhook = await own(caller, id);
      await quota.use(caller.accountId);
      const now = clock();
      const about = {
        alert: madeUp(now),
        event: 'test' as const,
        deliveryId: randomUUID(),
        url: `${publicUrl}/alerts`,
      };
      const { body, headers } = webhookMessage(webhook, about, now);
      return sendRequest(webhook.url, body, headers);
    },
    async remove(caller: Actor, id: string): Promise<void> {
      requirePermission(caller, 'edit-alert-webhooks');
      const { url } = await own(caller, id);
      await db.transaction().execute(async (within) => {
        await createWebhooksRepository(within).remove(id);
        await notify(caller, 'webhook-removed', url, within);
      });
    },
  };
};

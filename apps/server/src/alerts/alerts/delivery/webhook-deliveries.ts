import type { Alert } from '@nascente/contract/alerts/alerts';
import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';
import type { Persistence } from '../../../platform/jobs/work-queue.ts';
import type { Answered, BoundedPost } from '../../../platform/outbound/bounded-post.ts';
import { webhookMessage } from './webhook-message.ts';
import { createWebhooksRepository, type Delivery } from './webhooks.repository.ts';

/** Sends what is told of alerts to people's own systems. */
interface WebhookDeliveries {
  /** Queued with the transaction; sent as long as the account sees the alert. */
  begin(accountId: string, about: Pick<Delivery, 'alertId' | 'event'>, within: Connection): Promise<void>;
}

/** Half a minute, then twice as long each time up to an hour: a day in all. */
const PERSISTENCE: Persistence = {
  attempts: 31,
  firstWaitSeconds: 30,
  longestWaitSeconds: 3_600,
  lookEverySeconds: 15,
};
const KEPT_MS = 30 * DAY_MS;
const EVERY_NIGHT = '50 6 * * *';
const NOT_SEEN: Answered = { status: null, reason: 'A conta não vê mais este medidor.' };
const PAUSED: Answered = {
  status: null,
  reason: 'Pausado: entre de novo pela conta da empresa para voltar a receber avisos neste endereço.',
};

const isTaken = ({ status }: Answered): boolean => status !== null && status >= 200 && status < 300;

export const createWebhookDeliveries = (needs: {
  db: Connection;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  post: BoundedPost;
  seenAs: (accountId: string, alertId: string) => Promise<Alert | null>;
  urlOf: (alertId: string) => string;
  clock: () => Instant;
}): WebhookDeliveries => {
  const { db, jobs, post, seenAs, urlOf, clock } = needs;
  const webhooks = createWebhooksRepository(db);
  const send = async ({ id, webhookId, alertId, event }: Delivery): Promise<Answered> => {
    const webhook = await webhooks.findActive(webhookId, clock());
    if (!webhook) return PAUSED;
    const alert = await seenAs(webhook.accountId, alertId);
    if (!alert) return NOT_SEEN;
    const about = { alert, event, deliveryId: id, url: urlOf(alertId) };
    const { body, headers } = webhookMessage(webhook, about, clock());
    return post(webhook.url, body, headers);
  };
  const queue = jobs.queue<{ deliveryId: string }>({
    name: 'alert-webhooks',
    persistence: PERSISTENCE,
    inTurns: true,
    work: async ({ payload, failures }) => {
      const { deliveryId } = payload as { deliveryId: string };
      const delivery = await webhooks.delivery(deliveryId);
      if (delivery === null || delivery.state === 'sent') return;
      const answered = await send(delivery);
      const isLast = answered === NOT_SEEN || answered === PAUSED || failures >= PERSISTENCE.attempts - 1;
      const state = isTaken(answered) ? 'sent' : isLast ? 'dead' : 'waiting';
      await webhooks.tried(deliveryId, { ...answered, state, at: new Date(clock()) });
      if (state === 'waiting') throw new Error(answered.reason ?? `answered with ${answered.status}`);
    },
  });
  jobs.schedule('forget-alert-deliveries', EVERY_NIGHT, () => webhooks.forget(new Date(clock() - KEPT_MS)));
  return {
    async begin(accountId, about, within) {
      const repository = createWebhooksRepository(within);
      for (const { id: webhookId } of await repository.list(accountId)) {
        const deliveryId = await repository.begin({ ...about, webhookId, madeAt: new Date(clock()) });
        await queue.add({ deliveryId }, { within, turnOf: accountId });
      }
    },
  };
};

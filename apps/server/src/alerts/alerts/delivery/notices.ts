import { alertBody, alertTitle, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { AlertPreference } from '@nascente/contract/alerts/alert-notices';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { endDelayOf, reachesSeverity, type Severity, sendableAt } from '@nascente/domain/alerts/notices';
import { DAY_MS, type Instant, instant, type Zone } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';
import type { Persistence } from '../../../platform/jobs/work-queue.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import type { Answered, BoundedRequest } from '../../../platform/outbound/bounded-request.ts';
import type { Platform } from '../../../platform/platform.ts';
import { viewerOf } from '../../../sites/meters/index.ts';
import type { IncidentChange, OnIncidentChanges } from '../incidents/incident-changes.ts';
import { type SeenAlertsRepository, toAlert } from '../incidents/seen-alerts.repository.ts';
import { alertMail, titlePrefix } from './alert-mail.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createPreferencesRepository, type Recipient } from './preferences.repository.ts';
import type { SendPush } from './push-sender.ts';
import { createWebhooksRepository, type Delivery } from './webhooks.repository.ts';
import { webhookMessage } from './webhooks.service.ts';

/** A failed webhook is repeated after half a minute, then after doubled times of up to an hour, for a day. */
const WEBHOOK_PERSISTENCE: Persistence = {
  attempts: 31,
  firstWaitSeconds: 30,
  maxWaitSeconds: 3_600,
  lookEverySeconds: 15,
};
const RETAINED_MS = 30 * DAY_MS;
const EVERY_NIGHT = '50 6 * * *';
const NOT_SEEN: Answered = { status: null, reason: 'A conta não vê mais este medidor.' };
const PAUSED: Answered = {
  status: null,
  reason: 'Pausado: entre de novo pela conta da empresa para voltar a receber avisos neste endereço.',
};

const isAccepted = ({ status }: Answered): boolean => status !== null && status >= 200 && status < 300;

const createWebhookDeliveries = (needs: {
  db: Connection;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  sendRequest: BoundedRequest;
  visibleTo: (accountId: string, alertId: string) => Promise<Alert | null>;
  urlOf: (alertId: string) => string;
  clock: () => Instant;
}) => {
  const { db, jobs, sendRequest, visibleTo, urlOf, clock } = needs;
  const webhooks = createWebhooksRepository(db);
  const send = async ({ id, webhookId, alertId, event }: Delivery): Promise<Answered> => {
    const webhook = await webhooks.findActive(webhookId, clock());
    if (!webhook) return PAUSED;
    const alert = await visibleTo(webhook.accountId, alertId);
    if (!alert) return NOT_SEEN;
    const about = { alert, event, deliveryId: id, url: urlOf(alertId) };
    const { body, headers } = webhookMessage(webhook, about, clock());
    return sendRequest(webhook.url, body, headers);
  };
  const queue = jobs.queue<{ deliveryId: string }>({
    name: 'alert-webhooks',
    persistence: WEBHOOK_PERSISTENCE,
    inTurns: true,
    work: async ({ payload, failures }) => {
      const { deliveryId } = payload as { deliveryId: string };
      const delivery = await webhooks.delivery(deliveryId);
      if (delivery === null || delivery.state === 'sent') return;
      const answered = await send(delivery);
      const givesUp =
        answered === NOT_SEEN || answered === PAUSED || failures >= WEBHOOK_PERSISTENCE.attempts - 1;
      const state = isAccepted(answered) ? 'sent' : givesUp ? 'dead' : 'waiting';
      await webhooks.recordAttempt(deliveryId, { ...answered, state, at: new Date(clock()) });
      if (state === 'waiting') throw new Error(answered.reason ?? `answered with ${answered.status}`);
    },
  });
  jobs.schedule('forget-alert-deliveries', EVERY_NIGHT, () =>
    webhooks.forget(new Date(clock() - RETAINED_MS)),
  );
  return {
    /** Queues a delivery in the transaction. It is sent only if the account may still see the alert. */
    async begin(
      accountId: string,
      about: Pick<Delivery, 'alertId' | 'event'>,
      within: Connection,
    ): Promise<void> {
      const repository = createWebhooksRepository(within);
      for (const { id: webhookId } of await repository.list(accountId)) {
        const deliveryId = await repository.begin({ ...about, webhookId, madeAt: new Date(clock()) });
        await queue.add({ deliveryId }, { within, turnOf: accountId });
      }
    },
  };
};

/** A change of an alert. An end or a repetition contains its time, by which an outdated one in the queue is recognised. */
export type Notice = IncidentChange;

/** An alert as its recipient sees it, and the instant of its last repetition. */
interface VisibleAlert {
  readonly alert: Alert;
  readonly repeatedAt: string | null;
}

/** Whether a queued notice still describes the alert, which may have ended or returned since. */
export const isDue = ({ alert, repeatedAt }: VisibleAlert, notice: Notice): boolean => {
  const { endedAt, undoneAt, acknowledged } = alert;
  if (notice.event === 'undone') return undoneAt !== null;
  if (undoneAt !== null) return false;
  if (notice.event === 'repeated' || notice.event === 'returned')
    return endedAt === null && acknowledged === null && repeatedAt === notice.repeatedAt;
  if (notice.event === 'closed') return endedAt === notice.endedAt;
  // An opening is due while the alert is open; also if it was found after its end, because no notice of the end follows.
  return endedAt === null || notice.endedAt !== null;
};

const quietFor = ({ quiet, throughQuiet, zone }: AlertPreference, severity: Severity) =>
  quiet === null || throughQuiet.includes(severity) ? null : { ...quiet, zone: zone as Zone };

/**
 * When to send a notice; `null`: do not send it. Notices wait until the quiet hours are over. An end also waits until the alert
 * can no longer return. An opening that is still waiting describes the state at the time of sending. A return is sent only to
 * recipients of the end.
 */
export const dueAt = (
  preference: AlertPreference,
  { kind, severity, notifiedAt }: Alert,
  { event, closedAt }: Pick<Notice, 'event' | 'closedAt'>,
  now: Instant,
): Instant | null => {
  const hours = quietFor(preference, severity);
  const isOpeningUnsent = sendableAt(instant(Date.parse(notifiedAt)), hours) > now;
  if (isOpeningUnsent && (event === 'repeated' || event === 'undone')) return null;
  const endNoticeAt = (at: number): Instant =>
    sendableAt(instant(at + endDelayOf(KINDS_OF_ALERT[kind].incidents)), hours);
  if (event === 'closed') return endNoticeAt(now);
  if (event === 'returned' && (closedAt === null || endNoticeAt(Date.parse(closedAt)) > now)) return null;
  return sendableAt(now, hours);
};

interface AlertRecipient {
  readonly recipient: Recipient;
  readonly incident: VisibleAlert;
}

type AlertNotice = Notice & { readonly accountId: string };
type PushOfAlert = Notice & { readonly deviceId: string };

/**
 * A failed notice is repeated after a quarter of a minute, then after doubled times of up to an hour, for four hours. A later
 * notice is useless.
 */
const NOTICE_PERSISTENCE: Persistence = {
  attempts: 12,
  firstWaitSeconds: 15,
  maxWaitSeconds: 3_600,
  lookEverySeconds: 15,
};

const isMuted = ({ mutedUntil }: Alert, now: Instant): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

/** Sends alerts by e-mail, push and webhook as each account chose. Must be called before the jobs start. */
export const createNotices = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'> & {
    alerts: SeenAlertsRepository;
    jobs: Pick<JobRunner, 'queue' | 'schedule'>;
    sendRequest: BoundedRequest;
    sendPush: SendPush;
  },
): { onChanges: OnIncidentChanges } => {
  const { db, alerts, jobs, mail, sendPush, publicUrl, clock } = needs;
  const people = createPreferencesRepository(db);
  const devices = createDevicesRepository(db);

  /** The alert as this account sees it now; `null`: the account has no access. */
  const seenBy = async (recipient: Recipient, alertId: string): Promise<VisibleAlert | null> => {
    const row = await alerts.find(viewerOf(recipient), alertId);
    return row && { alert: toAlert(row), repeatedAt: row.repeatedAt?.toISOString() ?? null };
  };
  const isNoticeDue = (incident: VisibleAlert, notice: Notice): boolean =>
    !isMuted(incident.alert, clock()) && isDue(incident, notice);

  const mails = mail.kind('alert', async (about: AlertNotice): Promise<MailMessage | null> => {
    const recipient = await people.recipient(about.accountId);
    if (recipient === null || recipient.preference.email !== 'at-once') return null;
    const incident = await seenBy(recipient, about.alertId);
    if (incident === null || !isNoticeDue(incident, about)) return null;
    return alertMail(incident.alert, clock(), {
      to: recipient.email,
      url: urlOf(about.alertId),
      event: about.event,
    });
  });
  const urlOf = (alertId: string): string => `${publicUrl}${pathOf(alertId)}`;
  const pathOf = (alertId: string): string => `/alerts?alerta=${alertId}`;

  const pushes = jobs.queue<PushOfAlert>({
    name: 'alert-push',
    persistence: NOTICE_PERSISTENCE,
    inTurns: true,
    work: async ({ payload }) => {
      const about = payload as PushOfAlert;
      const device = await devices.findActive(about.deviceId, clock());
      const recipient = device && (await people.recipient(device.accountId));
      const incident = recipient && (await seenBy(recipient, about.alertId));
      if (!device || !incident || !isNoticeDue(incident, about)) return;
      const { alert } = incident;
      const now = clock();
      const body = alertBody(alert, now);
      const title = `${titlePrefix(about.event)}${alertTitle(alert)}`;
      const notice = { title, body, path: pathOf(about.alertId), tag: about.alertId };
      const outcome = await sendPush(device, notice, alert.severity === 'urgent' ? 'high' : 'normal');
      if (outcome === 'gone') await devices.remove(device.id, null);
    },
  });

  const notifyOne = async (
    { recipient, incident }: AlertRecipient,
    notice: Notice,
    within: Connection,
  ): Promise<void> => {
    if (!isNoticeDue(incident, notice)) return;
    const { alert } = incident;
    const { preference, accountId, isEmailConfirmed } = recipient;
    const due = dueAt(preference, alert, notice, clock());
    if (due === null) return;
    const notBefore = new Date(due);
    if (
      preference.email === 'at-once' &&
      isEmailConfirmed &&
      reachesSeverity(alert.severity, preference.emailFrom)
    )
      await mails.send({ ...notice, accountId }, { within, notBefore, turnOf: accountId });
    if (!reachesSeverity(alert.severity, preference.pushFrom)) return;
    for (const { id: deviceId } of await createDevicesRepository(within).list(accountId))
      await pushes.add({ ...notice, deviceId }, { within, notBefore, turnOf: accountId });
  };

  const webhooks = createWebhookDeliveries({
    db,
    jobs,
    sendRequest: needs.sendRequest,
    async visibleTo(accountId, alertId) {
      const recipient = await people.recipient(accountId);
      const incident = recipient && (await seenBy(recipient, alertId));
      return incident?.alert ?? null;
    },
    urlOf,
    clock,
  });

  const fanOut = jobs.queue<Notice>({
    name: 'alert-notices',
    persistence: NOTICE_PERSISTENCE,
    work: async ({ payload }) => {
      const notice = payload as Notice;
      const { alertId, event } = notice;
      // Read before the transaction begins, which would otherwise occupy a connection all this time.
      const recipients: AlertRecipient[] = [];
      for (const recipient of await people.recipientsOf(alertId)) {
        const incident = await seenBy(recipient, alertId);
        if (incident !== null) recipients.push({ recipient, incident });
      }
      // One transaction queues every notice, so a repeated run sends no duplicates.
      await db.transaction().execute(async (within) => {
        for (const one of recipients) {
          await notifyOne(one, notice, within);
          await webhooks.begin(one.recipient.accountId, { alertId, event }, within);
        }
      });
    },
  });

  return {
    async onChanges(changes, within) {
      const alertsWithRecipients = await createPreferencesRepository(within).withRecipients(
        changes.map(({ alertId }) => alertId),
      );
      for (const change of changes)
        if (alertsWithRecipients.has(change.alertId)) await fanOut.add(change, { within });
    },
  };
};

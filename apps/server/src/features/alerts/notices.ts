import type { Alert } from '@nascente/contract/alerts';
import { KINDS_OF_ALERT } from '@nascente/domain/alerts/alert-kinds';
import { alertBody, alertTitle } from '@nascente/domain/alerts/alert-words';
import { isAtLeast, tellableAt } from '@nascente/domain/alerts/notices';
import { type BrandName, brandFor } from '@nascente/domain/people/brand';
import { HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Persistence } from '../../platform/jobs/work-queue.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { PostJson } from '../../platform/outbound/post-json.ts';
import { viewerOf } from '../meters/index.ts';
import { toAlert } from './alert-answer.ts';
import { alertLetter } from './alert-letter.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createPreferencesRepository, type Hearer } from './preferences.repository.ts';
import type { SendPush } from './push-sender.ts';
import type { SeenAlertsRepository } from './seen-alerts.repository.ts';
import type { OnStoryChanges, StoryChange } from './story-changes.ts';
import { createWebhookDeliveries } from './webhook-deliveries.ts';

/** What is to be told, and, of an end, which: one that came back since is told no more. */
interface Notice {
  readonly alertId: string;
  readonly event: StoryChange['event'];
  readonly endedAt: string | null;
}

/** Somebody who may see the alert, with the alert as they see it. */
interface HearerOfAlert {
  readonly hearer: Hearer;
  readonly alert: Alert;
}

type LetterOfAlert = Notice & { readonly accountId: string };
type PushOfAlert = Notice & { readonly deviceId: string };

/** A device that was off for a day needs no alarm of yesterday. */
const PERSISTENCE: Persistence = {
  attempts: 12,
  firstWaitSeconds: 15,
  longestWaitSeconds: 3_600,
  lookEverySeconds: 15,
};
/** What comes back within so long has not ended, for whoever is told by letter. */
const LONGEST_DOUBT_MS = HOUR_MS;

/** Whether there is still something to say: what began is over, or what was over has come back. */
const isDue = (alert: Alert, { event, endedAt }: Notice): boolean => {
  if (event === 'repeated') return alert.endedAt === null && alert.acknowledged === null;
  if (event === 'opened') return alert.endedAt === null || alert.isLate;
  return event === 'undone' ? alert.undoneAt !== null : alert.endedAt === endedAt;
};

const isMuted = ({ mutedUntil }: Alert, now: Instant): boolean =>
  mutedUntil !== null && Date.parse(mutedUntil) > now;

/** Not before the quiet hours are over, and of an end not before it has lasted. */
const dueAt = ({ preference }: Hearer, { kind, severity }: Alert, event: Notice['event'], now: Instant) => {
  const doubt = event === 'closed' ? Math.min(KINDS_OF_ALERT[kind].stories.returnsMs, LONGEST_DOUBT_MS) : 0;
  const { quiet, zone, urgentInQuiet } = preference;
  const hours =
    quiet === null || (severity === 'urgent' && urgentInQuiet) ? null : { ...quiet, zone: zone as Zone };
  return new Date(tellableAt(instant(now + doubt), hours));
};

/** Tells people of alerts outside the screens, as each of them wants. To be created before the jobs start. */
export const createNotices = (needs: {
  db: Connection;
  alerts: SeenAlertsRepository;
  jobs: Pick<JobRunner, 'queue' | 'schedule'>;
  postJson: PostJson;
  mail: Pick<Mail, 'kind'>;
  sendPush: SendPush;
  brandRule: readonly string[];
  publicUrl: string;
  clock: () => Instant;
}): { onChanges: OnStoryChanges } => {
  const { db, alerts, jobs, mail, sendPush, brandRule, publicUrl, clock } = needs;
  const people = createPreferencesRepository(db);
  const devices = createDevicesRepository(db);

  /** The alert as that person sees it at this moment; null where they may not. */
  const seenBy = async (hearer: Hearer, alertId: string): Promise<Alert | null> => {
    const row = await alerts.find(viewerOf(hearer), alertId);
    return row && toAlert(row);
  };
  const isToBeTold = (alert: Alert, notice: Notice): boolean =>
    !isMuted(alert, clock()) && isDue(alert, notice);

  const letters = mail.kind('alert', async (about: LetterOfAlert): Promise<Letter | null> => {
    const hearer = await people.hearer(about.accountId);
    if (hearer === null || hearer.preference.email !== 'at-once') return null;
    const alert = await seenBy(hearer, about.alertId);
    if (alert === null || !isToBeTold(alert, about)) return null;
    const brand: BrandName = brandFor(hearer.email, brandRule);
    const isRepeated = about.event === 'repeated';
    return alertLetter(alert, clock(), { to: hearer.email, brand, url: urlOf(about.alertId), isRepeated });
  });
  const urlOf = (alertId: string): string => `${publicUrl}${pathOf(alertId)}`;
  const pathOf = (alertId: string): string => `/alerts?alerta=${alertId}`;

  const pushes = jobs.queue<PushOfAlert>({
    name: 'alert-push',
    persistence: PERSISTENCE,
    work: async ({ payload }) => {
      const about = payload as PushOfAlert;
      const device = await devices.find(about.deviceId);
      const hearer = device && (await people.hearer(device.accountId));
      const alert = hearer && (await seenBy(hearer, about.alertId));
      if (!device || !alert || !isToBeTold(alert, about)) return;
      const now = clock();
      const body = alertBody(alert, now);
      const title = about.event === 'repeated' ? `Continua: ${alertTitle(alert)}` : alertTitle(alert);
      const notice = { title, body, path: pathOf(about.alertId), tag: about.alertId };
      const outcome = await sendPush(device, notice, alert.severity === 'urgent' ? 'high' : 'normal');
      if (outcome === 'gone') await devices.remove(device.id, null);
    },
  });

  const tellOne = async (
    { hearer, alert }: HearerOfAlert,
    notice: Notice,
    within: Connection,
  ): Promise<void> => {
    if (!isToBeTold(alert, notice)) return;
    const { preference, accountId, isEmailConfirmed } = hearer;
    const notBefore = dueAt(hearer, alert, notice.event, clock());
    if (preference.email === 'at-once' && isEmailConfirmed && isAtLeast(alert.severity, preference.emailFrom))
      await letters.post({ ...notice, accountId }, { within, notBefore });
    if (!isAtLeast(alert.severity, preference.pushFrom)) return;
    for (const { id: deviceId } of await createDevicesRepository(within).list(accountId))
      await pushes.add({ ...notice, deviceId }, { within, notBefore });
  };

  const webhooks = createWebhookDeliveries({
    db,
    jobs,
    postJson: needs.postJson,
    async seenAs(accountId, alertId) {
      const hearer = await people.hearer(accountId);
      return hearer && seenBy(hearer, alertId);
    },
    urlOf,
    clock,
  });

  const spreading = jobs.queue<Notice>({
    name: 'alert-notices',
    persistence: PERSISTENCE,
    work: async ({ payload }) => {
      const notice = payload as Notice;
      const { alertId, event } = notice;
      // Before the transaction: it would hold its connection while another one is asked.
      const hearers: HearerOfAlert[] = [];
      for (const hearer of await people.hearersOf(alertId)) {
        const alert = await seenBy(hearer, alertId);
        if (alert !== null) hearers.push({ hearer, alert });
      }
      // All of them or none: what is done again tells nobody twice.
      await db.transaction().execute(async (within) => {
        for (const one of hearers) {
          await tellOne(one, notice, within);
          if (event !== 'returned') await webhooks.begin(one.hearer.accountId, { alertId, event }, within);
        }
      });
    },
  });

  return {
    async onChanges(stories, within) {
      // What comes and goes is told once, however often it comes back.
      const toTell = stories.filter(({ event }) => event !== 'returned');
      if (toTell.length === 0) return;
      const heard = await createPreferencesRepository(within).heardAmong(
        toTell.map(({ alertId }) => alertId),
      );
      for (const { alertId, event, endedAt } of toTell)
        if (heard.has(alertId)) await spreading.add({ alertId, event, endedAt }, { within });
    },
  };
};

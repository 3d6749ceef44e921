import type { Alert } from '@nascente/contract/alerts/alerts';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createBackedOffPost } from '../../platform/outbound/backed-off-post.ts';
import { createBoundedPost } from '../../platform/outbound/bounded-post.ts';
import { type BoardType, viewerOf } from '../../sites/meters/index.ts';
import { createAlertCurve } from './alert-curve.ts';
import {
  bindAlertNotices,
  bindAlertRules,
  bindAlertSettings,
  bindAlerts,
  bindAlertWebhooks,
} from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';
import { createPushKeys } from './delivery/devices.repository.ts';
import { createDigests } from './delivery/digests.ts';
import { createNotices } from './delivery/notices.ts';
import { createAlertPreferences } from './delivery/preferences.service.ts';
import { createPushSender, type SendPush } from './delivery/push-sender.ts';
import { createAlertWebhooks } from './delivery/webhooks.service.ts';
import { createAlertRules } from './rules/rules.service.ts';
import { createAlertSettings } from './rules/settings.service.ts';
import { createSeenAlertsRepository, toAlert } from './stories/seen-alerts.repository.ts';
import { createStoryUpdater, createToldAlerts, type ToldAlerts } from './stories/story-changes.ts';
import { createWatches, scheduleWatches, type Watches, type WatchesNeeds } from './watches/watches.ts';

export { createAlertPublisher, type PublishedStory, storyOf, wordOf } from './delivery/alert-publisher.ts';
export type { SendPush } from './delivery/push-sender.ts';

export interface AlertsFeature extends Watches {
  /** Meters of which frames were stored just now: their running demand is followed. */
  stored(installations: readonly number[]): void;
  /** Called with what is told anew, and the MACs of the meters that it is about. */
  onTold(listener: (alerts: ToldAlerts) => void): void;
  /** An alert as somebody sees it now; null where they do not. */
  readAs(caller: Caller, alertId: string): Promise<Alert | null>;
  /** How many alerts of a utility somebody sees open at each establishment that has any. */
  countOpen(caller: Caller, type: BoardType): Promise<ReadonlyMap<string, number>>;
  /** What lasts at an establishment as somebody sees it, newest first. */
  openAt(caller: Caller, establishmentId: string, most: number): Promise<readonly Alert[]>;
  /** Sends the digests of this morning; runs by itself every hour. */
  tellDigests(): Promise<void>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
  register(app: CallBinder): void;
}

/** What the product tells by itself. To be created before the jobs start. */
export const createAlertsFeature = (
  needs: WatchesNeeds & {
    database: Pick<Database, 'db' | 'pool'>;
    audit: AuditTrail;
    jobs: Pick<JobRunner, 'schedule' | 'queue'>;
    mail: Pick<Mail, 'kind'>;
    brandRule: readonly string[];
    /** Where people reach the web application. */
    publicUrl: string;
    /** Whether webhooks and push services may stand in the network of this server. */
    privateWebhooks: boolean;
    /** Other than over the Internet. */
    sendPush?: SendPush;
  },
): AlertsFeature => {
  const { database, audit, jobs, mail, brandRule, publicUrl, clock } = needs;
  const { meterDays: days, frames } = needs;
  const alerts = createSeenAlertsRepository(database.pool);
  const keys = createPushKeys(database.pool);
  const contact = publicUrl.startsWith('https:') ? publicUrl : 'mailto:nascente@localhost';
  const { db } = database;
  const allowsPrivate = needs.privateWebhooks;
  const post = createBoundedPost({ allowsPrivate });
  // The test button sends at once. Queued notices skip slow addresses for a while.
  const patient = createBackedOffPost({ post, clock });
  const sendPush = needs.sendPush ?? createPushSender({ keys, contact, post: patient });
  const outside = { db, alerts, jobs, mail, brandRule, publicUrl, clock };
  const notices = createNotices({ ...outside, sendPush, post: patient });
  const digests = createDigests(outside);
  const updateStories = createStoryUpdater({ db, clock, onChanges: notices.onChanges });
  const { tell, onTold } = createToldAlerts({ db, alerts, updateStories });
  const { watches, heading } = createWatches({ ...needs, tell });
  scheduleWatches(jobs, watches);
  const service = createAlertsService({
    db,
    alerts,
    audit,
    curveOf: createAlertCurve({ days, frames, clock }),
    clock,
  });
  const webhooks = createAlertWebhooks({ db, audit, post, allowsPrivate, publicUrl, clock });
  const preferences = createAlertPreferences({ db, keys, allowsPrivate, clock });
  const rules = createAlertRules({ db, days, frames, audit, clock });
  const settings = createAlertSettings({ db, audit });
  return {
    stored: heading.stored,
    onTold,
    async readAs(caller, alertId) {
      const row = await alerts.find(viewerOf(caller), alertId);
      return row && toAlert(row);
    },
    countOpen: (caller, type) => alerts.openAt(viewerOf(caller), type, new Date(clock())),
    async openAt(caller, establishment, most) {
      return (await service.list(caller, { state: 'open', establishment, limit: most, skip: 0 })).alerts;
    },
    ...watches,
    tellDigests: digests.tell,
    stop: heading.stop,
    register(app) {
      bindAlerts(app, service);
      bindAlertNotices(app, preferences);
      bindAlertWebhooks(app, webhooks);
      bindAlertRules(app, rules);
      bindAlertSettings(app, settings);
    },
  };
};

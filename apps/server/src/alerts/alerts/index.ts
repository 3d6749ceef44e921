import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import { createBackedOffRequests } from '../../platform/outbound/backed-off-requests.ts';
import { createBoundedRequest } from '../../platform/outbound/bounded-request.ts';
import type { Platform } from '../../platform/platform.ts';
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
import { createAlertNotices, createIncidentUpdater } from './incidents/incident-changes.ts';
import { createSeenAlertsRepository, toAlert } from './incidents/seen-alerts.repository.ts';
import { createAlertRules } from './rules/rules.service.ts';
import { createAlertSettings } from './rules/settings.service.ts';
import { createWatches, scheduleWatches, type WatchesNeeds } from './watches/watches.ts';

export { alertChangeOf, createAlertPublisher, textOfAlertChange } from './delivery/alert-publisher.ts';
export type { SendPush } from './delivery/push-sender.ts';
export type { PublishedAlert } from './incidents/incident-changes.ts';

export type AlertsFeature = ReturnType<typeof createAlertsFeature>;

/** Must be called before the jobs start. */
export const createAlertsFeature = (
  needs: WatchesNeeds &
    Pick<Platform, 'mail' | 'publicUrl'> & {
      database: Pick<Database, 'db' | 'pool'>;
      audit: AuditTrail;
      jobs: Pick<JobRunner, 'schedule' | 'queue'>;
      /** Whether webhooks and push services may have addresses in the network of this server. */
      privateWebhooks: boolean;
      /** Replaces the sender of push messages in tests. */
      sendPush?: SendPush;
    },
) => {
  const { database, audit, jobs, mail, publicUrl, clock } = needs;
  const { meterDays: days, frames } = needs;
  const alerts = createSeenAlertsRepository(database.pool);
  const keys = createPushKeys(database.pool);
  const contact = publicUrl.startsWith('https:') ? publicUrl : 'mailto:nascente@localhost';
  const { db } = database;
  const allowsPrivate = needs.privateWebhooks;
  const sendRequest = createBoundedRequest({ allowsPrivate });
  // The test button sends at once; queued notices skip slow addresses for a while.
  const patient = createBackedOffRequests({ sendRequest, clock });
  const sendPush = needs.sendPush ?? createPushSender({ keys, contact, sendRequest: patient });
  const outside = { db, alerts, jobs, mail, publicUrl, clock };
  const notices = createNotices({ ...outside, sendPush, sendRequest: patient });
  const digests = createDigests(outside);
  const updateAlerts = createIncidentUpdater({ db, clock, onChanges: notices.onChanges });
  const { notify, onNotified } = createAlertNotices({ db, alerts, updateIncidents: updateAlerts });
  const { watches, heading } = createWatches({ ...needs, notify });
  scheduleWatches(jobs, watches);
  const service = createAlertsService({
    db,
    alerts,
    audit,
    curveOf: createAlertCurve({ days, frames, clock }),
    clock,
  });
  const webhooks = createAlertWebhooks({ db, audit, sendRequest, allowsPrivate, publicUrl, clock });
  const preferences = createAlertPreferences({ db, keys, allowsPrivate, clock });
  const rules = createAlertRules({ db, days, frames, audit, clock });
  const settings = createAlertSettings({ db, audit });
  return {
    /** Follows the running demand of meters with new frames. */
    stored: heading.stored,
    /** The listener gets changed alerts, with the MACs of their meters. */
    onNotified,
    /** The alert as this account sees it now; `null`: the account has no access. */
    async readAs(caller: Caller, alertId: string) {
      const row = await alerts.find(viewerOf(caller), alertId);
      return row && toAlert(row);
    },
    /** Number of open alerts of a utility by establishment that are not acknowledged and not muted by this account. */
    countOpen: (caller: Caller, type: BoardType) => alerts.openAt(viewerOf(caller), type, new Date(clock())),
    /** Open alerts of an establishment as this account sees them, the most severe first. */
    async openAt(caller: Caller, establishment: string, max: number) {
      return (await service.list(caller, { state: 'open', establishment, limit: max, skip: 0 })).alerts;
    },
    ...watches,
    sendDigests: digests.notify,
    stop: heading.stop,
    register(app: CallBinder) {
      bindAlerts(app, service);
      bindAlertNotices(app, preferences);
      bindAlertWebhooks(app, webhooks);
      bindAlertRules(app, rules);
      bindAlertSettings(app, settings);
    },
  };
};

import type { Alert } from '@nascente/contract/alerts';
import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import { createPostJson } from '../../platform/outbound/post-json.ts';
import type { AuditTrail } from '../audit/index.ts';
import { type BoardType, viewerOf } from '../meters/index.ts';
import type { EstablishmentPostsReader } from '../posts/index.ts';
import type { MeterDays, MeterFrames } from '../series/index.ts';
import { toAlert } from './alert-answer.ts';
import { createAlertCurve } from './alert-curve.ts';
import type { PublishedStory } from './alert-publisher.ts';
import {
  bindAlertNotices,
  bindAlertRules,
  bindAlertSettings,
  bindAlerts,
  bindAlertWebhooks,
} from './alerts.routes.ts';
import { createAlertsService } from './alerts.service.ts';
import { findBudgets, type ReadBudgets } from './budget-rules.ts';
import { findOfYesterday, type PriceEnergy } from './day-rules.ts';
import { findHeading, findOverruns } from './demand.ts';
import { createDigests } from './digests.ts';
import { createHeadingWatch } from './heading-watch.ts';
import { createJudgedRepository } from './judged.repository.ts';
import { findLeaks, type ReadNights } from './leaks.ts';
import { findMoney, type ReadMoney } from './money-rules.ts';
import { createNotices } from './notices.ts';
import { createOverrunCosts } from './overrun-cost.ts';
import { createAlertPreferences } from './preferences.service.ts';
import { type PushKeys, readPushKeys } from './push-keys.repository.ts';
import { createPushSender, type SendPush } from './push-sender.ts';
import { findOwnRules } from './rules/own-rules.ts';
import { createRulesRepository } from './rules/rules.repository.ts';
import { createAlertRules } from './rules/rules.service.ts';
import { createAlertSettings } from './rules/settings.service.ts';
import { tunedBy } from './rules/tuned.ts';
import { readTuning } from './rules/tuning.ts';
import { createSeenAlertsRepository } from './seen-alerts.repository.ts';
import { findSilence } from './silence.ts';
import { createStoryUpdater } from './story-changes.ts';
import { findClocks, findSupply } from './supply-rules.ts';
import { createWatchedMetersRepository } from './watched-meters.repository.ts';
import { createAlertWebhooks } from './webhooks.service.ts';

export { createAlertPublisher, type PublishedStory, storyOf, wordOf } from './alert-publisher.ts';
export type { SendPush } from './push-sender.ts';

const EVERY_MINUTE = '* * * * *';
/** Once boards have sent its last frames. */
const AFTER_EACH_QUARTER = '1,16,31,46 * * * *';
/** A leak is judged by whole nights; what people say of it, and today's loss, within a quarter of an hour. */
const EVERY_QUARTER = '3,18,33,48 * * * *';

/** Yesterday is told of once it is morning somewhere; late data of it within the hour. */
const EVERY_HOUR = '22 * * * *';
/** Bills change by the day. */
const EVERY_SIX_HOURS = '40 2,8,14,20 * * *';

interface ToldAlerts {
  readonly macs: readonly string[];
  readonly stories: readonly PublishedStory[];
}

export interface AlertsFeature {
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
  /** Looks at silence and running demand; runs by itself every minute. */
  watch(): Promise<void>;
  /** Looks at the quarter-hours that are closed; runs by itself after each. */
  watchQuarters(): Promise<void>;
  /** Looks at what yesterday says of each meter; runs by itself every hour. */
  watchDays(): Promise<void>;
  /** Looks at cycles, bills and contracts; runs by itself every six hours. */
  watchMoney(): Promise<void>;
  /** Looks at water; runs by itself every quarter of an hour. */
  watchLeaks(): Promise<void>;
  /** Sends the digests of this morning; runs by itself every hour. */
  tellDigests(): Promise<void>;
  /** Waits for what is under way. */
  stop(): Promise<void>;
  register(app: CallBinder): void;
}

/** What the product tells by itself. To be created before the jobs start. */
export const createAlertsFeature = (needs: {
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
  posts: EstablishmentPostsReader;
  meterDays: MeterDays;
  frames: Pick<MeterFrames, 'read'>;
  readNights: ReadNights;
  money: ReadMoney;
  budgets: ReadBudgets;
  price: PriceEnergy;
  clock: () => Instant;
  log: Log;
}): AlertsFeature => {
  const { database, audit, jobs, mail, brandRule, publicUrl, posts, readNights, clock, log } = needs;
  const { meterDays: days } = needs;
  const listeningSince = clock();
  const listeners: ((alerts: ToldAlerts) => void)[] = [];
  const meters = createWatchedMetersRepository(database.pool);
  const judged = createJudgedRepository(database.pool);
  const alerts = createSeenAlertsRepository(database.pool);
  let pushKeys: Promise<PushKeys> | null = null;
  const keys = (): Promise<PushKeys> => {
    pushKeys ??= readPushKeys(database.pool).catch((failure: unknown) => {
      pushKeys = null;
      throw failure;
    });
    return pushKeys;
  };
  const contact = publicUrl.startsWith('https:') ? publicUrl : 'mailto:nascente@localhost';
  const { db } = database;
  const allowsPrivate = needs.privateWebhooks;
  const sendPush = needs.sendPush ?? createPushSender({ keys, contact, allowsPrivate });
  const postJson = createPostJson({ allowsPrivate });
  const outside = { db, alerts, jobs, mail, brandRule, publicUrl, clock };
  const notices = createNotices({ ...outside, sendPush, postJson });
  const digests = createDigests(outside);
  const updateStories = createStoryUpdater({ db, clock, onChanges: notices.onChanges });
  const tell = async (found: Parameters<typeof updateStories>[0]): Promise<void> => {
    const changes = await updateStories(found.kind === 'own' ? found : await tunedBy(db, found));
    if (changes.length === 0) return;
    const events = new Map(changes.map(({ alertId, event }) => [alertId, event]));
    const places = await alerts.whereOf([...events.keys()]);
    const macs = [...new Set(places.flatMap((place) => place.macs))];
    const stories = places.map(({ alertId, establishmentId }) => ({
      alertId,
      establishmentId,
      event: events.get(alertId) ?? 'opened',
    }));
    for (const listener of listeners) listener({ macs, stories });
  };
  const costsOf = createOverrunCosts({ judged, money: needs.money, log });
  const heading = createHeadingWatch({
    establishments: meters.demandEstablishments,
    find: (establishments) => findHeading({ meters, days, posts }, establishments, clock()),
    tell,
    clock,
    log,
  });
  const watch = async (): Promise<void> => {
    const tuning = await readTuning(db);
    await tell(await findSilence(meters, { now: clock(), listeningSince, tuning }));
    await heading.everyEstablishment(await meters.demandEstablishments());
  };
  const watchQuarters = async (): Promise<void> => {
    await tell(await findOverruns({ days, posts, costsOf }, await meters.demandEstablishments(), clock()));
    const [judgedMeters, tuning] = await Promise.all([judged.meters(), readTuning(db)]);
    const supplied = { judged, meters: judgedMeters, tuning };
    for (const found of await findSupply(supplied, clock())) await tell(found);
    await tell(await findClocks(supplied, clock()));
    for (const found of await findOwnRules(
      { rules: createRulesRepository(db), days, frames: needs.frames },
      clock(),
    ))
      await tell(found);
  };
  const watchDays = async (): Promise<void> => {
    const [judgedMeters, tuning] = await Promise.all([judged.meters(), readTuning(db)]);
    const asked = { days, frames: needs.frames, meters: judgedMeters, tuning, price: needs.price };
    for (const found of await findOfYesterday(asked, clock())) await tell(found);
  };
  const watchMoney = async (): Promise<void> => {
    const [establishments, tuning] = await Promise.all([judged.establishments(), readTuning(db)]);
    for (const found of await findMoney({ establishments, tuning, money: needs.money, log }, clock()))
      await tell(found);
    await tell(await findBudgets({ establishments, tuning, budgets: needs.budgets, log }));
  };
  const watchLeaks = async (): Promise<void> => tell(await findLeaks({ meters, readNights, log }));
  jobs.schedule('watch-alerts', EVERY_MINUTE, watch);
  jobs.schedule('watch-quarters', AFTER_EACH_QUARTER, watchQuarters, { alsoAtStart: true });
  jobs.schedule('watch-days', EVERY_HOUR, watchDays, { alsoAtStart: true });
  jobs.schedule('watch-money', EVERY_SIX_HOURS, watchMoney, { alsoAtStart: true });
  jobs.schedule('watch-leaks', EVERY_QUARTER, watchLeaks, { alsoAtStart: true });
  const service = createAlertsService({
    db,
    alerts,
    audit,
    curveOf: createAlertCurve({ days, frames: needs.frames, clock }),
    clock,
  });
  const webhooks = createAlertWebhooks({ db, audit, postJson, allowsPrivate, publicUrl, clock });
  const preferences = createAlertPreferences({ db, keys, allowsPrivate, clock });
  const rules = createAlertRules({ db, days, frames: needs.frames, audit, clock });
  const settings = createAlertSettings({ db, audit });
  return {
    stored: heading.stored,
    onTold: (listener) => void listeners.push(listener),
    async readAs(caller, alertId) {
      const row = await alerts.find(viewerOf(caller), alertId);
      return row && toAlert(row);
    },
    countOpen: (caller, type) => alerts.openAt(viewerOf(caller), type),
    async openAt(caller, establishment, most) {
      return (await service.list(caller, { state: 'open', establishment, limit: most, skip: 0 })).alerts;
    },
    watch,
    watchQuarters,
    watchDays,
    watchMoney,
    watchLeaks,
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

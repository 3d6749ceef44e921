import type { NightFlow } from '@nascente/contract/energy/water';
import { HEADING_FROM_MS } from '@nascente/domain/alerts/running-demand';
import { taughtBy } from '@nascente/domain/alerts/thresholds';
import { startOfDay } from '@nascente/domain/base/time/civil-day';
import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { Instant } from '@nascente/domain/base/time/zone';
import { instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { notifiedSilentAfter, silentAfter } from '@nascente/domain/telemetry/quality/silence';
import type { Log } from '@nascente/runtime/log';
import type { EstablishmentTouReader } from '../../../energy/tou-periods/index.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';
import type { MeterDays, MeterFrames } from '../../../telemetry/series/index.ts';
import type { Notify } from '../incidents/incident-changes.ts';
import { findOwnRules } from '../rules/own-rules.ts';
import { createRulesRepository } from '../rules/rules.repository.ts';
import { readTuning, type Tuning } from '../rules/settings.repository.ts';
import { type AlertFinding, type Found, meterFinding } from './alert-finding.ts';
import { findBudgets, type ReadBudgets } from './budget-rules.ts';
import { findOfYesterday, type PriceEnergy } from './day-rules.ts';
import { createOverrunCosts, findHeading, findOverruns } from './demand.ts';
import { findMoney, type ReadMoney } from './money-rules.ts';
import { findClocks, findSupply } from './supply-rules.ts';
import {
  createJudgedRepository,
  createWatchedMetersRepository,
  type DemandEstablishment,
  ownerOf,
  type SilentMeterState,
  type WatchedMetersRepository,
  type WaterMeter,
} from './watched-meters.repository.ts';

/** Follows the running quarter-hour of establishments with contracted demand. */
type HeadingWatch = ReturnType<typeof createHeadingWatch>;

/** Frames are collected for this time, so an establishment is checked once for many frames. */
const GATHER_MS = 100;
const PAUSE_MS = 1_000;

const createHeadingWatch = (needs: {
  establishments: () => Promise<readonly DemandEstablishment[]>;
  find: (establishments: readonly DemandEstablishment[]) => Promise<Found['findings']>;
  notify: (found: Found) => Promise<unknown>;
  clock: () => Instant;
  log: Log;
}) => {
  const { establishments, find, notify, clock, log } = needs;
  let byMeter: ReadonlyMap<number, DemandEstablishment> = new Map();
  let loadedAt = Number.NEGATIVE_INFINITY;
  /** Meters with new frames. While the contracts are not loaded, it contains the meters of all frames. */
  const received = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const know = (found: readonly DemandEstablishment[]): void => {
    byMeter = new Map(
      found.flatMap((establishment) => establishment.installations.map((id) => [id, establishment] as const)),
    );
    loadedAt = clock();
  };
  const isLoaded = () => clock() - loadedAt <= MINUTE_MS;
  const tellsOf = () => clock() % QUARTER_MS >= HEADING_FROM_MS;

  const lookAt = async (some: readonly DemandEstablishment[], looksAt: Found['looksAt']): Promise<void> => {
    // Until the fifth minute the alert of the previous quarter-hour stays.
    if (!tellsOf()) return;
    await notify({ kind: 'demand-heading', findings: await find(some), seenFrom: null, looksAt });
  };

  const evaluateReceived = async (): Promise<void> => {
    if (!isLoaded()) know(await establishments());
    const some = [...new Set([...received].flatMap((id) => byMeter.get(id) ?? []))];
    received.clear();
    const ids = new Set(some.map(({ establishmentId }) => establishmentId));
    if (ids.size > 0) await lookAt(some, (member) => ids.has(member));
  };

  const lookSoon = (ms: number): void => {
    timer ??= setTimeout(() => {
      running = evaluateReceived()
        .catch((failure: unknown) => log.warn({ err: failure }, 'a running demand could not be followed'))
        .finally(() => {
          timer = undefined;
          if (received.size > 0) lookSoon(PAUSE_MS);
        });
    }, ms);
  };

  return {
    stored(installations: readonly number[]): void {
      if (!tellsOf()) return;
      const areMetersLoaded = isLoaded();
      for (const id of installations) if (!areMetersLoaded || byMeter.has(id)) received.add(id);
      if (received.size > 0) lookSoon(GATHER_MS);
    },
    async everyEstablishment(found: readonly DemandEstablishment[]): Promise<void> {
      know(found);
      await lookAt(found, () => true);
    },
    async stop(): Promise<void> {
      clearTimeout(timer);
      received.clear();
      await running;
    },
  };
};

type ReadNights = (caller: Caller, mac: Mac) => Promise<NightFlow>;

const toFinding = (meter: WaterMeter, leak: NonNullable<NightFlow['leak']>): AlertFinding =>
  meterFinding(
    meter,
    { kind: 'leak', ...leak },
    { since: startOfDay(leak.since, meter.zone), cost: leak.cost },
  );

/** Finds water meters with a leak or a continuous flow. If the check of one meter fails, the others are still checked. */
const findLeaks = async (needs: {
  meters: Pick<WatchedMetersRepository, 'water'>;
  readNights: ReadNights;
  log: Log;
}): Promise<Found> => {
  const findings: AlertFinding[] = [];
  const unknown = new Set<string>();
  for (const meter of await needs.meters.water()) {
    try {
      const { leak, continuous } = await needs.readNights(ownerOf(meter), meter.mac);
      const leakFound = leak ?? continuous;
      if (leakFound !== null) findings.push(toFinding(meter, leakFound));
    } catch (failure) {
      needs.log.warn({ err: failure, mac: meter.mac }, 'the nights of a water meter could not be judged');
      unknown.add(String(meter.installationId));
    }
  }
  return { kind: 'leak', findings, seenFrom: null, looksAt: (member) => !unknown.has(member) };
};

/** The time of the newest frame that a previous server received; until then a server was listening. */
const lastMessageBefore = (received: readonly SilentMeterState[], listeningSince: Instant): number =>
  received.reduce(
    (last, { receivedAt }) => (receivedAt < listeningSince ? Math.max(last, receivedAt) : last),
    Number.NEGATIVE_INFINITY,
  );

/** Finds silent meters. Time without a running server does not count as silence, except for meters that were silent before. */
export const findSilence = async (
  meters: Pick<WatchedMetersRepository, 'received'>,
  {
    now,
    listeningSince,
    tuning,
  }: { readonly now: Instant; readonly listeningSince: Instant; readonly tuning: Tuning },
): Promise<Found> => {
  const received = await meters.received();
  const before = lastMessageBefore(received, listeningSince);
  const findings: AlertFinding[] = [];
  const waiting = new Set<string>();
  for (const { installationId, establishmentId, receivedAt, frames } of received) {
    const member = String(installationId);
    const { opinions } = tuning(establishmentId, 'silent');
    const maxMs = notifiedSilentAfter(silentAfter(frames)) * taughtBy(opinions);
    if (now - Math.max(receivedAt, listeningSince) > maxMs || before - receivedAt > maxMs)
      findings.push(
        meterFinding({ installationId, establishmentId }, { kind: 'silent' }, { since: instant(receivedAt) }),
      );
    // Unknown: no frame since the server began to listen.
    else if (receivedAt < listeningSince && now - listeningSince <= maxMs) waiting.add(member);
  }
  return { kind: 'silent', findings, seenFrom: null, looksAt: (member) => !waiting.has(member) };
};

const EVERY_MINUTE = '* * * * *';
/** One minute after each quarter-hour, when boards have sent its last frames. */
const AFTER_EACH_QUARTER = '1,16,31,46 * * * *';
/** Answers about leaks and the lost volume are updated within a quarter of an hour. */
const EVERY_QUARTER = '3,18,33,48 * * * *';
/** Every hour, because it is morning in some zone; late data are considered within an hour. */
const EVERY_HOUR = '22 * * * *';
/** Bills change by the day. */
const EVERY_SIX_HOURS = '40 2,8,14,20 * * *';

export interface Watches {
  watch(): Promise<void>;
  watchQuarters(): Promise<void>;
  watchDays(): Promise<void>;
  watchMoney(): Promise<void>;
  watchLeaks(): Promise<void>;
}

export interface WatchesNeeds {
  readonly touPeriods: EstablishmentTouReader;
  readonly meterDays: MeterDays;
  readonly frames: Pick<MeterFrames, 'read'>;
  readonly readNights: ReadNights;
  readonly money: ReadMoney;
  readonly budgets: ReadBudgets;
  readonly price: PriceEnergy;
  readonly clock: () => Instant;
  readonly log: Log;
}

export const createWatches = (
  needs: WatchesNeeds & { database: Pick<Database, 'db' | 'pool'>; notify: Notify },
): { readonly watches: Watches; readonly heading: HeadingWatch } => {
  const { database, notify, touPeriods, meterDays: days, readNights, clock, log } = needs;
  const { db } = database;
  const listeningSince = clock();
  const meters = createWatchedMetersRepository(database.pool);
  const judged = createJudgedRepository(database.pool);
  const costsOf = createOverrunCosts({ judged, money: needs.money, log });
  const heading = createHeadingWatch({
    establishments: meters.demandEstablishments,
    find: (establishments) => findHeading({ meters, days, touPeriods }, establishments, clock()),
    notify,
    clock,
    log,
  });
  const watches: Watches = {
    async watch() {
      const tuning = await readTuning(db);
      await notify(await findSilence(meters, { now: clock(), listeningSince, tuning }));
      await heading.everyEstablishment(await meters.demandEstablishments());
    },
    async watchQuarters() {
      await notify(
        await findOverruns({ days, touPeriods, costsOf }, await meters.demandEstablishments(), clock()),
      );
      const [judgedMeters, tuning] = await Promise.all([judged.meters(), readTuning(db)]);
      const supplied = { judged, meters: judgedMeters, tuning };
      for (const found of await findSupply(supplied, clock())) await notify(found);
      await notify(await findClocks(supplied, clock()));
      for (const found of await findOwnRules(
        { rules: createRulesRepository(db), days, frames: needs.frames },
        clock(),
      ))
        await notify(found);
    },
    async watchDays() {
      const [judgedMeters, tuning] = await Promise.all([judged.meters(), readTuning(db)]);
      const requested = { days, frames: needs.frames, meters: judgedMeters, tuning, price: needs.price };
      for (const found of await findOfYesterday(requested, clock())) await notify(found);
    },
    async watchMoney() {
      const [establishments, tuning] = await Promise.all([judged.establishments(), readTuning(db)]);
      for (const found of await findMoney({ establishments, tuning, money: needs.money, log }, clock()))
        await notify(found);
      await notify(await findBudgets({ establishments, tuning, budgets: needs.budgets, log }));
    },
    async watchLeaks() {
      await notify(await findLeaks({ meters, readNights, log }));
    },
  };
  return { watches, heading };
};

/** Schedules the evaluation of all rules. They also run at the start, except those that run every minute. */
export const scheduleWatches = (jobs: Pick<JobRunner, 'schedule'>, watches: Watches): void => {
  jobs.schedule('watch-alerts', EVERY_MINUTE, watches.watch);
  jobs.schedule('watch-quarters', AFTER_EACH_QUARTER, watches.watchQuarters, { alsoAtStart: true });
  jobs.schedule('watch-days', EVERY_HOUR, watches.watchDays, { alsoAtStart: true });
  jobs.schedule('watch-money', EVERY_SIX_HOURS, watches.watchMoney, { alsoAtStart: true });
  jobs.schedule('watch-leaks', EVERY_QUARTER, watches.watchLeaks, { alsoAtStart: true });
};

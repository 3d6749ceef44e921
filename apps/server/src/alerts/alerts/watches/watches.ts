import type { Instant } from '@nascente/domain/base/time/zone';
import type { Log } from '@nascente/runtime/log';
import type { EstablishmentPostsReader } from '../../../energy/tou-periods/index.ts';
import type { Database } from '../../../platform/database/open-database.ts';
import type { JobRunner } from '../../../platform/jobs/job-runner.ts';
import type { MeterDays, MeterFrames } from '../../../telemetry/series/index.ts';
import { findOwnRules } from '../rules/own-rules.ts';
import { createRulesRepository } from '../rules/rules.repository.ts';
import { readTuning } from '../rules/tuning.ts';
import type { Tell } from '../stories/told-alerts.ts';
import { findBudgets, type ReadBudgets } from './budget-rules.ts';
import { findOfYesterday, type PriceEnergy } from './day-rules.ts';
import { findHeading, findOverruns } from './demand.ts';
import { createHeadingWatch, type HeadingWatch } from './heading-watch.ts';
import { createJudgedRepository } from './judged.repository.ts';
import { findLeaks, type ReadNights } from './leaks.ts';
import { findMoney, type ReadMoney } from './money-rules.ts';
import { createOverrunCosts } from './overrun-cost.ts';
import { findSilence } from './silence.ts';
import { findClocks, findSupply } from './supply-rules.ts';
import { createWatchedMetersRepository } from './watched-meters.repository.ts';

const EVERY_MINUTE = '* * * * *';
/** Once boards have sent its last frames. */
const AFTER_EACH_QUARTER = '1,16,31,46 * * * *';
/** A leak is judged by whole nights; what people say of it, and today's loss, within a quarter of an hour. */
const EVERY_QUARTER = '3,18,33,48 * * * *';
/** Yesterday is told of once it is morning somewhere; late data of it within the hour. */
const EVERY_HOUR = '22 * * * *';
/** Bills change by the day. */
const EVERY_SIX_HOURS = '40 2,8,14,20 * * *';

/** What is looked at, and whose findings are told. */
export interface Watches {
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
}

export interface WatchesNeeds {
  readonly posts: EstablishmentPostsReader;
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
  needs: WatchesNeeds & { database: Pick<Database, 'db' | 'pool'>; tell: Tell },
): { readonly watches: Watches; readonly heading: HeadingWatch } => {
  const { database, tell, posts, meterDays: days, readNights, clock, log } = needs;
  const { db } = database;
  const listeningSince = clock();
  const meters = createWatchedMetersRepository(database.pool);
  const judged = createJudgedRepository(database.pool);
  const costsOf = createOverrunCosts({ judged, money: needs.money, log });
  const heading = createHeadingWatch({
    establishments: meters.demandEstablishments,
    find: (establishments) => findHeading({ meters, days, posts }, establishments, clock()),
    tell,
    clock,
    log,
  });
  const watches: Watches = {
    async watch() {
      const tuning = await readTuning(db);
      await tell(await findSilence(meters, { now: clock(), listeningSince, tuning }));
      await heading.everyEstablishment(await meters.demandEstablishments());
    },
    async watchQuarters() {
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
    },
    async watchDays() {
      const [judgedMeters, tuning] = await Promise.all([judged.meters(), readTuning(db)]);
      const asked = { days, frames: needs.frames, meters: judgedMeters, tuning, price: needs.price };
      for (const found of await findOfYesterday(asked, clock())) await tell(found);
    },
    async watchMoney() {
      const [establishments, tuning] = await Promise.all([judged.establishments(), readTuning(db)]);
      for (const found of await findMoney({ establishments, tuning, money: needs.money, log }, clock()))
        await tell(found);
      await tell(await findBudgets({ establishments, tuning, budgets: needs.budgets, log }));
    },
    async watchLeaks() {
      await tell(await findLeaks({ meters, readNights, log }));
    },
  };
  return { watches, heading };
};

/** Looks by the clock from now on; also at the start, but for what is looked at each minute. */
export const scheduleWatches = (jobs: Pick<JobRunner, 'schedule'>, watches: Watches): void => {
  jobs.schedule('watch-alerts', EVERY_MINUTE, watches.watch);
  jobs.schedule('watch-quarters', AFTER_EACH_QUARTER, watches.watchQuarters, { alsoAtStart: true });
  jobs.schedule('watch-days', EVERY_HOUR, watches.watchDays, { alsoAtStart: true });
  jobs.schedule('watch-money', EVERY_SIX_HOURS, watches.watchMoney, { alsoAtStart: true });
  jobs.schedule('watch-leaks', EVERY_QUARTER, watches.watchLeaks, { alsoAtStart: true });
};

import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { EstablishmentsService } from '../establishments/index.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createQualityPacking } from '../readings/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { bindAnalysis } from './analysis.routes.ts';
import { createAnalysisService } from './analysis.service.ts';
import { bindConsumption } from './consumption.routes.ts';
import { createConsumptionService } from './consumption.service.ts';
import { type ConsumptionReader, createConsumptionReader } from './consumption-reader.ts';
import { createDayPacker } from './day-packer.ts';
import { createDaysReader, type DaysReader } from './days-reader.ts';
import { createEmissionsRepository } from './emissions.repository.ts';
import { createEmissionsService } from './emissions.service.ts';
import { createManyHoursRepository } from './many-hours.repository.ts';
import { bindNightFlow } from './night-flow.routes.ts';
import { createNightFlowService } from './night-flow.service.ts';
import { createPackedDaysRepository } from './packed-days.repository.ts';
import { createPeriodService } from './period.service.ts';
import { createQuartersRepository } from './quarters.repository.ts';
import { createSeriesRepository, type SeriesRepository } from './series.repository.ts';

const EVERY_HOUR = '17 * * * *';

export { checkPeriod } from './asked-period.ts';
export type { ConsumptionReader } from './consumption-reader.ts';
export { inUnits } from './day-answer.ts';
export type { DaysOfMeter, DaysReader } from './days-reader.ts';
export { type PeriodAsked, periodAsked } from './period-asked.ts';
export { inReais, priceDays } from './priced-days.ts';
export type { SeriesRepository } from './series.repository.ts';

export interface ConsumptionFeature {
  readonly reader: ConsumptionReader;
  /** Days by post, of many meters at once. */
  readonly days: DaysReader;
  /** What meters measured, column by column. */
  readonly series: SeriesRepository;
  /** Packs the closed days that are not; runs every hour by itself. Answers how many that were. */
  packDays(): Promise<number>;
  register(app: CallBinder): void;
}

export const createConsumptionFeature = (needs: {
  database: Pick<Database, 'db' | 'pool'>;
  directory: MeterDirectory;
  establishments: EstablishmentsService;
  tariffs: TariffsService;
  clock: () => Instant;
  jobs: Pick<JobRunner, 'schedule'>;
}): ConsumptionFeature => {
  const { database, directory, establishments, tariffs, clock, jobs } = needs;
  const packedDays = createPackedDaysRepository(database.pool);
  const packQuality = createQualityPacking({ database, clock });
  const packDays = createDayPacker({ packedDays, clock, packQuality });
  jobs.schedule('pack-days', EVERY_HOUR, async () => void (await packDays()));
  const series = createSeriesRepository(database.pool, packedDays);
  const reader = createConsumptionReader(series);
  const days = createDaysReader({ hours: createManyHoursRepository(database.pool), series });
  const consumption = createConsumptionService({ reader, directory, tariffs, clock });
  const meters = createEmissionsRepository(database.db);
  const emissions = createEmissionsService({ meters, reader, establishments, clock });
  const nightFlow = createNightFlowService({ reader, directory, tariffs, clock });
  const quarters = createQuartersRepository(database.pool);
  const analysed = { reader, quarters, directory, tariffs, clock };
  const analysis = createAnalysisService(analysed);
  const periods = createPeriodService(analysed);
  return {
    reader,
    days,
    series,
    packDays,
    register(app) {
      bindConsumption(app, consumption, emissions);
      bindAnalysis(app, analysis, periods);
      bindNightFlow(app, nightFlow);
    },
  };
};

import { instant } from '@nascente/domain/time/zone';
import { createManyHoursRepository } from '../features/consumption/many-hours.repository.ts';
import { createRecentQuartersRepository } from '../features/consumption/recent-quarters.repository.ts';
import { createRecentQuarters } from '../features/consumption/recent-quarters.ts';
import { createSeriesRepository } from '../features/consumption/series.repository.ts';
import { createSpansReader } from '../features/consumption/spans-reader.ts';
import { createMeterDaysRepository } from '../features/series/meter-days.repository.ts';
import type { TestApi } from './test-api.ts';

/** Readers that remember nothing of what is over, against which those that do are held. */
export const createPlainReaders = ({ database: { pool, changes } }: TestApi, now: number) => {
  const clock = () => instant(now);
  const closedDays = createMeterDaysRepository(pool);
  const quarters = createRecentQuartersRepository(pool);
  const recentQuarters = createRecentQuarters({ quarters, changes, clock });
  const spans = createSpansReader({
    hours: createManyHoursRepository(pool, recentQuarters, clock),
    series: createSeriesRepository(pool, closedDays, clock),
  });
  return { clock, changes, closedDays, recentQuarters, spans };
};

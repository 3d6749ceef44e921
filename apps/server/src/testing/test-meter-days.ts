import { instant } from '@nascente/domain/time/zone';
import { createClosedDaysRepository } from '../features/series/days/closed-days.repository.ts';
import { createClosedHoursRepository } from '../features/series/days/closed-hours.repository.ts';
import { createMeterDays, type MeterDays } from '../features/series/days/meter-days.ts';
import { createOpenQuartersRepository } from '../features/series/days/open-quarters.repository.ts';
import type { TestApi } from './test-api.ts';

/** The door to what meters measured, as the server opens it, at a moment. */
export const createTestMeterDays = ({ database: { pool } }: TestApi, now: number): MeterDays =>
  createMeterDays({
    closedDays: createClosedDaysRepository(pool),
    closedHours: createClosedHoursRepository(pool),
    openQuarters: createOpenQuartersRepository(pool),
    clock: () => instant(now),
  });

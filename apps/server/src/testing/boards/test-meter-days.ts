import { instant } from '@nascente/domain/base/time/zone';
import { createMeterDays, type MeterDays } from '../../telemetry/series/days/meter-days.ts';
import type { TestApi } from '../test-api.ts';

/** The door to what meters measured, as the server opens it, at a moment. */
export const createTestMeterDays = ({ database: { pool } }: TestApi, now: number): MeterDays =>
  createMeterDays({ pool, clock: () => instant(now) });

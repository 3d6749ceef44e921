import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { createQualityPacking } from '../readings/index.ts';
import { createDayPacker } from './day-packer.ts';
import { createPackedDaysRepository } from './packed-days.repository.ts';

/** Packs the closed days that are not, with their power factor and voltage. Answers how many that were. */
export const createDaysPacking = (needs: {
  database: Pick<Database, 'pool'>;
  clock: () => Instant;
}): (() => Promise<number>) =>
  createDayPacker({
    packedDays: createPackedDaysRepository(needs.database.pool),
    clock: needs.clock,
    packQuality: createQualityPacking(needs),
  });

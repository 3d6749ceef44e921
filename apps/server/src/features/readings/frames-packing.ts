import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { createDayFramesPacker } from './day-frames-packer.ts';
import { createFramesRepository } from './frames.repository.ts';
import { createOpenFramesRepository } from './open-frames.repository.ts';
import { createOpenFramesPacker } from './open-frames-packer.ts';
import { createPackedFramesRepository } from './packed-frames.repository.ts';

/** Packs frames as they are answered: of the open days, then of the closed ones. Answers how many days that were. */
export const createFramesPacking = (needs: {
  database: Pick<Database, 'pool'>;
  clock: () => Instant;
}): (() => Promise<number>) => {
  const { database, clock } = needs;
  const frames = createFramesRepository(database.pool);
  const packed = createPackedFramesRepository(database.pool);
  const packOpen = createOpenFramesPacker({ open: createOpenFramesRepository(database.pool), clock });
  const packClosed = createDayFramesPacker({ frames, packed });
  return async () => {
    await packOpen();
    return packClosed();
  };
};

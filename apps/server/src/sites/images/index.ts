import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import { createImagesRepository } from './images.repository.ts';
import { bindImages } from './images.routes.ts';
import { createImagesService } from './images.service.ts';

interface ImagesFeature {
  /** What the job does, for whoever cannot wait for its hour. */
  removeUnused(): Promise<void>;
  register(app: CallBinder): void;
}

const MAX_A_DAY = 40;
const HOURLY = '23 * * * *';

/** To be called before the jobs start. */
export const createImagesFeature = (needs: {
  database: Pick<Database, 'db'>;
  jobs: Pick<JobRunner, 'schedule'>;
  clock: () => Instant;
}): ImagesFeature => {
  const { database, jobs, clock } = needs;
  const service = createImagesService({
    images: createImagesRepository(database.db),
    quota: createQuota({ db: database.db, clock, purpose: 'picture', most: MAX_A_DAY, windowMs: DAY_MS }),
    clock,
  });
  const removeUnused = () => service.removeUnused();
  jobs.schedule('images-unused', HOURLY, removeUnused);
  return { removeUnused, register: (app) => bindImages(app, service) };
};

import { Readable } from 'node:stream';
import { readImage, uploadImage } from '@nascente/contract/sites/images';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { Platform } from '../../platform/platform.ts';
import { createImagesRepository } from './images.repository.ts';
import { createImagesService, type ImagesService } from './images.service.ts';

const bindImages = (app: CallBinder, images: ImagesService): void => {
  bindUpload(app, uploadImage, async ({ caller, file }) => ({
    ok: true,
    image: await images.store(caller, file),
  }));
  bindCall(app, readImage, async ({ caller, params }) => {
    const { content, contentType } = await images.read(caller, params.id);
    const stream = Readable.from([content], { objectMode: false });
    return new StreamedAnswer(stream, { contentType, name: `imagem.${contentType.split('/')[1]}` });
  });
};

const MAX_A_DAY = 40;
const HOURLY = '23 * * * *';

/** To be called before the jobs start. */
export const createImagesFeature = (needs: Pick<Platform, 'clock' | 'database' | 'jobs'>) => {
  const { database, jobs, clock } = needs;
  const service = createImagesService({
    images: createImagesRepository(database.db),
    quota: createQuota({ db: database.db, clock, purpose: 'picture', most: MAX_A_DAY, windowMs: DAY_MS }),
    clock,
  });
  const removeUnused = () => service.removeUnused();
  jobs.schedule('images-unused', HOURLY, removeUnused);
  return {
    /** The job's work, for tests. */
    removeUnused,
    register: (app: CallBinder) => bindImages(app, service),
  };
};

import { Readable } from 'node:stream';
import { isId } from '@nascente/contract/base/conventions';
import { type Image, NO_IMAGE, readImage, uploadImage } from '@nascente/contract/sites/images';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import { NotFound, UnsupportedType } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { bindUpload } from '../../platform/http/calls/bind-upload.ts';
import { StreamedAnswer } from '../../platform/http/calls/streamed-answer.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import { legiblePicture } from '../../platform/pictures/legible-picture.ts';
import type { Platform } from '../../platform/platform.ts';
import { viewerOf } from '../meters/index.ts';
import { createImagesRepository, type StoredImage } from './images.repository.ts';

const MAX_A_DAY = 40;
const HOURLY = '23 * * * *';

/** Must be called before the jobs start. */
export const createImagesFeature = (needs: Pick<Platform, 'clock' | 'db' | 'jobs'>) => {
  const { jobs, clock, db } = needs;
  const images = createImagesRepository(db);
  const quota = createQuota({ db, clock, purpose: 'picture', max: MAX_A_DAY, windowMs: DAY_MS });

  /** Throws UnsupportedType if the content is no picture, LimitReached above the quota. */
  const store = async (caller: Caller, file: Buffer): Promise<Image> => {
    requirePermission(caller, 'upload-image');
    await quota.use(caller.accountId);
    const picture = await legiblePicture(file, caller.accountId);
    if (picture === null) throw new UnsupportedType(NO_IMAGE);
    const id = await images.insert(caller.accountId, picture, new Date(clock()));
    return { id, url: `/api/image/${id}`, width: picture.width, height: picture.height };
  };

  /** Throws the same NotFound for an absent image and for one of another customer. */
  const read = async (caller: Caller, id: string): Promise<StoredImage> => {
    requirePermission(caller, 'see-establishments');
    const image = isId(id) ? await images.find(viewerOf(caller), id) : null;
    if (image === null) throw new NotFound('Imagem não encontrada.');
    return image;
  };

  /** Removes images that are older than a day and not in use. */
  const removeUnused = async (): Promise<void> => {
    await images.removeUnused(new Date(clock() - DAY_MS));
  };
  jobs.schedule('images-unused', HOURLY, removeUnused);
  return {
    /** Runs the hourly job at once, for tests. */
    removeUnused,
    register(app: CallBinder): void {
      bindUpload(app, uploadImage, async ({ caller, file }) => ({ image: await store(caller, file) }));
      bindCall(app, readImage, async ({ caller, params }) => {
        const { content, contentType } = await read(caller, params.id);
        const stream = Readable.from([content], { objectMode: false });
        return new StreamedAnswer(stream, { contentType, name: `imagem.${contentType.split('/')[1]}` });
      });
    },
  };
};

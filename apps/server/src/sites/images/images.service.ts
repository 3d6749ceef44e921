import { isId } from '@nascente/contract/base/conventions';
import { type Image, NO_IMAGE } from '@nascente/contract/sites/images';
import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import { NotFound, UnsupportedType } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Quota } from '../../platform/limits/quota.ts';
import { legiblePicture } from '../../platform/pictures/legible-picture.ts';
import { viewerOf } from '../meters/index.ts';
import type { ImagesRepository, StoredImage } from './images.repository.ts';

export type ImagesService = ReturnType<typeof createImagesService>;

export const createImagesService = (needs: {
  images: ImagesRepository;
  quota: Quota;
  clock: () => Instant;
}) => {
  const { images, quota, clock } = needs;
  return {
    /** Throws UnsupportedType if the content is no picture, LimitReached above the quota. */
    async store(caller: Caller, file: Buffer): Promise<Image> {
      requirePermission(caller, 'upload-image');
      await quota.use(caller.accountId);
      const picture = await legiblePicture(file, caller.accountId);
      if (picture === null) throw new UnsupportedType(NO_IMAGE);
      const id = await images.insert(caller.accountId, picture, new Date(clock()));
      return { id, url: `/api/image/${id}`, width: picture.width, height: picture.height };
    },
    /** Throws the same NotFound for an absent image and for another customer's. */
    async read(caller: Caller, id: string): Promise<StoredImage> {
      requirePermission(caller, 'see-establishments');
      const image = isId(id) ? await images.find(viewerOf(caller), id) : null;
      if (image === null) throw new NotFound('Imagem não encontrada.');
      return image;
    },
    /** Removes images that were not used within a day of their upload. */
    async removeUnused(): Promise<void> {
      await images.removeUnused(new Date(clock() - DAY_MS));
    },
  };
};

import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
export const IMAGE_TOO_LARGE = 'A imagem deve ter no máximo 5 MB.';
export const NO_IMAGE = 'Envie uma imagem PNG, JPEG ou WebP.';

export const image = z.object({
  id: z.string(),
  url: described('Path on this host; needs the session token like every call.', z.string()),
  width: z.int(),
  height: z.int(),
});
export type Image = z.output<typeof image>;

export const uploadImage = defineCall({
  name: 'uploadImage',
  route: 'POST /uploadImage',
  permission: 'upload-image',
  summary:
    'Stores an image, re-encoded without metadata. It is deleted after one day unless an establishment refers to it.',
  upload: {
    field: 'image',
    types: IMAGE_TYPES,
    maxBytes: MAX_IMAGE_BYTES,
    texts: { missing: NO_IMAGE, tooLarge: IMAGE_TOO_LARGE },
  },
  success: 201,
  answer: { image },
});

export const readImage = defineCall({
  name: 'readImage',
  route: 'GET /image/:id',
  permission: 'see-establishments',
  summary: 'An image, for the account that uploaded it or may edit the establishment that refers to it.',
  download: ['image/webp'],
  answer: z.unknown(),
});

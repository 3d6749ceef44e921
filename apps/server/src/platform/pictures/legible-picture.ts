import { inTurn, openPicture, pictureTypeOf } from './small-picture.ts';

/** Longest side in px. The small print of a bill is still legible. */
const MAX_SIDE = 2_000;
/** The size of phone cameras; larger images are refused by their header before decoding. */
const MAX_PIXELS = 50_000_000;
const MAX_SECONDS = 10;
const QUALITY = 82;

export interface LegiblePicture {
  readonly content: Buffer;
  readonly contentType: 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * An uploaded picture, redrawn as WebP of at most 2,000 px on its longer side, without metadata. `null` if its content is no PNG,
 * JPEG or WebP, or cannot be decoded completely.
 */
export const legiblePicture = async (bytes: Buffer, person: string): Promise<LegiblePicture | null> => {
  if (pictureTypeOf(bytes) === null) return null;
  return inTurn(person, async () => {
    const drawn = await openPicture(bytes, { mostPixels: MAX_PIXELS, mostSeconds: MAX_SECONDS })
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY })
      .toBuffer({ resolveWithObject: true })
      .catch(() => null);
    if (drawn === null) return null;
    const { width, height } = drawn.info;
    return { content: drawn.data, contentType: 'image/webp', width, height };
  });
};

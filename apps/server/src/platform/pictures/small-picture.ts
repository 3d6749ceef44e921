import sharp, { type Sharp } from 'sharp';
import { refuseField } from '../errors.ts';
import { createTurns, createTurnsByKey } from '../limits/turns.ts';

sharp.cache(false);
sharp.concurrency(1);
/** The library may read the formats listed here only: neither SVG nor PDF nor a file by name. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

const REFUSAL = 'Muitas imagens ao mesmo tempo. Tente novamente em instantes.';
const ofAll = createTurns({ concurrent: 2, waiting: 32, refusal: REFUSAL });
const ofPerson = createTurnsByKey({ concurrent: 1, waiting: 7, refusal: REFUSAL });

/**
 * Decoding takes memory: one picture of an account at a time, two in all. Many uploads of one account delay only that account.
 */
export const inTurn = <T>(person: string, work: () => Promise<T>): Promise<T> =>
  ofPerson(person, () => ofAll(work));

/** Opens an uploaded picture: its first page, oriented by its metadata. */
export const openPicture = (bytes: Buffer, limits: { mostPixels: number; mostSeconds: number }): Sharp =>
  sharp(bytes, { limitInputPixels: limits.mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
    .timeout({ seconds: limits.mostSeconds })
    .autoOrient();

/** The type of a picture by its content; its name proves nothing. */
type PictureType = 'png' | 'jpeg' | 'webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const isAt = (bytes: Buffer, offset: number, expected: Buffer): boolean =>
  bytes.subarray(offset, offset + expected.length).equals(expected);

/** `null` for all other types, in particular SVG, which can contain scripts. */
export const pictureTypeOf = (bytes: Buffer): PictureType | null => {
  if (isAt(bytes, 0, PNG)) return 'png';
  if (isAt(bytes, 0, JPEG)) return 'jpeg';
  if (isAt(bytes, 0, Buffer.from('RIFF')) && isAt(bytes, 8, Buffer.from('WEBP'))) return 'webp';
  return null;
};

/** Longest side of a profile image in px (spec, section 9). */
const MAX_SIDE = 150;
/** Maximum size of the upload. The web application reduces pictures before it sends them. */
const MAX_BYTES = 512 * 1024;
/** A few bytes can describe a picture that fills the memory: refused by its header, before a pixel is decoded. */
const MAX_PIXELS = 16_000_000;
const MAX_SECONDS = 5;

const INVALID = 'Imagem invalida';
const TOO_LARGE = 'A imagem deve ter no máximo 512 kB.';

const DATA_URL = /^data:image\/[a-z0-9.+-]{1,30};base64,([A-Za-z0-9+/]+={0,2})$/;

const bytesOf = (dataUrl: string, path: string): Buffer => {
  const base64 = DATA_URL.exec(dataUrl)?.[1] ?? refuseField(path, INVALID);
  if (base64.length > (MAX_BYTES * 4) / 3) refuseField(path, TOO_LARGE);
  const bytes = Buffer.from(base64, 'base64');
  return pictureTypeOf(bytes) === null ? refuseField(path, INVALID) : bytes;
};

const decodeSmall = (bytes: Buffer): Promise<Buffer> =>
  openPicture(bytes, { mostPixels: MAX_PIXELS, mostSeconds: MAX_SECONDS })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();

/**
 * An uploaded picture, redrawn as PNG of at most 150 px on its longer side, without metadata. `path` names the field in the
 * failure, `person` the account.
 */
export const smallPicture = async (dataUrl: string, path: string, person: string): Promise<string> => {
  const bytes = bytesOf(dataUrl, path);
  const png = await inTurn(person, () => decodeSmall(bytes).catch(() => refuseField(path, INVALID)));
  return `data:image/png;base64,${png.toString('base64')}`;
};

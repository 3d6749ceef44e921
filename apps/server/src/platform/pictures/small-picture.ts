import { InvalidInput } from '../errors.ts';
import { pictureTypeOf } from './picture-type.ts';
import { inTurn, openPicture } from './safe-sharp.ts';

/** Spec, section 9: profile image longest side, PNG. */
const MAX_SIDE = 150;
/** Of the picture before it is made small; the browser has done that already for whoever uses ours. */
const MAX_BYTES = 512 * 1024;
/** A few bytes can describe a picture that fills the memory: refused by its header, before a pixel is decoded. */
const MAX_PIXELS = 16_000_000;
const MAX_SECONDS = 5;

const INVALID = 'Imagem invalida';
const TOO_LARGE = 'A imagem deve ter no máximo 512 kB.';

const DATA_URL = /^data:image\/[a-z0-9.+-]{1,30};base64,([A-Za-z0-9+/]+={0,2})$/;

const refuse = (path: string, msg: string): never => {
  throw new InvalidInput(msg, [{ path, msg }]);
};

const bytesOf = (dataUrl: string, path: string): Buffer => {
  const base64 = DATA_URL.exec(dataUrl)?.[1] ?? refuse(path, INVALID);
  if (base64.length > (MAX_BYTES * 4) / 3) refuse(path, TOO_LARGE);
  const bytes = Buffer.from(base64, 'base64');
  return pictureTypeOf(bytes) === null ? refuse(path, INVALID) : bytes;
};

const decodeSmall = (bytes: Buffer): Promise<Buffer> =>
  openPicture(bytes, { mostPixels: MAX_PIXELS, mostSeconds: MAX_SECONDS })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();

/**
 * A picture that somebody sent, drawn anew: PNG, at most 150 px on its longer side, with its pixels and nothing else
 * (no place, no camera, nothing hidden behind the picture). `path` names the field in the failure, `person` the account that sent it.
 */
export const smallPicture = async (dataUrl: string, path: string, person: string): Promise<string> => {
  const bytes = bytesOf(dataUrl, path);
  const png = await inTurn(person, () => decodeSmall(bytes).catch(() => refuse(path, INVALID)));
  return `data:image/png;base64,${png.toString('base64')}`;
};

/** What a picture may be, told by its content alone: what somebody calls it proves nothing. */
type PictureType = 'png' | 'jpeg' | 'webp';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

const isAt = (bytes: Buffer, offset: number, expected: Buffer): boolean =>
  bytes.subarray(offset, offset + expected.length).equals(expected);

/** Null for everything else, SVG before all: it can carry scripts. */
export const pictureTypeOf = (bytes: Buffer): PictureType | null => {
  if (isAt(bytes, 0, PNG)) return 'png';
  if (isAt(bytes, 0, JPEG)) return 'jpeg';
  if (isAt(bytes, 0, Buffer.from('RIFF')) && isAt(bytes, 8, Buffer.from('WEBP'))) return 'webp';
  return null;
};

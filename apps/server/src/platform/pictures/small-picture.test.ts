import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../errors.ts';
import { pictureTypeOf, smallPicture } from './small-picture.ts';

type Format = 'png' | 'jpeg' | 'webp';

const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } });
const dataUrl = (bytes: Buffer, type = 'png'): string =>
  `data:image/${type};base64,${bytes.toString('base64')}`;
const bytesOf = (url: string): Buffer => Buffer.from(url.split(',')[1] ?? '', 'base64');
const drawn = async (bytes: Buffer, type?: string) =>
  bytesOf(await smallPicture(dataUrl(bytes, type), 'p', 'ana'));
const refusal = (url: string) =>
  expect(smallPicture(url, 'pictureUrl', 'ana')).rejects.toSatisfy(
    (error) => error instanceof InvalidInput && error.errors[0]?.path === 'pictureUrl',
  );

const chunk = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A PNG of one bit a pixel, all black: as small as a file of that many pixels can be. */
const blackPng = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const pixels = Buffer.alloc((Math.ceil(width / 8) + 1) * rows);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

describe('conversion of pictures to small PNGs', () => {
  it.each<[Format, number, number, number, number]>([
    ['png', 400, 300, 150, 113],
    ['jpeg', 300, 600, 75, 150],
    ['webp', 1000, 1000, 150, 150],
    ['png', 40, 20, 40, 20],
  ])('converts %s of %i × %i to %i × %i', async (format, width, height, expectedWidth, expectedHeight) => {
    const source = await drawing(width, height)[format]().toBuffer();
    expect(pictureTypeOf(source)).toBe(format);
    const metadata = await sharp(await drawn(source, format)).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual([
      'png',
      expectedWidth,
      expectedHeight,
    ]);
  });

  it('detects the format by content: reads a JPEG labelled as PNG', async () => {
    expect(pictureTypeOf(await drawn(await drawing(9, 9).jpeg().toBuffer(), 'png'))).toBe('png');
  });

  it('removes metadata, and applies the orientation of the camera', async () => {
    const exif = { IFD0: { Copyright: 'quem fotografou', Make: 'Camera' }, IFD3: { GPSLatitude: '23/1' } };
    const source = await drawing(200, 100)
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const result = await drawn(source, 'jpeg');
    const { width, height, exif: stored, icc, xmp } = await sharp(result).metadata();
    expect([width, height, stored, icc, xmp]).toEqual([75, 150, undefined, undefined, undefined]);
    expect(result.includes('fotografou')).toBe(false);
  });

  it('preserves transparency', async () => {
    const source = await sharp({
      create: { width: 5, height: 5, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    expect((await sharp(await drawn(source)).metadata()).hasAlpha).toBe(true);
  });
});

describe('hidden content in pictures', () => {
  it('removes a script behind the picture or in its comments', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const png = await drawing(30, 30).png().toBuffer();
    const end = png.length - 12;
    const comment = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]));
    const polyglot = Buffer.concat([png.subarray(0, end), comment, png.subarray(end), script]);
    expect((await drawn(polyglot)).includes('script')).toBe(false);
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'svg+xml'],
    ['an SVG that is called PNG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'png'],
    ['a page that is called PNG', '<!doctype html><script>alert(1)</script>', 'png'],
    ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000', 'gif'],
    ['a PNG of nothing but its signature', '\u0089PNG\r\n\u001a\n', 'png'],
    ['a JPEG of nothing but its signature', '\u00ff\u00d8\u00ff', 'jpeg'],
    ['nothing', '', 'png'],
  ])('refuses %s', async (_, text, type) => {
    await refusal(dataUrl(Buffer.from(text, 'latin1'), type));
  });

  it.each([
    'https://example.com/a.png',
    'javascript:alert(1)',
    'data:text/html;base64,PGI+',
    'data:image/png,AAAA',
    'data:image/png;base64,***',
  ])('refuses %s as a picture', async (url) => {
    await expect(smallPicture(url, 'p', 'ana')).rejects.toThrow('Imagem invalida');
  });

  it('refuses an incomplete picture', async () => {
    const raw = { width: 200, height: 200, channels: 3 } as const;
    const noise = await sharp(randomBytes(200 * 200 * 3), { raw })
      .png()
      .toBuffer();
    await refusal(dataUrl(noise.subarray(0, noise.length / 2)));
  });
});

describe('memory limits of pictures', () => {
  it('refuses a header with too many pixels before reading a pixel', async () => {
    const bomb = blackPng(60_000, 60_000, 1);
    expect(bomb.length).toBeLessThan(10_000);
    const before = process.memoryUsage().rss;
    await refusal(dataUrl(bomb));
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('draws a picture with the maximum number of pixels', async () => {
    const { width, height } = await sharp(await drawn(blackPng(4_000, 4_000))).metadata();
    expect([width, height]).toEqual([150, 150]);
  });

  it('refuses a file that is too large', async () => {
    await expect(smallPicture(dataUrl(Buffer.alloc(600_000, 1)), 'p', 'ana')).rejects.toThrow(
      'A imagem deve ter no máximo 512 kB.',
    );
  });

  it('draws many simultaneous pictures one after the other', async () => {
    const source = dataUrl(await drawing(500, 500).png().toBuffer());
    const all = await Promise.all(Array.from({ length: 30 }, (_, n) => smallPicture(source, 'p', `${n}`)));
    expect(new Set(all).size).toBe(1);
  });

  it('limits the waiting pictures of one account, and draws those of another before them', async () => {
    const source = dataUrl(await drawing(500, 500).png().toBuffer());
    const drawnOf: string[] = [];
    const draw = async (person: string) => {
      await smallPicture(source, 'p', person);
      drawnOf.push(person);
    };
    const all = await Promise.allSettled([...Array.from({ length: 20 }, () => draw('ana')), draw('bia')]);
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(12);
    expect(drawnOf.indexOf('bia')).toBeLessThan(4);
  });

  it('refuses a picture with a retry time when too many wait', async () => {
    const source = dataUrl(await drawing(500, 500).png().toBuffer());
    const all = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => smallPicture(source, 'p', `${n}`)),
    );
    const refused = all.filter((result) => result.status === 'rejected');
    expect(refused.length).toBe(26);
    expect(refused[0]?.reason).toMatchObject({ code: 'limit-reached', retryAfterSeconds: 2 });
  });
});

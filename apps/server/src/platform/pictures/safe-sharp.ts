import sharp, { type Sharp } from 'sharp';
import { createTurns } from '../limits/turns.ts';

sharp.cache(false);
sharp.concurrency(1);
/** The library reads only the formats that we ask for: neither SVG nor PDF nor a file by its name. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

/** Decoding takes memory. */
export const inTurn = createTurns({
  atOnce: 2,
  waiting: 32,
  refusal: 'Muitas imagens ao mesmo tempo. Tente novamente em instantes.',
});

/** What somebody sent, to be drawn anew: its first page, the right way up. */
export const openPicture = (bytes: Buffer, limits: { mostPixels: number; mostSeconds: number }): Sharp =>
  sharp(bytes, { limitInputPixels: limits.mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
    .timeout({ seconds: limits.mostSeconds })
    .autoOrient();

import sharp, { type Sharp } from 'sharp';
import { createTurns, createTurnsByKey } from '../limits/turns.ts';

sharp.cache(false);
sharp.concurrency(1);
/** The library reads only the formats that we ask for: neither SVG nor PDF nor a file by its name. */
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});

const REFUSAL = 'Muitas imagens ao mesmo tempo. Tente novamente em instantes.';
const ofAll = createTurns({ atOnce: 2, waiting: 32, refusal: REFUSAL });
const ofPerson = createTurnsByKey({ atOnce: 1, waiting: 7, refusal: REFUSAL });

/** Decoding takes memory: one picture of an account at a time, two in all. Who sends many stands behind nobody's but their own. */
export const inTurn = <T>(person: string, work: () => Promise<T>): Promise<T> =>
  ofPerson(person, () => ofAll(work));

/** What somebody sent, to be drawn anew: its first page, the right way up. */
export const openPicture = (bytes: Buffer, limits: { mostPixels: number; mostSeconds: number }): Sharp =>
  sharp(bytes, { limitInputPixels: limits.mostPixels, failOn: 'error', pages: 1, sequentialRead: true })
    .timeout({ seconds: limits.mostSeconds })
    .autoOrient();

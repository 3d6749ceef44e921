import { type Readable, Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { TOO_SLOW } from './refuse-connection.ts';

/** Below the slowest links of boards, with some seconds for a connection that stalls. */
const PACE = { graceMs: 8_000, minBytesPerSecond: 500 };

interface BodyPace {
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
}

class TooSlow extends Error {
  readonly statusCode = TOO_SLOW.status;
}

/** A body as it arrives. It fails with status 408 where it comes too slowly, or `end` is called before it is whole. */
export const paceBody = (
  request: FastifyRequest,
  body: Readable,
  { graceMs, minBytesPerSecond }: BodyPace = PACE,
): { readonly body: Readable; readonly end: () => void } => {
  let bytes = 0;
  const throttled = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Fastify compares it with the announced length.
      Object.assign(throttled, { receivedEncodedLength: bytes });
      done(null, chunk);
    },
  });
  const startedAt = performance.now();
  const end = (): void => {
    throttled.destroy(new TooSlow('the body came too slowly'));
    // What still comes is read and thrown away until the answer has been sent.
    request.raw.resume();
  };
  const looking = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1_000;
    if (seconds * 1_000 >= graceMs && bytes < seconds * minBytesPerSecond) end();
  }, 1_000);
  const stop = (): void => clearInterval(looking);
  for (const over of [throttled, request.raw]) over.once('close', stop);
  // No reader consumes the body of a call that was refused by its head.
  throttled.on('error', () => undefined);
  body.once('error', (error) => throttled.destroy(error));
  body.once('close', () => {
    if (!request.raw.complete) throttled.destroy(new TooSlow('the body broke off'));
  });
  body.pipe(throttled);
  return { body: throttled, end };
};

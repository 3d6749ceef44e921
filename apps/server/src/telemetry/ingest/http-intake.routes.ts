import { type Readable, Transform } from 'node:stream';
import { ingestReadings } from '@nascente/contract/telemetry/ingest';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { TOO_SLOW } from '../../platform/http/connections/refuse-connection.ts';
import type { HttpIntake, HttpSender } from './http-intake.service.ts';

/** Slower than the slowest links of boards; the grace period allows for a connection that stalls. */
const PACE = { graceMs: 8_000, minBytesPerSecond: 500 };

interface BodyPace {
  readonly graceMs: number;
  readonly minBytesPerSecond: number;
}

class TooSlow extends Error {
  readonly statusCode = TOO_SLOW.status;
}

/** Passes a body on. The stream fails with status 408 if the body is too slow or breaks off, or if `end` is called. */
export const paceBody = (
  request: FastifyRequest,
  body: Readable,
  { graceMs, minBytesPerSecond }: BodyPace = PACE,
): { readonly body: Readable; readonly end: () => void } => {
  let bytes = 0;
  const throttled = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      // Fastify compares this property with the announced length.
      Object.assign(throttled, { receivedEncodedLength: bytes });
      done(null, chunk);
    },
  });
  const startedAt = performance.now();
  const end = (): void => {
    throttled.destroy(new TooSlow('the body came too slowly'));
    // The rest of the body is read and discarded until the answer is sent.
    request.raw.resume();
  };
  const looking = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1_000;
    if (seconds * 1_000 >= graceMs && bytes < seconds * minBytesPerSecond) end();
  }, 1_000);
  const stop = (): void => clearInterval(looking);
  for (const over of [throttled, request.raw]) over.once('close', stop);
  // A call that was rejected before its body was read has no reader; without this listener the error would end the process.
  throttled.on('error', () => undefined);
  body.once('error', (error) => throttled.destroy(error));
  body.once('close', () => {
    if (!request.raw.complete) throttled.destroy(new TooSlow('the body broke off'));
  });
  body.pipe(throttled);
  return { body: throttled, end };
};

/** Maximum decompressed size, enough for 5,000 readings with named values. */
const MAX_BYTES = 4 * 1024 * 1024;
const MALFORMED = 'Requisição inválida: envie um JSON bem formado, ou linhas como text/plain.';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput(MALFORMED);
  }
};

/** The sender is authenticated before the body is read, and occupies a place until it is answered. */
export const bindHttpIntake = (app: CallBinder, intake: HttpIntake): void => {
  app.fastify.register(async (scope) => {
    const senders = new WeakMap<FastifyRequest, HttpSender>();
    /** Ends the body of a call that has to make room. */
    const ends = new WeakMap<FastifyRequest, () => void>();
    scope.addHook('onRequest', async (request, reply) => {
      let isOver = false;
      reply.raw.once('close', () => {
        isOver = true;
        senders.get(request)?.leave();
      });
      const sender = await intake.admit({
        authorization: request.headers.authorization,
        address: request.ip,
        giveUp: () => ends.get(request)?.(),
      });
      senders.set(request, sender);
      app.door.welcome(request);
      // The `close` event of a client that disconnected while its key was verified has already fired.
      if (isOver) sender.leave();
    });
    scope.addHook('preParsing', async (request, _reply, payload) => {
      const throttled = paceBody(request, payload as Readable);
      ends.set(request, throttled.end);
      return throttled.body;
    });
    scope.removeAllContentTypeParsers();
    const limits = { parseAs: 'string', bodyLimit: MAX_BYTES } as const;
    scope.addContentTypeParser('text/plain', limits, async (_: unknown, text: string | Buffer) =>
      String(text),
    );
    scope.addContentTypeParser('application/json', limits, async (_: unknown, text: string | Buffer) =>
      parseJson(String(text)),
    );
    bindCall({ ...app, fastify: scope }, ingestReadings, async ({ body, request }) => {
      const sender = senders.get(request);
      if (sender === undefined) throw new InvalidInput(MALFORMED);
      sender.arrived();
      return sender.take(body);
    });
  });
};

import type { Readable } from 'node:stream';
import { ingestReadings } from '@nascente/contract/telemetry/ingest';
import type { FastifyRequest } from 'fastify';
import { InvalidInput } from '../../platform/errors.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { paceBody } from '../../platform/http/connections/paced-body.ts';
import type { HttpIntake, HttpSender } from './http-intake.service.ts';

/** Room for 5,000 readings by values, as they come out of gzip. */
const MAX_BYTES = 4 * 1024 * 1024;
const MALFORMED = 'Requisição inválida: envie um JSON bem formado, ou linhas como text/plain.';

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInput(MALFORMED);
  }
};

/** Who calls is known before anything of the body is read, and has its place until it was answered. */
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
      // A client that disconnected while its key was verified does not close a second time.
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
      return { ok: true, ...(await sender.take(body)) };
    });
  });
};

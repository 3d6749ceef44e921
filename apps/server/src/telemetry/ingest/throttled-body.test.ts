import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { toHttpFailure } from '../../platform/http/failure.ts';
import { paceBody } from './http-intake.routes.ts';

let port = 0;
beforeEach(async () => {
  const app = fastify();
  app.setErrorHandler((error, _request, reply) => {
    const { status, body } = toHttpFailure(error);
    return reply.code(status).send(body);
  });
  app.addHook(
    'preParsing',
    async (requested, _reply, payload) =>
      paceBody(requested, payload as Readable, { graceMs: 1_000, minBytesPerSecond: 100 }).body,
  );
  app.post('/', async ({ body }) => ({ received: JSON.stringify(body).length }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
  onTestFinished(() => app.close());
});

/** Sends so many bytes every 100 ms until there is an answer. */
const drip = (bytesATime: number): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    const call = request({ port, method: 'POST', headers });
    let left = 1_000;
    const dripping = setInterval(() => {
      const bytes = Math.min(left, bytesATime);
      left -= bytes;
      const piece = left + bytes === 1_000 ? `"${'x'.repeat(bytes - 1)}` : 'x'.repeat(bytes);
      call.write(left === 0 ? `${piece.slice(1)}"` : piece);
      if (left === 0) clearInterval(dripping);
    }, 100);
    call.on('response', (answer) => {
      clearInterval(dripping);
      answer.resume();
      resolve(answer.statusCode);
      call.destroy();
    });
    call.on('error', reject);
  });

it('accepts a body at the minimum rate', async () => {
  expect(await drip(50)).toBe(200);
});

it('answers 408 to a slower body', async () => {
  expect(await drip(5)).toBe(408);
});

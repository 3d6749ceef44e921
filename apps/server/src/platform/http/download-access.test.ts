import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, constants } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { defineCall } from '@nascente/contract/base/call';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { createTestCertificate } from '../../testing/test-certificate.ts';
import { Expired, NotFound, Unavailable } from '../errors.ts';
import { openCertificates } from '../tls/certificates.ts';
import { createHttpApp } from './app.ts';
import type { Caller } from './caller.ts';
import { bindCall } from './calls/bind-call.ts';
import { StreamedAnswer } from './calls/streamed-answer.ts';
import { createHttpsServer } from './connections/https-server.ts';

const callOf = (name: string) =>
  defineCall({
    name,
    route: `GET /${name}`,
    permission: 'export-own-account',
    summary: 'A file.',
    download: ['text/csv'],
    answer: z.any(),
  });

const caller: Caller = {
  accountId: '1',
  profile: 'client',
  email: 'ana@example.com',
  managerId: null,
  sessionHash: Buffer.alloc(32),
};
let confirmed: Error | null = null;
let isSeen = true;
let confirmations = 0;
const broken: string[] = [];

const directory = mkdtempSync(join(tmpdir(), 'nascente-download-'));
const files = { certificateFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
const { cert: ca, key } = createTestCertificate('localhost');
writeFileSync(files.certificateFile, ca);
writeFileSync(files.keyFile, key);
const log = pino({ level: 'silent' });
const certificates = await openCertificates(files, log);

const app = await createHttpApp({
  config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: false, webRoot: '/absent' },
  log,
  sessions: {
    verify: async () => caller,
    async confirm() {
      confirmations += 1;
      if (confirmed !== null) throw confirmed;
      return caller;
    },
  },
  registry: new Registry(),
  checks: [],
});

/** A file without an end, as fast as its reader. */
const endless = (name: string): StreamedAnswer => {
  const line = Buffer.alloc(16 * 1024, 'a');
  const stream = new Readable({ read: () => stream.push(line), highWaterMark: 64 * 1024 });
  stream.once('close', () => broken.push(name));
  return new StreamedAnswer(stream, { contentType: 'text/csv', name });
};
bindCall(app, callOf('session'), () => endless('session'));
bindCall(app, callOf('meter'), ({ requireThroughout }) => {
  requireThroughout(async () => {
    if (!isSeen) throw new NotFound('Medidor não encontrado.');
  });
  return endless('meter');
});
const made = Promise.withResolvers<string>();
bindCall(app, callOf('slow'), () => made.promise);

const secure = createHttpsServer(app.fastify, certificates, log);
await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.fastify.server.address() as AddressInfo;
const securePort = await secure.listen('127.0.0.1', 0);
afterAll(async () => {
  made.resolve('');
  await app.fastify.close();
  certificates.stop();
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  [confirmed, isSeen, confirmations] = [null, true, 0];
  broken.length = 0;
});

const headers = { 'access-token': 'ana', 'accept-encoding': 'identity' };
const download = async (name: string) => {
  const [answer] = await once(get({ port, path: `/api/${name}`, headers }), 'response');
  answer.on('error', () => undefined);
  return answer;
};
const confirmedAgain = async (): Promise<void> => {
  const before = confirmations;
  await expect.poll(() => confirmations, { timeout: 5_000 }).toBeGreaterThan(before);
};

test('ends a download when its session ends, also after its reader stopped reading', async () => {
  const answer = await download('session');
  await confirmedAgain();
  confirmed = new Expired();
  await expect.poll(() => broken, { timeout: 2_000 }).toEqual(['session']);
  const failure = once(answer, 'error');
  answer.resume();
  expect(await failure).toMatchObject([{ code: 'ECONNRESET' }]);
});

test('ends a download by HTTP/2 with an error, and leaves its connection open', async () => {
  const session = connect(`https://localhost:${securePort}`, { ca });
  const stream = session.request({ ':path': '/api/session', ...headers });
  const failure = once(stream, 'error');
  await once(stream, 'response');
  stream.resume();
  confirmed = new Expired();
  expect(await failure).toMatchObject([{ code: 'ERR_HTTP2_STREAM_ERROR' }]);
  expect(stream.rstCode).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  expect(session.destroyed).toBe(false);
  session.destroy();
});

test('ends a download when its reader loses access', async () => {
  const answer = await download('meter');
  answer.resume();
  isSeen = false;
  await expect.poll(() => broken, { timeout: 2_000 }).toEqual(['meter']);
});

test('answers 401 when access is lost before the file is created', async () => {
  const answer = download('slow');
  confirmed = new Expired();
  const { statusCode } = await answer;
  expect(statusCode).toBe(401);
});

test('continues while an outage leaves the access unknown', async () => {
  const answer = await download('session');
  answer.resume();
  confirmed = new Unavailable();
  await confirmedAgain();
  await confirmedAgain();
  expect(broken).toEqual([]);
  answer.destroy();
  await expect.poll(() => broken).toEqual(['session']);
});

import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { defineCall } from '@nascente/contract/base/call';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { createTestCertificate } from '../../../testing/test-certificate.ts';
import { verifyBy } from '../../../testing/verify-by.ts';
import { NotAllowed } from '../../errors.ts';
import { openCertificates } from '../../tls/certificates.ts';
import { createHttpApp } from '../app.ts';
import { createHttpsServer } from '../connections/https-server.ts';
import { bindStreamedUpload } from './bind-streamed-upload.ts';

const UPLOAD = {
  field: 'file',
  types: ['text/csv'],
  maxBytes: 8_000_000,
  texts: { missing: 'Escolha um arquivo.', tooLarge: 'O arquivo é grande demais.' },
};
const aStreamedUpload = (name: string) =>
  defineCall({
    name,
    route: `POST /${name}`,
    permission: 'edit-meter',
    summary: 'Counts the bytes of a file.',
    upload: UPLOAD,
    answer: { bytes: z.int() },
  });

const REQUEST_MS = 300;
const caller = {
  accountId: '1',
  profile: 'Manager' as const,
  email: 'rui@agua.test',
  managerId: null,
  sessionHash: Buffer.alloc(32),
};

const directory = mkdtempSync(join(tmpdir(), 'nascente-upload-'));
const files = { certificateFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
const { cert: ca, key } = createTestCertificate('localhost');
writeFileSync(files.certificateFile, ca);
writeFileSync(files.keyFile, key);
const log = pino({ level: 'silent' });
const certificates = await openCertificates(files, log);

const app = await createHttpApp({
  config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: false, webRoot: '/absent' },
  log,
  sessions: verifyBy(async () => caller),
  registry: new Registry(),
  checks: [],
});
const count = async ({ file }: { file: AsyncIterable<Buffer> }) => {
  let bytes = 0;
  for await (const chunk of file) bytes += chunk.length;
  return { bytes };
};
/** Resolves when the handler of `held` may read. */
let mayRead = Promise.resolve();
bindStreamedUpload(app, aStreamedUpload('usual'), count);
bindStreamedUpload(app, aStreamedUpload('hasty'), count, { withinMs: 100, bytes: 1_000 });
bindStreamedUpload(
  app,
  aStreamedUpload('held'),
  async ({ file }) => {
    await mayRead;
    return count({ file });
  },
  { withinMs: 100, bytes: 1_000 },
);
bindStreamedUpload(app, aStreamedUpload('refusing'), () => Promise.reject(new NotAllowed('Não.')), {
  withinMs: 100,
  bytes: 1,
});
const secure = createHttpsServer(app.fastify, certificates, log, { requestMs: REQUEST_MS });
const hurry = (server: object): void =>
  void Object.assign(server, {
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: 50,
  });
for (const server of [app.fastify.server, secure.server]) hurry(server);
await app.fastify.listen({ host: '127.0.0.1', port: 0 });
const httpsPort = await secure.listen('127.0.0.1', 0);
const { port } = (app.fastify.server as Server).address() as AddressInfo;
afterAll(async () => {
  await app.fastify.close();
  certificates.stop();
  rmSync(directory, { recursive: true });
});

const TYPE = 'multipart/form-data; boundary=b';
const HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const END = '\r\n--b--\r\n';

/** Opens a request; the test writes its body. */
interface OpenRequest {
  readonly write: (bytes: string) => void;
  readonly end: () => void;
  /** Status and body, or null if the connection ends without an answer. */
  readonly answer: Promise<{ status: number; body: string } | null>;
  readonly closed: Promise<unknown>;
}

type Opener = (path: string, type: string) => OpenRequest;

const byHttp1 =
  (open: () => Duplex): Opener =>
  (path, type) => {
    const socket = open();
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    const head = ['Host: a', 'access-token: t', `Content-Type: ${type}`, 'Transfer-Encoding: chunked'];
    socket.write(`POST /api/${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    const closed = once(socket, 'close');
    const answer = new Promise<{ status: number; body: string } | null>((resolve) => {
      let received = '';
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        const found = /^HTTP\/1\.1 (\d+) [\s\S]*?\r\n\r\n([\s\S]*\})/.exec(received);
        if (found) resolve({ status: Number(found[1]), body: found[2] ?? '' });
      });
      void closed.then(() => resolve(null));
    });
    return {
      write: (bytes) => void socket.write(`${bytes.length.toString(16)}\r\n${bytes}\r\n`),
      end: () => void socket.write('0\r\n\r\n'),
      answer,
      closed,
    };
  };

const byHttp2: Opener = (path, type) => {
  const session = connectHttp2(`https://localhost:${httpsPort}`, { ca });
  onTestFinished(() => session.destroy());
  const stream = session.request(
    { ':method': 'POST', ':path': `/api/${path}`, 'access-token': 't', 'content-type': type },
    { endStream: false },
  );
  stream.on('error', () => undefined);
  const closed = once(stream, 'close');
  let answered: { status: number; body: string } | null = null;
  stream.once('response', (headers) => {
    answered = { status: Number(headers[':status']), body: '' };
  });
  stream.on('data', (chunk: Buffer) => {
    if (answered) answered.body += chunk.toString();
  });
  return {
    write: (bytes) => void stream.write(bytes),
    end: () => void stream.end(),
    answer: Promise.race([once(stream, 'end'), closed]).then(() => answered),
    closed,
  };
};

const OPENERS = {
  'HTTP/1.1': byHttp1(() => connect(port, '127.0.0.1')),
  'HTTP/1.1 inside TLS': byHttp1(() =>
    connectTls({ host: 'localhost', port: httpsPort, ca, ALPNProtocols: ['http/1.1'] }),
  ),
  'HTTP/2': byHttp2,
};

describe.each(Object.entries(OPENERS))('a streamed upload by %s', (_, open) => {
  /** Waits until the time limit of a request that begins now has passed, and shows that it applies. */
  const requestTimesOut = async (): Promise<void> => {
    const ordinary = open('usual', 'application/json');
    ordinary.write('{');
    expect((await ordinary.answer)?.status).toBe(415);
    const slow = open('nowhere', 'application/json');
    slow.write('{');
    expect((await slow.answer)?.status).toBe(408);
  };

  test('may take longer than the time limit of a request', async () => {
    const upload = open('usual', TYPE);
    upload.write(`${HEAD}first,`);
    await requestTimesOut();
    upload.write('second,');
    await requestTimesOut();
    upload.write(`third${END}`);
    upload.end();
    expect(await upload.answer).toMatchObject({ status: 200, body: '{"ok":true,"bytes":18}' });
  });

  test('answers 408 for an upload below the minimum rate, and ends its connection', async () => {
    const upload = open('hasty', TYPE);
    upload.write(`${HEAD}first,`);
    expect(await upload.answer).toEqual({
      status: 408,
      body: '{"ok":false,"type":"req-error","msg":"A requisição demorou demais."}',
    });
    await upload.closed;
  });

  test('does not count time in which the server reads no further', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mayRead = promise;
    const upload = open('held', TYPE);
    upload.write(HEAD);
    upload.write('x'.repeat(4_000_000));
    upload.write(END);
    upload.end();
    await requestTimesOut();
    resolve();
    expect(await upload.answer).toMatchObject({ status: 200, body: '{"ok":true,"bytes":4000000}' });
  });

  test('reads the rest of a refused upload for a limited time', async () => {
    const upload = open('refusing', TYPE);
    upload.write(`${HEAD}first,`);
    expect((await upload.answer)?.status).toBe(403);
    const dripping = setInterval(() => upload.write('x'), 20);
    onTestFinished(() => clearInterval(dripping));
    await upload.closed;
  });
});

test('refuses a form that is much larger than its file may be', async () => {
  const upload = OPENERS['HTTP/1.1']('usual', TYPE);
  upload.write('--b\r\nContent-Disposition: form-data; name="note"\r\n\r\n');
  for (let n = 0; n < 9; n++) upload.write('x'.repeat(1_000_000));
  expect((await upload.answer)?.status).toBe(413);
});

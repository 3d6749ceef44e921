import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { request } from 'node:https';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { defineCall } from '@nascente/contract/base/call';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod/mini';
import { createTestCertificate } from '../../../testing/test-certificate.ts';
import { verifyBy } from '../../../testing/verify-by.ts';
import { Expired } from '../../errors.ts';
import { openCertificates } from '../../tls/certificates.ts';
import { createHttpApp, httpsAddress } from '../app.ts';
import { bindCall } from '../calls/bind-call.ts';
import { StreamedAnswer } from '../calls/streamed-answer.ts';
import { createHttpsServer } from './https-server.ts';

const echo = defineCall({
  name: 'echo',
  route: 'POST /echo',
  access: 'anyone',
  summary: 'Answers what it was given.',
  body: z.object({ words: z.string() }),
  answer: { words: z.string() },
});
const file = defineCall({
  name: 'file',
  route: 'GET /file',
  access: 'anyone',
  summary: 'A file.',
  download: ['text/csv'],
  answer: z.any(),
});

const IMPATIENT = { requestMs: 300, handshakeMs: 10_000 };
const log = pino({ level: 'silent' });
const directory = mkdtempSync(join(tmpdir(), 'nascente-https-'));
const files = { certificateFile: join(directory, 'cert.pem'), keyFile: join(directory, 'key.pem') };
const { cert: ca, key } = createTestCertificate('localhost');
writeFileSync(files.certificateFile, ca);
writeFileSync(files.keyFile, key);
const certificates = await openCertificates(files, log);

const serve = async (
  config: { httpsPort: number; trustProxy: boolean },
  times?: Parameters<typeof createHttpsServer>[3],
) => {
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, webRoot: '/absent', ...config },
    log,
    sessions: verifyBy(() => Promise.reject(new Expired())),
    registry: new Registry(),
    checks: [],
  });
  bindCall(app, echo, ({ body }) => ({ words: body.words }));
  bindCall(app, file, () => {
    const lines = Readable.from(Array.from({ length: 50_000 }, (_, n) => `${n};linha\n`));
    return new StreamedAnswer(lines, { contentType: 'text/csv', name: 'linhas.csv' });
  });
  const secure = createHttpsServer(app.fastify, certificates, log, times);
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const port = await secure.listen('127.0.0.1', 0);
  const { port: plainPort } = app.fastify.server.address() as AddressInfo;
  return { app, secure: secure.server, port, plain: `http://127.0.0.1:${plainPort}` };
};

const { app, secure, port, plain } = await serve({ httpsPort: 443, trustProxy: false });
afterAll(async () => {
  await app.fastify.close();
  certificates.stop();
  rmSync(directory, { recursive: true });
});

const openSession = (to = port): ClientHttp2Session => {
  const session = connect(`https://localhost:${to}`, { ca });
  onTestFinished(() => session.destroy());
  return session;
};
const ask = async (session: ClientHttp2Session, headers: Record<string, string>, body?: string) => {
  const stream = session.request(headers, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const [answered] = await once(stream, 'response');
  return { headers: answered as Record<string, string>, body: await text(stream) };
};

test('answers a browser by HTTP/2, many at once on one connection, with every header', async () => {
  const session = openSession();
  const bodies = Array.from({ length: 20 }, (_, n) => JSON.stringify({ words: `palavra ${n}` }));
  const requestHead = { ':method': 'POST', ':path': '/api/echo', 'content-type': 'application/json' };
  const answers = await Promise.all(bodies.map((body) => ask(session, requestHead, body)));
  expect(session.alpnProtocol).toBe('h2');
  answers.forEach(({ headers, body }, n) => {
    expect(headers[':status']).toBe(200);
    expect(JSON.parse(body)).toEqual({ ok: true, words: `palavra ${n}` });
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('wss://localhost:9002');
  });
});

test('streams a download by HTTP/2, and continues after another reader leaves', async () => {
  const session = openSession();
  const leaving = session.request({ ':path': '/api/file' });
  await once(leaving, 'data');
  // As browsers do.
  leaving.close(constants.NGHTTP2_CANCEL);
  const { headers, body } = await ask(session, { ':path': '/api/file' });
  expect(headers['content-disposition']).toBe('attachment; filename="linhas.csv"');
  expect(body.trimEnd().split('\n')).toHaveLength(50_000);
});

test('ends a session that resets hundreds of streams, and no other', async () => {
  const [flooding, other] = [openSession(), openSession()];
  flooding.on('error', () => undefined);
  await Promise.all([once(flooding, 'connect'), once(other, 'connect')]);
  let isEnded = false;
  const ended = once(secure, 'sessionError').then(() => {
    isEnded = true;
  });
  // A stream that is closed before its head has left reaches no server, so that the number of resets is not known here.
  while (!isEnded && !flooding.closed) {
    for (let n = 0; n < 100; n++) {
      const stream = flooding.request({ ':path': '/api/health' });
      stream.on('error', () => undefined);
      stream.close(constants.NGHTTP2_CANCEL);
    }
    await pause(5);
  }
  await ended;
  flooding.destroy();
  expect((await ask(other, { ':path': '/api/health' })).headers[':status']).toBe(200);
});

test('a failure by HTTP/2 has the format of every failure', async () => {
  const { headers, body } = await ask(openSession(), { ':path': '/api/nowhere' });
  expect([headers[':status'], JSON.parse(body).type]).toEqual([404, 'not-found']);
});

test('answers by HTTP/1.1 a client without HTTP/2', async () => {
  const requested = request({ host: 'localhost', port, path: '/api/health', ca }).end();
  const [answer] = await once(requested, 'response');
  expect([answer.httpVersion, answer.statusCode]).toEqual(['1.1', 200]);
  expect(await text(answer)).toBe('{"ok":true}');
});

test('refuses non-HTTP data inside TLS with a readable message', async () => {
  const socket = connectTls({ host: 'localhost', port, ca, ALPNProtocols: ['http/1.1'] });
  socket.write('FETCH / HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(await text(socket)).toContain('Requisição HTTP malformada.');
});

test.each([
  'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n',
  `POST /api/echo HTTP/1.1\r\nContent-Length: 100000\r\n\r\n${'a'.repeat(40_000)}`,
  'P',
])('answers plain HTTP at the HTTPS port with an explanation: %#', async (texts) => {
  const socket = connectTcp(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(texts);
  expect(await text(socket)).toMatch(
    /^HTTP\/1\.1 400 [\s\S]*Connection: close\r\n\r\n\{"ok":false,"type":"validation","msg":"Esta porta só aceita HTTPS: /,
  );
});

test('drops silent or closed connections, and accepts TLS byte by byte', async () => {
  const hasty = await serve({ httpsPort: 8443, trustProxy: false }, { requestMs: 300, handshakeMs: 300 });
  onTestFinished(() => hasty.app.fastify.close());
  const open = (): Socket => connectTcp(hasty.port, '127.0.0.1').on('error', () => undefined);
  const [silent, leaving, noise] = [open(), open(), open()];
  leaving.once('connect', () => leaving.resetAndDestroy());
  noise.write('\0\x01 neither of both');
  await Promise.all([silent, noise].map((socket) => once(socket.resume(), 'close')));
  const wire = connectTcp(port, '127.0.0.1')
    .setNoDelay()
    .on('error', () => undefined);
  onTestFinished(() => void wire.destroy());
  const trickling = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, written) {
      wire.write(chunk.subarray(0, 1), () => setImmediate(() => wire.write(chunk.subarray(1), written)));
    },
  });
  // The end of the test cuts it off in the middle of its farewell.
  trickling.on('error', () => undefined);
  wire.on('data', (chunk) => trickling.push(chunk));
  const client = connectTls({ socket: trickling, servername: 'localhost', ca });
  client.on('error', () => undefined);
  await once(client, 'secureConnect');
  expect(client.authorized).toBe(true);
});

test('a late handshake ends its own connection, and not the server', async () => {
  const hasty = await serve({ httpsPort: 8443, trustProxy: false }, { requestMs: 300, handshakeMs: 300 });
  onTestFinished(() => hasty.app.fastify.close());
  const wire = connectTcp(hasty.port, '127.0.0.1');
  onTestFinished(() => void wire.destroy());
  wire.on('error', () => undefined);
  /** What the client says is held back from its second flight on. */
  const held: Buffer[] = [];
  let flights = 0;
  const slow = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, written) {
      flights += 1;
      if (flights === 1) wire.write(chunk);
      else held.push(chunk);
      written();
    },
  });
  wire.on('data', (chunk) => slow.push(chunk));
  const client = connectTls({ socket: slow, servername: 'localhost', ca, ALPNProtocols: ['h2'] });
  client.on('error', () => undefined);
  const tooLate = once(hasty.secure, 'tlsClientError');
  await once(client, 'secureConnect');
  await tooLate;
  wire.write(Buffer.concat(held));
  await once(wire, 'close');
  expect((await ask(openSession(hasty.port), { ':path': '/api/health' })).headers[':status']).toBe(200);
});

test('ends a slow HTTP/2 request with an answer, also with an unknown expectation', async () => {
  const impatient = await serve({ httpsPort: 8443, trustProxy: false }, IMPATIENT);
  onTestFinished(() => impatient.app.fastify.close());
  const headers = { ':method': 'POST', ':path': '/api/echo', 'content-type': 'application/json' };
  for (const expected of [{}, { expect: 'the-moon' }]) {
    const stream = openSession(impatient.port).request({ ...headers, ...expected }, { endStream: false });
    stream.on('error', () => undefined);
    stream.write('{"words":');
    const said: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => said.push(chunk));
    const closed = once(stream, 'close');
    const [answered] = await once(stream, 'response');
    await closed;
    expect([answered[':status'], Buffer.concat(said).toString()]).toEqual([
      408,
      '{"ok":false,"type":"req-error","msg":"A requisição demorou demais."}',
    ]);
  }
});

test('answers a slow HTTP/1.1 request inside TLS within seconds', async () => {
  const impatient = await serve({ httpsPort: 8443, trustProxy: false }, IMPATIENT);
  onTestFinished(() => impatient.app.fastify.close());
  const socket = connectTls({ host: 'localhost', port: impatient.port, ca, ALPNProtocols: ['http/1.1'] });
  socket.write(
    'POST /api/echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 [\s\S]*A requisição demorou demais\./);
});

test.each(['FETCH', 'CONNECT'])('answers 404 for the method %s by HTTP/2', async (method) => {
  const path = method === 'CONNECT' ? { ':authority': 'a:443' } : { ':path': '/api/echo' };
  const { headers, body } = await ask(openSession(), { ':method': method, ...path });
  expect([headers[':status'], JSON.parse(body).type]).toEqual([404, 'not-found']);
});

test('redirects the plain port with path and method, except operator addresses', async () => {
  const init = { redirect: 'manual' } as const;
  const led = await fetch(`${plain}/api/echo?a=1`, { ...init, method: 'POST', body: '{}' });
  expect([led.status, led.headers.get('location')]).toEqual([308, 'https://127.0.0.1/api/echo?a=1']);
  expect((await fetch(`${plain}/home`, init)).headers.get('location')).toBe('https://127.0.0.1/home');
  for (const path of ['/health', '/api/health', '/ready', '/metrics'])
    expect((await fetch(`${plain}${path}`, init)).status).toBe(200);
});

test('answers at the plain port itself behind a trusted proxy', async () => {
  const behind = await serve({ httpsPort: 8443, trustProxy: true });
  onTestFinished(() => behind.app.fastify.close());
  const answer = await fetch(`${behind.plain}/api/nowhere`, { redirect: 'manual' });
  expect(answer.status).toBe(404);
  // Browsers would come to the plain port by https from then on.
  expect(answer.headers.get('strict-transport-security')).toBeNull();
});

test.each([
  [{ publicUrl: 'https://agua.test', httpsPort: 8443 }, '10.0.0.5:8080', 'https://agua.test/a?b'],
  [{ publicUrl: null, httpsPort: 8443 }, 'agua.test:8080', 'https://agua.test:8443/a?b'],
  [{ publicUrl: null, httpsPort: 443 }, '[::1]:8080', 'https://[::1]/a?b'],
  [{ publicUrl: null, httpsPort: 443 }, 'agua.test/@evil', null],
  [{ publicUrl: null, httpsPort: 443 }, undefined, null],
])('redirects %o, requested as %s, to %s', (target, host, address) => {
  expect(httpsAddress(target, host, '/a?b')).toBe(address);
});

test('a stop ends open HTTP/2 connections', async () => {
  const stopped = await serve({ httpsPort: 8443, trustProxy: false });
  const session = openSession(stopped.port);
  await ask(session, { ':path': '/api/health' });
  await stopped.app.fastify.close();
  if (!session.destroyed) await once(session, 'close');
  expect(session.destroyed).toBe(true);
});

import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectHttp2, type Http2ServerRequest } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Call, defineCall } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { everyCall } from '@nascente/contract/every-call';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { openMany, openRaw, stillOpen } from '../../../testing/raw-connections.ts';
import { createTestCertificate } from '../../../testing/test-certificate.ts';
import { verifyBy } from '../../../testing/verify-by.ts';
import { Expired, NotFound } from '../../errors.ts';
import { createHttpApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { bindCall } from '../calls/bind-call.ts';
import { createHttpsServer } from './https-server.ts';
import type { UnknownCallerLimits } from './unknown-callers.ts';

const TOKEN = 'a-session';
const WAITS_FOR_BODIES = 10_000;
const person: Caller = {
  accountId: 'a',
  profile: 'user',
  email: 'ana@padaria.com.br',
  managerId: null,
  sessionHash: Buffer.alloc(32),
};
const body = z.strictObject({ words: z.string() });
const enter = defineCall({
  name: 'enter',
  route: 'POST /enter',
  access: 'anyone',
  summary: 'Enters.',
  body,
});
const write = defineCall({
  name: 'write',
  route: 'POST /write',
  permission: 'see-own-account',
  summary: 'Writes.',
  body,
});

const silent = pino({ level: 'silent' });
const build = async (limits: Partial<UnknownCallerLimits> = {}, trustProxy = false, log = silent) => {
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy, webRoot: '/absent' },
    log,
    sessions: verifyBy(async (token) => {
      if (token !== TOKEN) throw new Expired();
      return person;
    }),
    registry: new Registry(),
    checks: [],
    limits,
  });
  for (const call of [enter, write]) bindCall(app, call, () => ({}));
  onTestFinished(() => app.fastify.close());
  return app;
};

const serve = async (limits: Partial<UnknownCallerLimits> = {}, trustProxy = false) => {
  const app = await build(limits, trustProxy);
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  return { app, port: (app.fastify.server.address() as AddressInfo).port };
};

const requestHead = (path: string, headers: Readonly<Record<string, string | number>>): string =>
  [
    `POST /api${path} HTTP/1.1`,
    'Host: a',
    'Content-Type: application/json',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\r\n');

/** Sends a head and the begin of its body; answers with what came back until then. */
const begin = async (port: number, head: string, localAddress?: string) => {
  const socket = await openRaw(port, localAddress);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  socket.write(`${head}\r\n\r\n{`);
  return { socket, received: () => received };
};
const soon = (check: () => void | Promise<void>): Promise<void> =>
  vi.waitFor(check, { timeout: WAITS_FOR_BODIES });

const LARGE = 17_000;
const filled = (path: string): string => path.replace(/:[A-Za-z]+/g, 'a');

/** The reading of a board has its own credentials, which are judged before its body is read. */
const requested = everyCall.filter(
  (call) => call.access === 'anyone' && call.credentials === undefined && call.method !== 'GET',
);

test.each(requested.map((call) => [call.name, call] as const))(
  'refuses a body above 16 kB for %s without a session',
  async (_, call: Call) => {
    const app = await build();
    bindCall(app, call, () => {
      throw new NotFound('Não encontrado.');
    });
    const refused = await app.fastify.inject({
      method: call.method,
      url: `/api${filled(call.path)}`,
      payload: { words: 'x'.repeat(LARGE) },
    });
    expect([refused.statusCode, failure.parse(refused.json()).msg]).toEqual([413, 'Conteúdo grande demais.']);
  },
);

test('refuses a body above 16 kB for an unknown address', async () => {
  const { app } = await serve();
  const payload = { words: 'x'.repeat(LARGE) };
  const refused = await app.fastify.inject({ method: 'POST', url: '/api/nowhere', payload });
  expect(refused.statusCode).toBe(413);
});

test('accepts up to a megabyte from a session', async () => {
  const { app } = await serve();
  const send = (length: number) =>
    app.fastify.inject({
      method: 'POST',
      url: '/api/write',
      headers: { 'access-token': TOKEN },
      payload: { words: 'x'.repeat(length) },
    });
  expect((await send(1_000_000)).statusCode).toBe(200);
  expect((await send(1_100_000)).statusCode).toBe(413);
});

test('answers an invalid session before the body arrives', async () => {
  const { port } = await serve();
  const { received } = await begin(
    port,
    requestHead('/write', { 'access-token': 'made up', 'content-length': 1_000_000 }),
  );
  await soon(() => expect(received()).toContain('HTTP/1.1 401'));
});

test('limits simultaneous bodies of one network with a readable refusal, and accepts another network', async () => {
  const { port } = await serve({ bodiesOfAddress: 3 });
  const head = requestHead('/enter', { 'content-length': 100 });
  const waiting = [];
  for (let n = 0; n < 3; n++) waiting.push(await begin(port, head));
  const refused = await begin(port, head);
  await soon(() => expect(refused.received()).toMatch(/^HTTP\/1.1 429 [\s\S]*retry-after: 5\r\n/i));
  expect(refused.received()).toContain('Há pedidos demais desta rede ao mesmo tempo.');
  const send = async (headers: Record<string, string>, localAddress: string): Promise<number | undefined> => {
    const call = request({ port, path: '/api/enter', method: 'POST', localAddress, headers });
    call.end('{"words":"a"}');
    const [{ statusCode }] = await once(call, 'response');
    return statusCode;
  };
  const json = { 'content-type': 'application/json' };
  expect(await send(json, '127.0.0.2')).toBe(200);
  expect(await send(json, '127.0.0.1')).toBe(429);
  for (const { socket } of waiting) socket.destroy();
  await soon(async () => expect(await send(json, '127.0.0.1')).toBe(200));
});

test('does not count bodies of a session among the waiting ones', async () => {
  const { app, port } = await serve({ bodiesOfAddress: 1 });
  await begin(port, requestHead('/write', { 'access-token': TOKEN, 'content-length': 100 }));
  const sent = await app.fastify.inject({ method: 'POST', url: '/api/enter', payload: { words: 'a' } });
  expect(sent.statusCode).toBe(200);
});

test('counts bodies behind a trusted proxy by the client address', async () => {
  const { port } = await serve({ bodiesOfAddress: 1 }, true);
  const from = (address: string) =>
    begin(port, requestHead('/enter', { 'x-forwarded-for': `192.0.2.9, ${address}`, 'content-length': 100 }));
  const first = await from('203.0.113.1');
  const second = await from('203.0.113.1');
  await soon(() => expect(second.received()).toContain('HTTP/1.1 429'));
  const other = await from('203.0.113.2');
  other.socket.write('"words":"a"}'.padEnd(99));
  await soon(() => expect(other.received()).toContain('HTTP/1.1 200'));
  expect(first.received()).toBe('');
});

test('networks with endless bodies in all places give way to a network without one', async () => {
  const { port } = await serve({ bodies: 4, bodiesOfAddress: 3 }, true);
  const from = (address: string) =>
    begin(port, requestHead('/enter', { 'x-forwarded-for': address, 'content-length': 13 }));
  const many: Awaited<ReturnType<typeof begin>>[] = [];
  for (let n = 0; n < 3; n++) many.push(await from('203.0.113.1'));
  const single = await from('203.0.113.2');
  const newcomer = await from('203.0.113.3');
  await soon(() => expect(stillOpen(many.map(({ socket }) => socket))).toHaveLength(2));
  for (const { socket } of [single, newcomer]) socket.write('"words":"a"}');
  await soon(() =>
    expect([single.received(), newcomer.received()]).toEqual([
      expect.stringContaining('HTTP/1.1 200'),
      expect.stringContaining('HTTP/1.1 200'),
    ]),
  );
});

test('limits the waiting answers of one network, and answers a session beside them', async () => {
  const { app, port } = await serve({ requestsOfAddress: 3 });
  const waiting = [];
  for (let n = 0; n < 3; n++)
    waiting.push(await begin(port, requestHead('/enter', { 'content-length': 100 })));
  const health = () => app.fastify.inject('/api/health');
  await soon(async () => expect((await health()).statusCode).toBe(429));
  const own = { method: 'POST', url: '/api/write', payload: { words: 'a' } } as const;
  expect((await app.fastify.inject({ ...own, headers: { 'access-token': TOKEN } })).statusCode).toBe(200);
  for (const { socket } of waiting) socket.destroy();
  await soon(async () => expect((await health()).statusCode).toBe(200));
});

test.each(['gzip', 'br', 'deflate', 'zstd'])('refuses a body compressed with %s', async (encoding) => {
  const app = await build();
  for (const [url, token] of [
    ['/api/enter', undefined],
    ['/api/write', TOKEN],
  ] as const) {
    const refused = await app.fastify.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'content-encoding': encoding,
        ...(token === undefined ? {} : { 'access-token': token }),
      },
      payload: Buffer.alloc(100, 1),
    });
    expect([refused.statusCode, failure.parse(refused.json()).msg]).toEqual([
      415,
      'Tipo de conteúdo não aceito: envie sem compactar.',
    ]);
  }
});

test('unauthenticated connections of one address leave room for others and for sessions', async () => {
  const { port } = await serve({ unauthenticatedOfAddress: 3 });
  const signedIn = await begin(port, requestHead('/write', { 'access-token': TOKEN, 'content-length': 2 }));
  signedIn.socket.write('}');
  await soon(() => expect(signedIn.received()).toContain('HTTP/1.1 400'));
  const addressGroup = await openMany(10, port);
  await soon(() => expect(stillOpen(addressGroup)).toHaveLength(3));
  const other = await openRaw(port, '127.0.0.2');
  other.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
  expect(String((await once(other, 'data'))[0])).toContain('200 OK');
  expect(stillOpen([signedIn.socket])).toHaveLength(1);
});

test('preserves a live feed despite many unauthenticated connections of its address', async () => {
  const { app, port } = await serve({ unauthenticatedOfAddress: 1 });
  app.unknownCallers.leaveWebSocketsTo(app.fastify.server);
  app.fastify.server.on('upgrade', (_request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    onTestFinished(() => void socket.destroy());
  });
  const feed = await openRaw(port);
  feed.write('GET /mqtt HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(feed, 'data');
  const addressGroup = await openMany(3, port);
  await soon(() => expect(stillOpen(addressGroup)).toHaveLength(1));
  expect(stillOpen([feed])).toHaveLength(1);
});

test('counts connections of a trusted proxy at its last client address', async () => {
  const { port } = await serve({ unauthenticatedOfAddress: 2 }, true);
  const open = [];
  for (let n = 0; n < 6; n++) {
    const one = await openRaw(port);
    one.write(`GET /health HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 203.0.113.${n}\r\n\r\n`);
    await once(one, 'data');
    open.push(one);
  }
  expect(stillOpen(open)).toHaveLength(6);
});

const serveHttps = async (limits: Partial<UnknownCallerLimits>, log = silent) => {
  const app = await build(limits, false, log);
  const { cert, key } = createTestCertificate('localhost');
  const certificates = { current: () => ({ cert, key }), renewAt: () => undefined } as never;
  const secure = createHttpsServer(app.fastify, certificates, log);
  app.unknownCallers.watch(secure.server);
  await app.fastify.ready();
  const port = await secure.listen('127.0.0.1', 0);
  return { app, secure: secure.server, ca: cert, port };
};

test('limits the requests of one HTTP/2 connection, and those with a body further', async () => {
  const { ca, port } = await serveHttps({ bodiesOfAddress: 3 });
  const session = connectHttp2(`https://localhost:${port}`, { ca });
  onTestFinished(() => session.destroy());
  const [settings] = await once(session, 'remoteSettings');
  expect(settings.maxConcurrentStreams).toBe(32);
  const ask = () => {
    const stream = session.request(
      { ':method': 'POST', ':path': '/api/enter', 'content-type': 'application/json' },
      { endStream: false },
    );
    stream.on('error', () => undefined);
    stream.write('{');
    return once(stream, 'response').then(([headers]) => headers[':status']);
  };
  const waiting = [ask(), ask(), ask()];
  expect(await ask()).toBe(429);
  expect(await Promise.race([...waiting, Promise.resolve('nothing')])).toBe('nothing');
});

test('does not count HTTP/2 requests of a lost connection, and logs no failure', async () => {
  const failures: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void failures.push(line) });
  const { app, secure, ca, port } = await serveHttps({ requestsOfAddress: 3 }, log);
  const requested = new Promise<void>((resolve) => {
    let left = 5;
    secure.prependListener('request', (request: Http2ServerRequest) => {
      if (request.url === '/api/health' && left > 0) request.stream.session?.destroy();
      left -= 1;
      if (left === 0) resolve();
    });
  });
  for (let n = 0; n < 5; n++) {
    const session = connectHttp2(`https://localhost:${port}`, { ca });
    session.on('error', () => undefined);
    session.request({ ':path': '/api/health' }).on('error', () => undefined);
    await once(session, 'close');
  }
  await requested;
  expect((await app.fastify.inject('/api/health')).statusCode).toBe(200);
  expect(failures).toEqual([]);
});

test('counts an HTTP/2 connection at its address until a session uses it', async () => {
  const { ca, port } = await serveHttps({ unauthenticatedOfAddress: 1 });
  const open = async () => {
    const session = connectHttp2(`https://localhost:${port}`, { ca });
    onTestFinished(() => session.destroy());
    session.on('error', () => undefined);
    await new Promise<void>((resolve) =>
      session.once('remoteSettings', () => resolve()).once('close', () => resolve()),
    );
    return session;
  };
  const first = await open();
  expect((await open()).destroyed).toBe(true);
  const stream = first.request({ ':method': 'POST', ':path': '/api/write', 'access-token': TOKEN });
  stream.end();
  await once(stream, 'response');
  expect((await open()).destroyed).toBe(false);
  expect(first.destroyed).toBe(false);
});

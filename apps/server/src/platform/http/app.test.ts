import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineCall } from '@nascente/contract/base/call';
import { failure } from '@nascente/contract/base/conventions';
import { everyCall } from '@nascente/contract/every-call';
import { LOG_OPTIONS } from '@nascente/runtime/log';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { verifyBy } from '../../testing/verify-by.ts';
import { Bug, Expired, LimitReached, NotFound } from '../errors.ts';
import { createHttpApp, type HttpApp } from './app.ts';
import type { Caller } from './caller.ts';
import { bindCall } from './calls/bind-call.ts';
import { openApiPath } from './documentation/openapi.ts';

const lines: string[] = [];
const log = pino({ ...LOG_OPTIONS, level: 'trace' }, { write: (line: string) => void lines.push(line) });
const person = (profile: Caller['profile']): Caller => ({
  accountId: 'a',
  profile,
  email: 'ana@padaria.com.br',
  managerId: null,
  sessionHash: Buffer.alloc(32),
});
const callers = new Map([
  ['user-token', person('user')],
  ['admin-token', person('Admin')],
]);

const echo = defineCall({
  name: 'echo',
  route: 'POST /echo/:mac',
  permission: 'see-own-meters',
  summary: 'Answers what it was given.',
  body: z.strictObject({
    size: z.int(),
    note: z.optional(z.string()),
    part: z.optional(z.record(z.string(), z.string())),
  }),
  success: 201,
  answer: { mac: z.string(), size: z.nullable(z.int()), who: z.string() },
});
const fail = defineCall({
  name: 'fail',
  route: 'GET /fail/:how',
  access: 'anyone',
  summary: 'Fails.',
});
const forAdmins = defineCall({
  ...fail,
  name: 'forAdmins',
  route: 'GET /admins',
  params: z.object({}),
  access: 'Admin',
  permission: 'see-people',
});
const large = defineCall({
  ...fail,
  name: 'large',
  route: 'GET /large',
  params: z.object({}),
  answer: { text: z.string() },
});

const waiting = defineCall({ ...fail, name: 'waiting', route: 'GET /waiting', params: z.object({}) });

const errors: Record<string, unknown> = {
  driver: Object.assign(new Error('column "secret" of select password_hash'), { code: '42703' }),
  outage: Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  bug: new Bug('internal words'),
  text: 'thrown text',
  throttled: new LimitReached('Muitas tentativas.', 30),
  limit: new LimitReached('Número máximo.'),
};

let app: HttpApp;
const begun = Promise.withResolvers<void>();
const inject = (request: string | InjectOptions) => app.fastify.inject(request);

beforeAll(async () => {
  const sessions = verifyBy(async (token) => {
    const caller = callers.get(token);
    if (!caller) throw new Expired();
    return caller;
  });
  app = await createHttpApp({
    config: {
      metricsToken: 'metrics-token',
      mqttWsPort: 9002,
      publicUrl: null,
      trustProxy: false,
      webRoot: '/absent',
    },
    log,
    sessions,
    registry: new Registry(),
    checks: [{ name: 'database', isReady: () => false }],
  });
  bindCall(app, echo, ({ params, body, caller }) => {
    log.info({ size: body.size }, 'Echoed');
    const answer = { mac: params.mac, size: body.size, who: caller.email };
    return { ...answer, password_hash: 'never sent' };
  });
  bindCall(app, fail, ({ params }) => {
    throw errors[params.how] ?? new NotFound('Não encontrado.');
  });
  bindCall(app, waiting, ({ signal }) => {
    begun.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  bindCall(app, forAdmins, () => ({}));
  bindCall(app, large, () => ({ text: 'a'.repeat(5_000) }));
});

const url = '/api/echo/aa-bb-cc-dd-ee-ff';
const headers = { 'access-token': 'user-token' };

test('reads input by the contract, and returns only fields of the contract', async () => {
  const answer = await inject({ method: 'POST', url, headers, payload: { size: 3 } });
  expect(answer.statusCode).toBe(201);
  expect(answer.json()).toEqual({ ok: true, mac: 'AA:BB:CC:DD:EE:FF', size: 3, who: 'ana@padaria.com.br' });
});

test.each([
  ['a missing field', {}, 'size', 'Campo obrigatório: size'],
  ['an unknown field', { size: 1, colour: 'red' }, 'colour', 'Campo desconhecido: colour'],
  ['a wrong type', { size: 'x' }, 'size', 'Entrada inválida: esperava um número, recebeu um texto'],
  ['a type without a Portuguese name', { size: 1, part: 'x' }, 'part', 'Valor inválido'],
])('refuses %s by name', async (_, payload, path, msg) => {
  const answer = await inject({ method: 'POST', url, headers, payload });
  expect(answer.statusCode).toBe(400);
  expect(failure.parse(answer.json())).toMatchObject({ type: 'validation', msg, errors: [{ path }] });
});

test('names a few of many unknown fields in a short refusal', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `${index}-${'x'.repeat(90)}`);
  const payload = { size: 1, ...Object.fromEntries(names.map((name) => [name, 1])) };
  const refused = await inject({ method: 'POST', url, headers, payload });
  expect(refused.json().msg).toMatch(/^Campo desconhecido: 0-x+…, 1-x+…, 2-x+…, 3-x+…, 4-x+… e mais 995$/);
  expect(refused.body.length).toBeLessThan(1_500);
  const query = await inject(`/api/fail/absent?${names.map((name) => `${name}=1`).join('&')}`);
  expect(query.json().msg).toContain('e mais 995');
  expect(query.body.length).toBeLessThan(1_500);
});

test('refuses an invalid path parameter and an unknown query field', async () => {
  const bad = await inject({ method: 'POST', url: '/api/echo/zz', headers, payload: { size: 1 } });
  expect(bad.json()).toMatchObject({
    type: 'validation',
    msg: 'Endereço MAC inválido',
    errors: [{ path: 'mac' }],
  });
  const query = await inject({ method: 'POST', url: `${url}?a=1`, headers, payload: { size: 1 } });
  expect(query.json()).toMatchObject({ type: 'validation', errors: [{ path: 'a' }] });
});

test('accepts the token in either header, and without one ignores the input', async () => {
  const bearer = { authorization: 'Bearer user-token' };
  expect((await inject({ method: 'POST', url, headers: bearer, payload: { size: 1 } })).statusCode).toBe(201);
  const unknown = await inject({ method: 'POST', url, headers: { 'access-token': 'x' }, payload: '{' });
  expect([unknown.statusCode, unknown.json().type]).toEqual([401, 'expired']);
  expect((await inject({ method: 'POST', url })).statusCode).toBe(401);
});

test('refuses a prototype name in the input', async () => {
  for (const payload of [
    '{"size":1,"__proto__":{"a":1}}',
    '{"size":1,"constructor":{"prototype":{"a":1}}}',
  ]) {
    const json = { ...headers, 'content-type': 'application/json' };
    const refused = await inject({ method: 'POST', url, headers: json, payload });
    expect([refused.statusCode, refused.json().type]).toEqual([400, 'validation']);
  }
});

test('logs no secret of an address or a header, whatever the result', async () => {
  lines.length = 0;
  const secret = 'S'.repeat(43);
  const requested = { 'access-token': secret, authorization: `Bearer ${secret}`, password: secret };
  for (const request of [
    `/api/user/token?token=${secret}`,
    `/home?token=${secret}`,
    `/api/fail/bug?token=${secret}`,
  ])
    for (const sent of [{}, requested, { ...requested, 'access-token': 'user-token' }])
      await inject({ url: request, headers: { accept: 'text/html', ...sent } });
  await inject({ url: '/api/fail/bug', headers: { ...requested, 'access-token': 'user-token' } });
  expect(lines.join('')).toContain('A request failed');
  expect(lines.join('')).not.toContain(secret);
});

test('sends answers without caching and without access for other origins', async () => {
  const requested = { ...headers, origin: 'https://evil.test' };
  const { headers: answerHeaders } = await inject({
    method: 'POST',
    url,
    headers: requested,
    payload: { size: 1 },
  });
  expect(answerHeaders['cache-control']).toBe('no-store');
  expect(answerHeaders).not.toHaveProperty('access-control-allow-origin');
  expect(answerHeaders).not.toHaveProperty('set-cookie');
});

test('sends every failure without caching', async () => {
  const failures = ['/api/nowhere', '/api/%zz', '/api/echo', '/api/fail/bug', '/api/fail/outage'];
  for (const url of failures) {
    const answer = await inject(url);
    expect(answer.statusCode, url).toBeGreaterThanOrEqual(400);
    expect(answer.headers['cache-control'], url).toBe('no-store');
  }
});

const appOf = async (webRoot: string): Promise<HttpApp['fastify']> => {
  const config = { metricsToken: null, mqttWsPort: 9001, publicUrl: null, trustProxy: false, webRoot };
  const needs = { config, log, sessions: verifyBy(async () => Promise.reject(new Expired())), checks: [] };
  const { fastify } = await createHttpApp({ ...needs, registry: new Registry() });
  onTestFinished(() => fastify.close());
  return fastify;
};

test('sends an unbuilt page and a missing asset without caching', async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'nascente-http-'));
  onTestFinished(() => rmSync(webRoot, { recursive: true }));
  const notBuilt = await (await appOf(webRoot)).inject('/home');
  expect([notBuilt.statusCode, notBuilt.headers['cache-control']]).toEqual([503, 'no-store']);
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<p>page</p>');
  writeFileSync(join(webRoot, 'assets/app-4f2a.js'), '1');
  const built = await appOf(webRoot);
  const requested = { 'if-match': '"x"', range: 'bytes=90-99' };
  for (const [name, value] of Object.entries(requested)) {
    const refused = await built.inject({ url: '/assets/app-4f2a.js', headers: { [name]: value } });
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(refused.headers['cache-control']).toBe('no-store');
  }
});

test('an Admin call refuses every other profile', async () => {
  const refused = await inject({ url: '/api/admins', headers });
  expect([refused.statusCode, failure.parse(refused.json()).type]).toEqual([403, 'forbidden']);
  expect((await inject({ url: '/api/admins', headers: { 'access-token': 'admin-token' } })).statusCode).toBe(
    200,
  );
});

test.each([
  [
    'malformed JSON',
    { payload: '{"size":', headers: { 'content-type': 'application/json' } },
    400,
    'validation',
  ],
  ['another content type', { payload: 'a,b', headers: { 'content-type': 'text/csv' } }, 415, 'req-error'],
  ['plain text', { payload: 'a,b', headers: { 'content-type': 'text/plain' } }, 415, 'req-error'],
  ['a body too large', { payload: { size: 1, note: 'x'.repeat(1_100_000) }, headers: {} }, 413, 'req-error'],
])('refuses %s in Portuguese', async (_, request, status, type) => {
  const answer = await inject({
    method: 'POST',
    url,
    payload: request.payload,
    headers: { ...headers, ...request.headers },
  });
  expect(answer.statusCode).toBe(status);
  expect(failure.parse(answer.json())).toMatchObject({
    type,
    msg: expect.stringMatching(/Requisição|Conteúdo|Tipo/),
  });
});

test.each([
  ['absent', 404, 'not-found'],
  ['outage', 503, 'unavailable'],
  ['throttled', 429, 'limit'],
  ['limit', 409, 'limit'],
])('answers the failure %s as in the contract', async (how, status, type) => {
  const answer = await inject(`/api/fail/${how}`);
  expect([answer.statusCode, failure.parse(answer.json()).type]).toEqual([status, type]);
  expect(answer.headers['retry-after']).toBe(how === 'throttled' ? '30' : undefined);
});

test.each(['driver', 'bug', 'text'])(
  'hides the internals of %s from the answer, and logs them',
  async (how) => {
    lines.length = 0;
    const answer = await inject(`/api/fail/${how}`);
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toEqual({
      ok: false,
      type: 'error',
      msg: 'Algo inesperado aconteceu, tente novamente mais tarde.',
      requestId: answer.headers['x-request-id'],
    });
    expect(lines.join()).toContain(`"reqId":"${String(answer.headers['x-request-id'])}"`);
  },
);

test.each([
  ['the id that came with it', 'gateway-7:42', 'gateway-7:42'],
  ['a new id where it would break the log', 'a\u0007 b', expect.stringMatching(/^[\da-f-]{36}$/)],
  ['a new id where it is too long', 'x'.repeat(65), expect.stringMatching(/^[\da-f-]{36}$/)],
])('an answer names its request by %s', async (_, sent, expectedId) => {
  const requested = { ...headers, 'x-request-id': sent };
  const answers = [
    await inject({ method: 'POST', url, headers: requested, payload: { size: 1 } }),
    await inject({ url: '/api/nowhere', headers: requested }),
    await inject({ url: '/home', headers: requested }),
  ];
  for (const answer of answers) expect(answer.headers['x-request-id']).toEqual(expectedId);
});

test('log lines of a request name its id, also after a body was read', async () => {
  lines.length = 0;
  await inject({
    method: 'POST',
    url,
    headers: { ...headers, 'x-request-id': 'seen-in-the-log' },
    payload: { size: 7 },
  });
  const line = lines.find((one) => one.includes('Echoed')) ?? '{}';
  expect(JSON.parse(line)).toMatchObject({ reqId: 'seen-in-the-log', size: 7 });
});

test('answers 404 for an unknown address below /api, and with the page elsewhere', async () => {
  const unknown = await inject('/api/nowhere');
  expect([unknown.statusCode, failure.parse(unknown.json()).type]).toEqual([404, 'not-found']);
  expect((await inject({ method: 'DELETE', url: '/api/echo/x' })).statusCode).toBe(404);
  const page = await inject('/meter/AA:BB:CC:DD:EE:FF');
  expect(page.statusCode).toBe(503);
  expect(page.body).toContain('has not been built');
});

test.each([['a\0b'], ['a\ud800b']])(
  'refuses by its field a text that the database cannot store (%j)',
  async (note) => {
    const refused = await inject({
      method: 'POST',
      url: '/api/echo/A4:CF:12:00:00:01',
      headers: { 'access-token': 'user-token', 'content-type': 'application/json' },
      payload: JSON.stringify({ size: 1, note }),
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().errors).toEqual([{ path: 'note', msg: 'O texto tem caracteres inválidos.' }]);
  },
);

test('compresses large answers only', async () => {
  const accept = { 'accept-encoding': 'gzip, deflate, br' };
  const compressed = await inject({ url: '/api/large', headers: accept });
  expect(compressed.headers['content-encoding']).toBe('br');
  expect((await inject({ url: '/health', headers: accept })).headers['content-encoding']).toBeUndefined();
});

test('serves health, readiness and metrics at the root and below /api', async () => {
  for (const prefix of ['', '/api']) {
    expect((await inject(`${prefix}/health`)).json()).toEqual({ ok: true });
    const ready = await inject(`${prefix}/ready`);
    expect([ready.statusCode, ready.json().checks]).toEqual([503, { database: false }]);
    expect((await inject({ url: `${prefix}/metrics`, remoteAddress: '200.1.2.3' })).statusCode).toBe(401);
    const metrics = await inject({
      url: `${prefix}/metrics`,
      remoteAddress: '200.1.2.3',
      headers: { authorization: 'Bearer metrics-token' },
    });
    expect(metrics.body).toContain('nascente_http_request_duration_seconds_bucket');
  }
});

test('returns metrics without a token only to a request of this machine', async () => {
  const own = { url: '/metrics', headers: { host: 'localhost:8080' } };
  expect((await inject(own)).statusCode).toBe(200);
  const proxied = { ...own, headers: { ...own.headers, 'x-forwarded-for': '200.1.2.3' } };
  expect((await inject(proxied)).statusCode).toBe(401);
  const config = {
    metricsToken: null,
    mqttWsPort: 9002,
    publicUrl: null,
    trustProxy: false,
    webRoot: '/absent',
  };
  const sessions = verifyBy(() => Promise.reject(new Expired()));
  const open = await createHttpApp({ config, log, sessions, registry: new Registry(), checks: [] });
  onTestFinished(() => open.fastify.close());
  expect((await open.fastify.inject({ ...own, remoteAddress: '200.1.2.3' })).statusCode).toBe(401);
  expect((await open.fastify.inject(own)).statusCode).toBe(200);
});

test.each([
  ['a public address', { publicUrl: 'https://app.nascente.test' }, 401],
  ['a proxy that is trusted', { trustProxy: true }, 401],
  ['its own address', { publicUrl: 'http://localhost:8080' }, 200],
])(
  'refuses metrics of a server with %s to a request through an undeclared proxy',
  async (_, more, status) => {
    const config = { metricsToken: 'metrics-token', mqttWsPort: 9002, publicUrl: null, trustProxy: false };
    const proxied = await createHttpApp({
      config: { ...config, webRoot: '/absent', ...more },
      log,
      sessions: verifyBy(() => Promise.reject(new Expired())),
      registry: new Registry(),
      checks: [],
    });
    onTestFinished(() => proxied.fastify.close());
    // By default nginx sends the address of its upstream over HTTP/1.1, without the address of the client.
    const requested = { url: '/metrics', headers: { host: 'localhost:8080' } };
    expect((await proxied.fastify.inject(requested)).statusCode).toBe(status);
    const authorization = 'Bearer metrics-token';
    const authorized = await proxied.fastify.inject({
      ...requested,
      headers: { ...requested.headers, authorization },
    });
    expect(authorized.statusCode).toBe(200);
  },
);

test('the OpenAPI document contains every call', async () => {
  const { paths } = (await inject('/api/openapi.json')).json();
  for (const call of everyCall) {
    expect(paths[openApiPath(call.path)]?.[call.method.toLowerCase()]?.operationId).toBe(call.name);
  }
  const docs = await inject('/api/docs/');
  expect([docs.statusCode, docs.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(docs.headers['content-security-policy']).toContain("script-src 'self'");
});

test('allows pages only their own scripts and the live feed of their host', async () => {
  const policy = (await inject({ url: '/', headers: { host: 'nascente.test:8080' } })).headers[
    'content-security-policy'
  ];
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("connect-src 'self' ws://nascente.test:9002 wss://nascente.test:9002;");
});

const GUARDS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('geolocation=(), '),
};

test.each([
  ['a page', '/home'],
  ['an answer', '/api/health'],
  ['a failure', '/api/fail/bug'],
  ['an address that leads nowhere', '/api/nowhere'],
])('sends %s with every browser protection header', async (_, url) => {
  const { headers } = await inject(url);
  expect(headers).toMatchObject(GUARDS);
  const policy = String(headers['content-security-policy']).split(';');
  for (const rule of [
    "default-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    'trusted-types default',
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(rule);
  expect(policy.find((rule) => rule.startsWith('script-src'))).toBe("script-src 'self'");
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
  expect(headers).not.toHaveProperty('x-powered-by');
});

test.each([
  ['https://app.nascente.test', 'max-age=31536000'],
  ['http://app.nascente.test', undefined],
  [null, undefined],
])('served as %s, sends the strict transport header %s', async (publicUrl, header) => {
  const config = { metricsToken: null, mqttWsPort: 9002, publicUrl, trustProxy: false, webRoot: '/absent' };
  const sessions = verifyBy(() => Promise.reject(new Expired()));
  const served = await createHttpApp({ config, log, sessions, registry: new Registry(), checks: [] });
  onTestFinished(() => served.fastify.close());
  const { headers: sent } = await served.fastify.inject('/api/health');
  expect(sent['strict-transport-security']).toBe(header);
});

test('limits a slow request to half a minute, and its head to less', () => {
  const { headersTimeout, requestTimeout } = app.fastify.server;
  expect([headersTimeout, requestTimeout]).toEqual([15_000, 30_000]);
});

// Last: it closes the application.
test('reports no failure for a client that leaves before its answer', async () => {
  lines.length = 0;
  const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.fastify.close());
  const leaving = new AbortController();
  const answer = fetch(`${address}/api/waiting`, { signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await expect(answer).rejects.toThrow('abort');
  await vi.waitFor(() => expect(lines.join('')).toContain('The client left before the answer'));
  expect(lines.join('')).not.toContain('A request failed');
});

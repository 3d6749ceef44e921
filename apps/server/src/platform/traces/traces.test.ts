import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { verifyBy } from '../../testing/verify-by.ts';
import { Expired } from '../errors.ts';
import { createHttpApp } from '../http/app.ts';
import { createBoundedRequest } from '../outbound/bounded-request.ts';
import { createSpanRecorder, readTraceParent } from './record-spans.ts';

interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly object[] };
    readonly scopeSpans: readonly { readonly spans: readonly Record<string, unknown>[] }[];
  }[];
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const HEADERS = { authorization: 'Bearer a-secret', 'content-type': 'text/plain' };
const CALLER = '00f067aa0ba902b7';

/** A collector on this machine that keeps what it is sent. */
const startCollector = async (status = 200) => {
  const sent: { path: string | undefined; headers: IncomingHttpHeaders; body: Sent }[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      sent.push({ path: request.url, headers: request.headers, body: body as Sent });
      response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { sent, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

const recorderFor = (endpoint: string, lines: string[] = []) =>
  createSpanRecorder({
    endpoint,
    headers: HEADERS,
    sendRequest: createBoundedRequest({ allowsPrivate: true }),
    log: pino({ base: null }, { write: (line: string) => void lines.push(line) }),
  });

test('records an answer as a span below its caller, and sends no unsampled span', async () => {
  const { sent, endpoint } = await startCollector();
  const recorder = recorderFor(endpoint);
  const { fastify } = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: false, webRoot: '/absent' },
    log: pino({ level: 'silent' }),
    sessions: verifyBy(() => Promise.reject(new Expired())),
    registry: new Registry(),
    checks: [],
    record: recorder.record,
  });
  onTestFinished(() => fastify.close());
  const before = Date.now();
  const ask = (headers: Record<string, string>) => fastify.inject({ url: '/api/health', headers });
  await ask({ traceparent: `00-${TRACE}-${CALLER}-01`, 'x-request-id': 'asked-for-this' });
  await ask({ traceparent: `00-${TRACE}-${CALLER}-00` });
  await ask({ traceparent: 'nonsense' });
  await recorder.stop();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'content-type': 'application/json', authorization: HEADERS.authorization },
  });
  const [{ resource, scopeSpans } = { resource: { attributes: [] }, scopeSpans: [] }] =
    sent[0]?.body.resourceSpans ?? [];
  expect(resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'nascente' } });
  const [first, own, ...others] = scopeSpans[0]?.spans ?? [];
  expect(others).toEqual([]);
  expect(first).toMatchObject({
    traceId: TRACE,
    parentSpanId: CALLER,
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    name: 'GET /api/health',
    kind: 2,
    attributes: expect.arrayContaining([
      { key: 'http.response.status_code', value: { intValue: '200' } },
      { key: 'nascente.request_id', value: { stringValue: 'asked-for-this' } },
    ]),
  });
  const [startedAt, endedAt] = [
    Number(first?.['startTimeUnixNano']) / 1e6,
    Number(first?.['endTimeUnixNano']) / 1e6,
  ];
  expect(endedAt).toBeGreaterThanOrEqual(startedAt);
  expect(endedAt).toBeGreaterThanOrEqual(before);
  expect(own?.['traceId']).toMatch(/^[\da-f]{32}$/);
  expect(own).not.toHaveProperty('parentSpanId');
});

test('reports a refusing collector once, and no request waits for it', async () => {
  const { sent, endpoint } = await startCollector(503);
  const lines: string[] = [];
  const recorder = recorderFor(endpoint, lines);
  const span = {
    name: 'x',
    kind: 'internal',
    parent: null,
    tookMs: 1,
    hasFailed: true,
    attributes: {},
  } as const;
  recorder.record(span);
  await recorder.stop();
  recorder.record(span);
  await recorder.stop();
  expect(sent).toHaveLength(2);
  expect(lines.filter((line) => line.includes('Traces are not taken'))).toHaveLength(1);
  expect(lines.join('')).not.toContain('a-secret');
  expect(sent[0]?.body.resourceSpans[0]?.scopeSpans[0]?.spans[0]).toMatchObject({
    kind: 1,
    status: { code: 2 },
  });
});

test.each([
  undefined,
  ['00'],
  '',
  `00-${'0'.repeat(32)}-${CALLER}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${CALLER}-01`,
  `00-${TRACE.toUpperCase()}-${CALLER}-01`,
])('refuses %j as a trace parent', (header) => {
  expect(readTraceParent(header)).toBeNull();
});

import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { failure } from '@nascente/contract/base/conventions';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestTelemetry } from '../../testing/boards/test-telemetry.ts';
import { openRaw, stillOpen } from '../../testing/raw-connections.ts';
import { verifyBy } from '../../testing/verify-by.ts';
import { Expired } from '../errors.ts';
import { createHttpApp } from '../http/app.ts';

const { ports, broker } = await startTestTelemetry({});

const UPGRADE = {
  Host: '127.0.0.1',
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Protocol': 'mqtt',
};
const asking = (path: string, headers: Readonly<Record<string, string>> = {}): string =>
  [
    `GET ${path} HTTP/1.1`,
    ...Object.entries({ ...UPGRADE, ...headers }).map(([name, value]) => `${name}: ${value}`),
    '\r\n',
  ].join('\r\n');

/** The bytes received until the server closes; this end stays open for writing, as an attacker would keep it. */
const answerTo = async (port: number | null, bytes: string) => {
  const socket = connect({ port: port ?? 0, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: failure.parse(JSON.parse(body)) };
};

test.each([
  ['another version', asking('/', { 'Sec-WebSocket-Version': '12' }), '426 Upgrade Required', 'req-error'],
  ['no MQTT', asking('/', { 'Sec-WebSocket-Protocol': 'chat' }), '400 Bad Request', 'validation'],
  ['a page of elsewhere', asking('/', { Origin: 'https://evil.test' }), '403 Forbidden', 'forbidden'],
  ['ordinary HTTP', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n', '426 Upgrade Required', 'req-error'],
  ['no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'validation'],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', '404 Not Found', 'not-found'],
])('refuses %s at the WebSocket port in the format of every failure', async (_, bytes, status, type) => {
  const { head, body } = await answerTo(ports.websocket, bytes);
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
  expect(body.type).toBe(type);
});

test('answers another upgrade beside the feed as an ordinary request, and counts it once', async () => {
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: false, webRoot: '/absent' },
    log: pino({ level: 'silent' }),
    sessions: verifyBy(() => Promise.reject(new Expired())),
    registry: new Registry(),
    checks: [],
    limits: { unauthenticatedOfAddress: 2 },
  });
  const { server } = app.fastify;
  app.unknownCallers.leaveWebSocketsTo(server);
  const end = broker.attach(server);
  onTestFinished(async () => {
    end();
    await app.fastify.close();
  });
  await app.fastify.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.address() as AddressInfo;
  const other = await openRaw(port);
  other.write('GET /health HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  expect(String((await once(other, 'data'))[0])).toContain('HTTP/1.1 200 OK');
  const lost = await openRaw(port, undefined, true);
  lost.write(asking('/nowhere', { Accept: 'application/json' }));
  expect(String((await once(lost, 'data'))[0])).toMatch(/^HTTP\/1.1 404 [\s\S]*Endereço não encontrado/);
  const third = await openRaw(port);
  await vi.waitFor(() => expect(stillOpen([other, lost, third])).toHaveLength(2));
});

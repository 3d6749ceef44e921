import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { failure } from '@nascente/contract/base/conventions';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { verifyBy } from '../../../testing/verify-by.ts';
import { Expired } from '../../errors.ts';
import { createHttpApp } from '../app.ts';

const app = await createHttpApp({
  config: { metricsToken: null, mqttWsPort: 9002, publicUrl: null, trustProxy: false, webRoot: '/absent' },
  log: pino({ level: 'silent' }),
  sessions: verifyBy(() => Promise.reject(new Expired())),
  registry: new Registry(),
  checks: [],
});
await app.fastify.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.fastify.close());
const { port } = app.fastify.server.address() as AddressInfo;

/** What comes back on a connection of its own, until it is closed. */
const answerTo = async (bytes: string): Promise<{ status: string; body: unknown }> => {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { status: head.split('\r\n')[0] ?? '', body: failure.parse(JSON.parse(body)) };
};

test.each([
  ['no HTTP at all', '\x16\x03\x01 hello\r\n\r\n', '400 Bad Request', 'Requisição HTTP malformada.'],
  [
    'an unknown method',
    'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n',
    '400 Bad Request',
    'Requisição HTTP malformada.',
  ],
  [
    'two lengths',
    'POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    '400 Bad Request',
    'Requisição HTTP malformada.',
  ],
  [
    'a request without a host',
    'GET /api/user HTTP/1.1\r\nConnection: close\r\n\r\n',
    '400 Bad Request',
    'Requisição HTTP malformada.',
  ],
  [
    'an expectation that nobody meets, as the request without it,',
    'GET /api/nowhere HTTP/1.1\r\nHost: a\r\nExpect: the-moon\r\nConnection: close\r\n\r\n',
    '404 Not Found',
    'Endereço não encontrado.',
  ],
  [
    'headers of 100 kB',
    `GET / HTTP/1.1\r\nHost: a\r\nX-Large: ${'x'.repeat(100_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'Os cabeçalhos da requisição são grandes demais.',
  ],
  ['a tunnel', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', '404 Not Found', 'Endereço não encontrado.'],
  [
    'a body that breaks off in its middle',
    'POST /api/nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\nzz\r\n',
    '400 Bad Request',
    'Requisição HTTP malformada.',
  ],
])('refuses %s in the format and language of every failure', async (_, bytes, status, msg) => {
  const answer = await answerTo(bytes);
  expect(answer.status).toBe(`HTTP/1.1 ${status}`);
  expect(answer.body).toMatchObject({ ok: false, msg });
});

test('refuses an invalid request with a readable message, also after an answer on its connection', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: a\r\n\r\n');
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toContain('200 OK');
  socket.write(`GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toContain('HTTP/1.1 431 ');
  expect(answer).toContain('Os cabeçalhos da requisição são grandes demais.');
});

test('answers a missing body with a readable message after its time limit', async () => {
  const { server } = app.fastify;
  const { headersTimeout, requestTimeout } = server;
  Object.assign(server, { headersTimeout: 500, requestTimeout: 500 });
  onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
  const answer = await answerTo(
    'POST /api/nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  expect(answer.status).toBe('HTTP/1.1 408 Request Timeout');
  expect(answer.body).toMatchObject({ ok: false, msg: 'A requisição demorou demais.' });
});

test('does not answer the remaining body of a refused request as another request', async () => {
  const socket = connect(port, '127.0.0.1');
  const head = 'POST /api/nowhere HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
  socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n5000\r\n${' '.repeat(0x5000)}\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  expect(first.toString()).toContain('HTTP/1.1 413 ');
  socket.write('zz\r\n');
  expect(await text(socket)).not.toContain('HTTP/1.1');
});

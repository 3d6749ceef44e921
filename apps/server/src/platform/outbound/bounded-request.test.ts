import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { createBoundedRequest } from './bounded-request.ts';

/** A server that answers each connection with these pieces, again and again where `isEndless`. */
const answering = async (pieces: readonly string[], { isEndless = false } = {}) => {
  let connections = 0;
  let sentBytes = 0;
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    const filler = 'x'.repeat(64 * 1024);
    const write = (): void => {
      if (!isEndless || socket.destroyed) return;
      sentBytes += filler.length;
      socket.write(filler, write);
    };
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece);
      write();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    connections: () => connections,
    sentBytes: () => sentBytes,
  };
};

it('returns the status of a redirect and does not follow it', async () => {
  const other = await answering(['HTTP/1.1 200 OK\r\n\r\n']);
  const { url } = await answering([`HTTP/1.1 302 Found\r\nlocation: ${other.url}\r\n\r\n`]);
  const sendRequest = createBoundedRequest({ allowsPrivate: true });
  expect(await sendRequest(url, '{}', {})).toEqual({ status: 302, reason: null });
  expect(other.connections()).toBe(0);
});

it.each(['127.0.0.1', '[::1]', '0x7f000001'])('sends nothing to %s unless that is allowed', async (host) => {
  const { port, connections } = await answering(['HTTP/1.1 200 OK\r\n\r\n']);
  const answered = await createBoundedRequest({ allowsPrivate: false })(`http://${host}:${port}/`, '{}', {});
  expect(answered).toEqual({ status: null, reason: 'O endereço leva a uma rede interna.' });
  expect(connections()).toBe(0);
});

it('reports a name with an internal address with the same text as an absent name', async () => {
  const { port, connections } = await answering(['HTTP/1.1 200 OK\r\n\r\n']);
  const sendRequest = createBoundedRequest({ allowsPrivate: false });
  const [inside, absent] = await Promise.all([
    sendRequest(`http://localhost:${port}/`, '{}', {}),
    sendRequest(`http://nada.invalid:${port}/`, '{}', {}),
  ]);
  expect(inside).toEqual(absent);
  expect(connections()).toBe(0);
});

it.each([
  ['http://127.0.0.1:1/', 'O servidor não aceita conexões nessa porta.'],
  ['http://nada.invalid/', 'O nome do servidor não'],
])('returns the reason why %s did not answer', async (url, text) => {
  const { status, reason } = await createBoundedRequest({ allowsPrivate: true })(url, '{}', {});
  expect(status).toBeNull();
  expect(reason).toContain(text);
});

it('closes the connection after the head of an endless answer', async () => {
  const { url, sentBytes } = await answering(['HTTP/1.1 201 Created\r\n\r\n'], { isEndless: true });
  const sendRequest = createBoundedRequest({ allowsPrivate: true });
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(Array.from({ length: 8 }, () => sendRequest(url, '{}', {})));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  const sent = sentBytes();
  await pause(200);
  expect(sentBytes() - sent).toBeLessThan(64 * 1024 * 1024);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

it('refuses an endless head', async () => {
  const { url } = await answering(['HTTP/1.1 200 OK\r\nx: '], { isEndless: true });
  const sendRequest = createBoundedRequest({ allowsPrivate: true });
  expect(await sendRequest(url, '{}', {})).toEqual({
    status: null,
    reason: 'Os cabeçalhos da resposta são grandes demais.',
  });
});

it('limits the complete exchange, also when the server never stops sending', async () => {
  const endless = createServer((socket) => {
    socket.on('error', () => undefined);
    const writing = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 20);
    socket.once('close', () => clearInterval(writing));
  });
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void endless.close());
  const { port } = endless.address() as AddressInfo;
  const sendRequest = createBoundedRequest({ allowsPrivate: true, timeoutMs: 300 });
  const startedAt = performance.now();
  expect(await sendRequest(`http://127.0.0.1:${port}/`, '{}', {})).toEqual({
    status: null,
    reason: 'Não houve resposta em 0.3 s.',
  });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

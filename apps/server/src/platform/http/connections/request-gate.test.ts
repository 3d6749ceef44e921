import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createRequestGate, type RequestGate, type RequestRate } from './request-gate.ts';

/** A server with a handler that is busy for some time with each request. */
const serve = async (rate: Partial<RequestRate>, busyMs = 0) => {
  const gate: RequestGate = createRequestGate({ trustProxy: false, rate });
  const started: string[] = [];
  let running = 0;
  let maximum = 0;
  let connections = 0;
  const server = createServer();
  gate.watch(server);
  server.on('connection', () => {
    connections += 1;
  });
  server.on(
    'request',
    gate.guard((request, response) => {
      started.push(String(request.url));
      running += 1;
      maximum = Math.max(maximum, running);
      for (const until = performance.now() + busyMs; performance.now() < until; );
      if (request.headers.authorization !== undefined) gate.refund(request);
      setImmediate(() => {
        running -= 1;
        response.end('ok');
      });
    }),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, started, max: () => maximum, connections: () => connections };
};
const ask = (port: number, headers: Record<string, string> = {}, localAddress = '127.0.0.1') =>
  new Promise<number | undefined>((resolve, reject) => {
    get({ port, host: '127.0.0.1', localAddress, headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
/** So many requests in one piece, without waiting for answers. */
const pipeline = (port: number, count: number) => {
  const socket = connect({ port, host: '127.0.0.1' });
  onTestFinished(() => void socket.destroy());
  let answered = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answered += text;
  });
  socket.on('error', () => undefined);
  socket.write(Array.from({ length: count }, (_, n) => `GET /${n} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''));
  return { socket, answers: () => answered.split('HTTP/1.1 200').length - 1 };
};

it('handles the requests of a connection one after another, in their order', async () => {
  const { port, started, max } = await serve({});
  const { answers } = pipeline(port, 30);
  await expect.poll(answers).toBe(30);
  expect(started).toEqual(Array.from({ length: 30 }, (_, n) => `/${n}`));
  expect(max()).toBe(1);
});

it('closes a connection that sends many requests without waiting for answers', async () => {
  const { port, started } = await serve({});
  const { socket } = pipeline(port, 2_000);
  await new Promise((closed) => socket.once('close', closed));
  expect(started.length).toBeLessThan(40);
});

it('closes new connections of an address with unanswered requests, and of no other', async () => {
  const { port } = await serve({ perSecond: 2, burst: 10 });
  const { socket } = pipeline(port, 500);
  await new Promise((closed) => socket.once('close', closed));
  await expect(ask(port)).rejects.toThrow();
  expect(await ask(port, {}, '127.0.0.2')).toBe(200);
});

it('starts a request of another address before the many waiting requests of one', async () => {
  const { port, started, connections } = await serve({}, 3);
  const open = (localAddress: string) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    onTestFinished(() => void socket.destroy());
    return socket.resume();
  };
  const many = Array.from({ length: 100 }, () => open('127.0.0.1'));
  const other = open('127.0.0.2');
  await expect.poll(connections).toBe(101);
  for (const socket of many) socket.write('GET /many HTTP/1.1\r\nHost: a\r\n\r\n');
  other.write('GET /other HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => started.length).toBe(101);
  expect(started.indexOf('/other')).toBeLessThan(20);
});

it('delays an address above its rate, and refuses the requests beyond its queue', async () => {
  const { port } = await serve({ perSecond: 20, burst: 5, waiting: 10 });
  const startedAt = performance.now();
  const statuses = await Promise.all(Array.from({ length: 30 }, () => ask(port)));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(15);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5);
  expect(performance.now() - startedAt).toBeGreaterThan(300);
});

it('does not count requests with a session', async () => {
  const { port } = await serve({ perSecond: 0.001, burst: 2, waiting: 50 });
  for (let n = 0; n < 20; n++) expect(await ask(port, { authorization: 'Bearer x' })).toBe(200);
});

it('leaves the event loop free between requests', async () => {
  const { port } = await serve({}, 2);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 1);
  onTestFinished(() => clearInterval(counting));
  await Promise.all(Array.from({ length: 100 }, () => ask(port)));
  // 200 ms of work in slices of four.
  expect(turns).toBeGreaterThan(20);
});

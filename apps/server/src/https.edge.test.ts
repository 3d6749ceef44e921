import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createTestCertificate } from './testing/test-certificate.ts';
import { startTestServer } from './testing/test-server.ts';

const directory = mkdtempSync(join(tmpdir(), 'nascente-https-'));
afterAll(() => rmSync(directory, { recursive: true }));
const [certificateFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
const put = ({ cert, key }: { cert: string; key: string }): void => {
  writeFileSync(certificateFile, cert);
  writeFileSync(keyFile, key);
};
put(createTestCertificate('first'));

const env = { TLS_CERT: certificateFile, TLS_KEY: keyFile, HTTPS_PORT: '0', MQTT_TLS_PORT: '0' };
const { ports, url } = await startTestServer(env);

const open = (port: number | null): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connectTls({ port: port ?? 0, host: '127.0.0.1', rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    socket.once('secureConnect', () => resolve(socket)).once('error', reject);
  });
const shownAt = async (port: number | null): Promise<unknown> => {
  const socket = await open(port);
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return CN;
};
const everyPort = () => Promise.all([ports.https, ports.tls, ports.websocket].map(shownAt));

test('serves everything by HTTPS, with the live feed, and redirects the plain port to it', async () => {
  const status = await new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ports.https, path: '/api/ready', rejectUnauthorized: false };
    request(options, (answer) => resolve(answer.resume().statusCode))
      .once('error', reject)
      .end();
  });
  expect(status).toBe(200);
  const feed = new WebSocket(`wss://127.0.0.1:${ports.https}/mqtt`, 'mqtt', { rejectUnauthorized: false });
  onTestFinished(() => feed.terminate());
  await new Promise((resolve, reject) => feed.once('open', resolve).once('error', reject));
  const led = await fetch(`${url}/home`, { redirect: 'manual' });
  expect(led.status).toBe(308);
  const plainFeed = new WebSocket(`${url.replace('http', 'ws')}/mqtt`, 'mqtt');
  plainFeed.on('error', () => undefined);
  const refused = new Promise((resolve) =>
    plainFeed.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
  );
  expect(await refused).toBe(308);
});

test('uses a new certificate at all three ports without closing connections', async () => {
  expect(await everyPort()).toEqual(['first', 'first', 'first']);
  const board = await open(ports.tls);
  put(createTestCertificate('second'));
  await expect.poll(everyPort, { timeout: 20_000 }).toEqual(['second', 'second', 'second']);
  expect(board.readyState).toBe('open');
});

test('a process without boards serves wss, and one without browsers serves no HTTPS', async () => {
  const beside = await startTestServer({ ...env, ROLE: 'api' });
  expect(beside.ports).toMatchObject({ tls: null, https: expect.any(Number) });
  expect(await shownAt(beside.ports.websocket)).toBe('second');
  const edge = await startTestServer({ ...env, ROLE: 'edge' });
  expect(edge.ports).toMatchObject({ tls: expect.any(Number), https: null, websocket: null });
  expect((await fetch(`${edge.url}/ready`)).status).toBe(200);
});

import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import webPush from 'web-push';
import { createBoundedRequest } from '../../../platform/outbound/bounded-request.ts';
import { createPushSender } from './push-sender.ts';

const KEYS = webPush.generateVAPIDKeys();
const NOTICE = { title: 'Sem mensagem', body: 'Forno', path: '/alerts', tag: '1' };

/** A browser subscription that names this server as its push service. */
const deviceAt = async (server: Server) => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const browser = createECDH('prime256v1');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/push`,
    p256dh: browser.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
};
const createSender = () =>
  createPushSender({
    keys: async () => KEYS,
    contact: 'mailto:nascente@localhost',
    sendRequest: createBoundedRequest({ allowsPrivate: true }),
  });

it('sends an encrypted notice signed by this installation', async () => {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(201).end();
    });
  });
  expect(await createSender()(await deviceAt(server), NOTICE, 'high')).toBe('sent');
  expect(received[0]?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: '43200',
    urgency: 'high',
    authorization: expect.stringContaining(KEYS.publicKey),
  });
  expect(received[0]?.body.includes('Forno')).toBe(false);
});

it.each([404, 410])('removes a device after the answer %i', async (status) => {
  const server = createServer((_request, response) => response.writeHead(status).end());
  expect(await createSender()(await deviceAt(server), NOTICE, 'normal')).toBe('gone');
});

it.each([302, 400, 503])('fails after the answer %i', async (status) => {
  const server = createServer((_request, response) => response.writeHead(status, { location: '/' }).end());
  await expect(createSender()(await deviceAt(server), NOTICE, 'normal')).rejects.toThrow(`${status}`);
});

it('stops reading an endless answer', async () => {
  let sentBytes = 0;
  const server = createServer((_request, response) => {
    const piece = Buffer.alloc(1024 * 1024);
    const write = (): void => {
      if (response.destroyed || sentBytes > 2_000_000_000) return;
      sentBytes += piece.length;
      response.write(piece, () => setImmediate(write));
    };
    response.writeHead(201);
    write();
  });
  const device = await deviceAt(server);
  expect(await createSender()(device, NOTICE, 'normal')).toBe('sent');
  const connections = () =>
    new Promise((counted) => server.getConnections((_error, count) => counted(count)));
  await expect.poll(connections, { timeout: 5_000 }).toBe(0);
  expect(sentBytes).toBeLessThan(100_000_000);
});

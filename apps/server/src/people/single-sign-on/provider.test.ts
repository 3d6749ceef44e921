import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Unavailable } from '../../platform/errors.ts';
import { createProvider } from './provider.ts';

const providerAt = async (listener: RequestListener) => {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const config = {
    issuer,
    clientId: 'nascente',
    clientSecret: null,
    scopes: 'openid',
    acr: null,
  } as Parameters<typeof createProvider>[0]['config'];
  return createProvider({ config, publicUrl: 'http://127.0.0.1', log: pino({ level: 'silent' }) });
};

test('an identity provider whose answer never ends is one that does not answer', async () => {
  let sent = 0;
  const closed = Promise.withResolvers<void>();
  const provider = await providerAt((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"issuer":"');
    const piece = 'a'.repeat(64 * 1024);
    const send = (): void => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    response.on('drain', send);
    response.on('close', closed.resolve);
    send();
  });
  await expect(provider.addressFor(provider.newAttempt())).rejects.toBeInstanceOf(Unavailable);
  await closed.promise;
  // With what the kernel holds of a connection.
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

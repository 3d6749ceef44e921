import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { Unavailable, WrongCredentials } from '../../platform/errors.ts';
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

test('reports an identity provider with an endless answer as unavailable', async () => {
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
  // Includes the bytes in the buffers of the kernel.
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = (claims: object): string => {
  const text = `${encoded({ alg: 'RS256', kid: 'a' })}.${encoded(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
};
const attempt = { state: 'state', nonce: 'nonce', codeVerifier: 'v'.repeat(43) };

/** Starts a provider with this answer of its token endpoint. */
const exchanging = async (answer: (response: ServerResponse, idToken: (sub: string) => string) => void) =>
  providerAt((request, response) => {
    const iss = `http://${request.headers.host}`;
    const send = (value: object) => response.end(JSON.stringify(value));
    response.setHeader('content-type', 'application/json');
    if (request.url === '/jwks')
      return void send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'RS256' }] });
    const now = Math.floor(Date.now() / 1000);
    const about = { iss, aud: 'nascente', iat: now, exp: now + 300, nonce: attempt.nonce };
    if (request.url === '/token') return answer(response, (sub) => signed({ ...about, sub }));
    send({
      issuer: iss,
      authorization_endpoint: `${iss}/auth`,
      token_endpoint: `${iss}/token`,
      jwks_uri: `${iss}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    });
  });
const readAs = async (sub: string) => {
  const provider = await exchanging((response, idToken) =>
    response.end(JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken(sub) })),
  );
  return provider.read('code=c&state=state', attempt);
};

test('refuses a subject that the database cannot store unchanged', async () => {
  expect((await readAs('ana')).claims.sub).toBe('ana');
  for (const sub of ['a\u0000b', 'a\ud800b', '', 'a'.repeat(256)])
    await expect(readAs(sub), JSON.stringify(sub)).rejects.toBeInstanceOf(WrongCredentials);
});

test('reports a provider that disconnects or fails as unavailable, not as a refusal', async () => {
  const broken = await exchanging((response) => void response.destroy());
  await expect(broken.read('code=c&state=state', attempt)).rejects.toBeInstanceOf(Unavailable);
  const failing = await exchanging((response) => {
    response.statusCode = 500;
    response.end('{"error":"server_error"}');
  });
  await expect(failing.read('code=c&state=state', attempt)).rejects.toBeInstanceOf(Unavailable);
});

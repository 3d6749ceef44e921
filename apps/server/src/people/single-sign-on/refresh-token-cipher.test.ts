import { expect, it } from 'vitest';
import { createRefreshTokenCipher } from './refresh-token-cipher.ts';

const client = { issuer: 'https://login.padaria.test', clientId: 'nascente', clientSecret: 'segredo' };
const cipher = createRefreshTokenCipher(client);

it('decrypts its own tokens, each encrypted differently', () => {
  const [one, another] = [cipher.encrypt('token', 'ana'), cipher.encrypt('token', 'ana')];
  expect(one).not.toEqual(another);
  expect(one && cipher.decrypt(one, 'ana')).toBe('token');
});

it.each([
  ['another person', (token: Buffer) => cipher.decrypt(token, 'bia')],
  [
    'another client secret',
    (token: Buffer) => createRefreshTokenCipher({ ...client, clientSecret: 'outro' }).decrypt(token, 'ana'),
  ],
  ['a changed text', (token: Buffer) => cipher.decrypt(Buffer.concat([token, Buffer.from([0])]), 'ana')],
  ['a cut text', (token: Buffer) => cipher.decrypt(token.subarray(0, 20), 'ana')],
])('returns null for %s', (_, decrypt) => {
  expect(decrypt(cipher.encrypt('token', 'ana') ?? Buffer.alloc(0))).toBeNull();
});

it('stores no token without a client secret', () => {
  const without = createRefreshTokenCipher({ ...client, clientSecret: null });
  expect(without.encrypt('token', 'ana')).toBeNull();
});

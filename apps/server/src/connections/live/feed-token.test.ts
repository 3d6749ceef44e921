import { expect, test } from 'vitest';
import { readFeedToken, signFeedToken } from './live.service.ts';

const secret = Buffer.alloc(32, 7);
const claims = { accountId: 'a', session: 'b', clientId: 'c', expiresAt: 1_000 };
const token = signFeedToken(claims, secret);

test('reads a signed token back until it expires', () => {
  expect(readFeedToken(token, secret, 999)).toEqual(claims);
  expect(readFeedToken(token, secret, 1_000)).toBeNull();
});

test.for([
  ['another secret', token, Buffer.alloc(32, 8)],
  ['a changed body', `x${token}`, secret],
  ['no signature', token.split('.')[0] ?? '', secret],
  ['an empty signature', `${token.split('.')[0]}.`, secret],
  ['a third part', `${token}.x`, secret],
  ['nothing', '', secret],
] as const)('%s does not open the feed', ([, token, by]) => {
  expect(readFeedToken(token, by, 0)).toBeNull();
});

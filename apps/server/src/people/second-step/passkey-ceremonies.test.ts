import { expect, test } from 'vitest';
import { relyingPartyOf } from './passkey-ceremonies.ts';

test.each([
  ['https://app.nascente.test', { id: 'app.nascente.test', origin: 'https://app.nascente.test' }],
  ['https://nascente.test:8443/energia', { id: 'nascente.test', origin: 'https://nascente.test:8443' }],
  ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
  ['http://nascente.test', null],
  ['https://192.0.2.7', null],
  ['https://[2001:db8::7]:8443', null],
  ['http://127.0.0.1:8080', null],
])('derives from %s the relying party %j', (publicUrl, party) => {
  expect(relyingPartyOf(publicUrl)).toEqual(party);
});

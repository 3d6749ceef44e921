import { describe, expect, it } from 'vitest';
import { AddressRefused, createPublicLookup, isPublicAddress, refuseClosedHost } from './public-address.ts';

it.each(['8.8.8.8', '200.147.3.157', '2606:4700:4700::1111', '172.32.0.1', '100.128.0.1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  'fe80::1',
  'fd00::1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('checking an entered address', () => {
  it.each(['http://127.0.0.1/', 'http://[::1]:8080/', 'http://2130706433/', 'http://0x7f.1/'])(
    'refuses an address in a closed network: %s',
    (url) => {
      expect(() => refuseClosedHost(new URL(url))).toThrow(AddressRefused);
    },
  );

  it('accepts a public address or a name', () => {
    expect(() => refuseClosedHost(new URL('https://8.8.8.8/'))).not.toThrow();
    expect(() => refuseClosedHost(new URL('https://exemplo.com.br/'))).not.toThrow();
  });

  it.each([true, false])('refuses a name that resolves to a closed network', async (all) => {
    const failure = await new Promise((resolve) => createPublicLookup()('localhost', { all }, resolve));
    expect(failure).toBeInstanceOf(AddressRefused);
  });
});

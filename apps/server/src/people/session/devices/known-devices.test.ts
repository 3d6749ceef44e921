import { expect, test } from 'vitest';
import { networkOf } from './known-devices.ts';

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.200', '203.0.113.0/24'],
  ['2001:db8:12:3:4:5:6:7', '2001:db8:12::/48'],
  ['2001:0DB8:0012::1', '2001:db8:12::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('assigns %s to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

import { expect, test, vi } from 'vitest';
import { createCountByAddress } from '../http/connections/unknown-callers.ts';

test('when all places are taken, an address with fewer gets the oldest place of the largest', () => {
  const count = createCountByAddress({ all: 3, ofAddress: 2 });
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()];
  const leaveFirst = count.enter('203.0.113.1', first);
  count.enter('203.0.113.1', second);
  expect(count.enter('203.0.113.1', vi.fn())).toBeNull();
  count.enter('203.0.113.2', other);
  expect(count.enter('203.0.113.3', vi.fn())).not.toBeNull();
  expect([first, second, other].map((giveUp) => giveUp.mock.calls.length)).toEqual([1, 0, 0]);
  // An address that lost its place returns none.
  leaveFirst?.();
  expect(count.enter('203.0.113.3', vi.fn())).toBeNull();
});

test('counts an IPv6 network as one address', () => {
  const count = createCountByAddress({ all: 9, ofAddress: 1 });
  expect(count.enter('2001:db8:1:2::1', vi.fn())).not.toBeNull();
  expect(count.enter('2001:db8:1:2:ffff::1', vi.fn())).toBeNull();
  expect(count.enter('2001:db8:1:3::1', vi.fn())).not.toBeNull();
});

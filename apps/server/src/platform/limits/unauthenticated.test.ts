import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createUnauthenticatedClients } from './unauthenticated.ts';

const LIMITS = { maxUnauthenticated: 6, unauthenticatedOfAddress: 3, signInWithinMs: 10_000 };

const door = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  const unauthenticated = createUnauthenticatedClients(LIMITS, () => now);
  const enter = (address: string) => {
    const connection = new PassThrough();
    onTestFinished(() => void connection.destroy());
    return { connection, waiting: unauthenticated.enter(connection, address) };
  };
  const addressGroup = (address: string, size: number) => Array.from({ length: size }, () => enter(address));
  const open = (entered: ReturnType<typeof addressGroup>) =>
    entered.map(({ connection }) => !connection.destroyed);
  return { maxUnauthenticated: unauthenticated, enter, addressGroup, open, pass };
};

test('a full address refuses newcomers until its connections have had their time', () => {
  const { addressGroup, open, pass } = door();
  const first = addressGroup('203.0.113.1', 3);
  expect(open(addressGroup('203.0.113.1', 1))).toEqual([false]);
  pass(3_000);
  expect(open(addressGroup('203.0.113.1', 2))).toEqual([true, true]);
  expect(open(first)).toEqual([false, false, true]);
});

test('counts one IPv6 subscriber as one address', () => {
  const { addressGroup, open } = door();
  expect(open([...addressGroup('2001:db8:1:2::1', 2), ...addressGroup('2001:db8:1:2:ffff::9', 2)])).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(open(addressGroup('2001:db8:1:3::1', 1))).toEqual([true]);
});

test('when all places are taken, the largest address makes room for another', () => {
  const { addressGroup, open } = door();
  const [large, small, other] = [addressGroup('a', 3), addressGroup('b', 2), addressGroup('c', 1)];
  expect(open(addressGroup('d', 1))).toEqual([true]);
  expect([...open(large), ...open(small), ...open(other)]).toEqual([false, true, true, true, true, true]);
});

test('a connection that signs in or leaves frees its place', async () => {
  const { addressGroup, enter, open, maxUnauthenticated } = door();
  const [first, second] = addressGroup('a', 3);
  first?.waiting?.isAuthenticated();
  second?.connection.destroy();
  await new Promise((resolve) => second?.connection.once('close', resolve));
  expect(maxUnauthenticated.count()).toBe(1);
  expect(open([enter('a'), enter('a'), enter('a')])).toEqual([true, true, false]);
  expect(first?.connection.destroyed).toBe(false);
});

test('counts a client behind a proxy at its own address', () => {
  const { addressGroup, open } = door();
  for (const [n, { waiting }] of addressGroup('proxy', 3).entries()) waiting?.isFrom(`person-${n}`);
  const next = addressGroup('proxy', 3);
  expect(open(next)).toEqual([true, true, true]);
  for (const { waiting } of next) waiting?.isFrom('one person');
  expect(open(next)).toEqual([true, true, true]);
});

test('closes a connection that does not sign in in time', () => {
  const { addressGroup, open, maxUnauthenticated, pass } = door();
  const early = addressGroup('a', 1);
  pass(6_000);
  const late = addressGroup('a', 1);
  pass(4_000);
  maxUnauthenticated.sweep();
  expect([...open(early), ...open(late)]).toEqual([false, true]);
  expect(maxUnauthenticated.turnedAway()).toBe(1);
});

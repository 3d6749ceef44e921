import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { createUnauthenticatedClients } from './strangers.ts';

const LIMITS = { strangers: 6, strangersOfAddress: 3, signInWithinMs: 10_000 };

const door = () => {
  let now = 0;
  const pass = (ms: number): void => {
    now += ms;
  };
  const unauthenticated = createUnauthenticatedClients(LIMITS, () => now);
  const enter = (address: string) => {
    const connection = new PassThrough();
    onTestFinished(() => void connection.destroy());
    return { connection, stranger: unauthenticated.enter(connection, address) };
  };
  const addressGroup = (address: string, size: number) => Array.from({ length: size }, () => enter(address));
  const open = (entered: ReturnType<typeof addressGroup>) =>
    entered.map(({ connection }) => !connection.destroyed);
  return { strangers: unauthenticated, enter, crowd: addressGroup, open, pass };
};

test('a full address refuses newcomers until its connections have had their time', () => {
  const { crowd, open, pass } = door();
  const first = crowd('203.0.113.1', 3);
  expect(open(crowd('203.0.113.1', 1))).toEqual([false]);
  pass(3_000);
  expect(open(crowd('203.0.113.1', 2))).toEqual([true, true]);
  expect(open(first)).toEqual([false, false, true]);
});

test('counts one IPv6 subscriber as one address', () => {
  const { crowd, open } = door();
  expect(open([...crowd('2001:db8:1:2::1', 2), ...crowd('2001:db8:1:2:ffff::9', 2)])).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(open(crowd('2001:db8:1:3::1', 1))).toEqual([true]);
});

test('when all places are taken, the largest address makes room for another', () => {
  const { crowd, open } = door();
  const [large, small, other] = [crowd('a', 3), crowd('b', 2), crowd('c', 1)];
  expect(open(crowd('d', 1))).toEqual([true]);
  expect([...open(large), ...open(small), ...open(other)]).toEqual([false, true, true, true, true, true]);
});

test('a connection that signs in or leaves frees its place', async () => {
  const { crowd, enter, open, strangers } = door();
  const [first, second] = crowd('a', 3);
  first?.stranger?.isKnown();
  second?.connection.destroy();
  await new Promise((resolve) => second?.connection.once('close', resolve));
  expect(strangers.count()).toBe(1);
  expect(open([enter('a'), enter('a'), enter('a')])).toEqual([true, true, false]);
  expect(first?.connection.destroyed).toBe(false);
});

test('counts a client behind a proxy at its own address', () => {
  const { crowd, open } = door();
  for (const [n, { stranger }] of crowd('proxy', 3).entries()) stranger?.isFrom(`person-${n}`);
  const next = crowd('proxy', 3);
  expect(open(next)).toEqual([true, true, true]);
  for (const { stranger } of next) stranger?.isFrom('one person');
  expect(open(next)).toEqual([true, true, true]);
});

test('closes a connection that does not sign in in time', () => {
  const { crowd, open, strangers, pass } = door();
  const early = crowd('a', 1);
  pass(6_000);
  const late = crowd('a', 1);
  pass(4_000);
  strangers.sweep();
  expect([...open(early), ...open(late)]).toEqual([false, true]);
  expect(strangers.turnedAway()).toBe(1);
});

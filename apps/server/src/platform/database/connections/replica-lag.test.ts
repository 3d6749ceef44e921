import { expect, test } from 'vitest';
import { createReplicaLag } from './read-database.ts';

test('the lag is the time since the replica last had all written data', () => {
  let now = 0;
  const lag = createReplicaLag(() => now);
  expect(lag.ms()).toBe(Number.POSITIVE_INFINITY);
  lag.written(100, 0);
  lag.applied(100);
  now = 500;
  expect(lag.ms()).toBe(500);
  lag.written(200, 500);
  now = 2_000;
  lag.written(300, 2_000);
  lag.applied(250);
  expect(lag.ms()).toBe(1_500);
  now = 9_000;
  expect(lag.ms()).toBe(8_500);
  lag.applied(300);
  expect(lag.ms()).toBe(7_000);
});

test('an idle replica is complete at each check', () => {
  let now = 0;
  const lag = createReplicaLag(() => now);
  for (now = 0; now < 20_000; now += 2_000) {
    lag.written(100, now);
    lag.applied(100);
  }
  expect(lag.ms()).toBe(2_000);
});

test('a replica that falls behind grows in lag, and not in memory', () => {
  let now = 0;
  const lag = createReplicaLag(() => now);
  lag.written(0, 0);
  lag.applied(0);
  for (now = 1; now <= 5_000; now++) lag.written(now, now);
  lag.applied(2_000);
  expect(lag.ms()).toBe(5_001);
});

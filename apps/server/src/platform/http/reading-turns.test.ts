import { defineCall } from '@nascente/contract/base/call';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { verifyBy } from '../../testing/verify-by.ts';
import { createHttpApp } from './app.ts';
import type { Caller } from './caller.ts';
import { bindCall } from './calls/bind-call.ts';

const CONCURRENT = 6;
const WAITING = 100;
const WAITS_MS = 5_000;

const read = defineCall({
  name: 'slow',
  route: 'GET /slow',
  permission: 'see-own-meters',
  summary: 'Answers when it is told to.',
});
const change = defineCall({ ...read, name: 'slowChange', route: 'POST /slow', effect: 'changes' });
const callerOf = (accountId: string): Caller => ({
  accountId,
  profile: 'user',
  email: `${accountId}@padaria.com.br`,
  managerId: null,
  sessionHash: Buffer.alloc(32),
});

const start = async () => {
  const app = await createHttpApp({
    config: { metricsToken: null, mqttWsPort: 1, publicUrl: null, trustProxy: false, webRoot: '/nowhere' },
    log: pino({ level: 'silent' }),
    sessions: verifyBy(async (token) => callerOf(token)),
    registry: new Registry(),
    checks: [],
  });
  onTestFinished(() => app.fastify.close());
  const running: { readonly who: string; readonly finish: () => void }[] = [];
  for (const call of [read, change])
    bindCall(app, call, ({ caller }) => {
      const { promise, resolve } = Promise.withResolvers<{ ok: true }>();
      running.push({ who: caller.accountId, finish: () => resolve({ ok: true }) });
      return promise;
    });
  const ask = async (who: string, method: 'GET' | 'POST' = 'GET'): Promise<number> =>
    (await app.fastify.inject({ method, url: '/api/slow', headers: { 'access-token': who } })).statusCode;
  return { running, ask };
};

test('limits the simultaneous reads of one account, queues the rest, and runs others beside them', async () => {
  const { running, ask } = await start();
  const requested = Array.from({ length: CONCURRENT + 10 }, () => ask('ana'));
  await vi.waitFor(() => expect(running).toHaveLength(CONCURRENT));
  const others = [ask('rui'), ask('ana', 'POST')];
  await vi.waitFor(() => expect(running.map(({ who }) => who).slice(CONCURRENT)).toEqual(['rui', 'ana']));
  for (let n = 0; n < CONCURRENT + 12; n++) {
    await vi.waitFor(() => expect(running.length).toBeGreaterThan(n));
    running[n]?.finish();
  }
  expect(new Set(await Promise.all([...requested, ...others]))).toEqual(new Set([200]));
});

test('refuses reads beyond the queue at once, and reads that wait too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { running, ask } = await start();
  const statuses: number[] = [];
  const requested = Array.from({ length: CONCURRENT + WAITING + 2 }, () =>
    ask('ana').then((status) => statuses.push(status)),
  );
  while (statuses.length < 2) await new Promise(setImmediate);
  expect([running.length, statuses]).toEqual([CONCURRENT, [429, 429]]);
  await vi.advanceTimersByTimeAsync(WAITS_MS);
  while (statuses.length < WAITING + 2) await new Promise(setImmediate);
  expect(statuses.slice(2)).toEqual(Array.from({ length: WAITING }, () => 503));
  for (const { finish } of running) finish();
  await Promise.all(requested);
  expect(running).toHaveLength(CONCURRENT);
});

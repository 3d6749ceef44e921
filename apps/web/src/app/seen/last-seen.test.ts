import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { useTodayOfFigures } from '../../shared/consumption/use-now.ts';
import { endSession, onSessionEnd, startSession } from '../../shared/session-state/session.ts';
import { signedInQuery } from '../../shared/session-state/signed-in.ts';
import { aUser } from '../../testing/api-server.ts';
import type { StoredAnswer, StoredAnswers } from './last-seen.ts';
import { createLastSeen } from './last-seen.ts';

/** A device whose memory the tests can look into; the browser's own is walked by the browser tests. */
const aDevice = () => {
  const stored = new Map<string, Map<string, StoredAnswer>>();
  const device: StoredAnswers = {
    read: async (account, question) => stored.get(account)?.get(question) ?? null,
    newest: async (account) =>
      Math.max(0, ...[...(stored.get(account)?.values() ?? [])].map(({ seenAt }) => seenAt)) || null,
    keep: async (account, answers) => {
      stored.set(account, new Map([...(stored.get(account) ?? []), ...answers]));
    },
    forget: async (account, question) => {
      stored.get(account)?.delete(question);
    },
    forgetOthers: async (account) => {
      for (const name of stored.keys()) if (name !== account) stored.delete(name);
    },
  };
  return { stored, device };
};

const opened: QueryClient[] = [];
const open = (device: StoredAnswers) => {
  const { orSeenLast, keepAnswersOf } = createLastSeen(device);
  const client = new QueryClient({
    defaultOptions: { queries: { persister: orSeenLast, networkMode: 'always', retry: false } },
  });
  keepAnswersOf(client);
  opened.push(client);
  return client;
};

const MONTH = ['readMonth', { params: { mac: 'AA' } }];
const unreached = () => Promise.reject(new ApiFailure({ type: 'unavailable', msg: 'sem rede', status: 0 }));
const refused = () => Promise.reject(new ApiFailure({ type: 'not-found', msg: 'não há', status: 404 }));

/** What a screen that asks is given, once it has its answer or its failure. */
const requested = async (
  client: QueryClient,
  queryKey: readonly unknown[],
  queryFn: () => Promise<unknown>,
) => {
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  const { data, dataUpdatedAt, status } = observer.getCurrentResult();
  stop();
  return { data, dataUpdatedAt, status };
};

/** The page goes out of sight, as it does when somebody closes it. */
const hide = () => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
  Reflect.deleteProperty(document, 'visibilityState');
};

beforeEach(() => startSession('mine'));
afterEach(() => {
  for (const client of opened.splice(0)) client.clear();
});

const seen = async (device: StoredAnswers, _id = '1') => {
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id });
  const { dataUpdatedAt } = await requested(client, MONTH, () => Promise.resolve({ kWh: 74 }));
  hide();
  client.clear();
  return dataUpdatedAt;
};

it('shows the last seen data with its time and as failed, when no answer comes', async () => {
  const { device } = aDevice();
  const seenAt = await seen(device);
  const answer = await requested(open(device), MONTH, unreached);
  expect(answer).toEqual({ data: { kWh: 74 }, dataUpdatedAt: seenAt, status: 'error' });
});

it('stores data that the page requested itself, also for an existing query', async () => {
  const { device, stored } = aDevice();
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '1' });
  const isWaiting = new QueryObserver(client, { queryKey: MONTH, enabled: false });
  isWaiting.setOptions({ queryKey: MONTH, enabled: false, initialData: { kWh: 74 } });
  hide();
  await expect
    .poll(() => [...(stored.get('1')?.keys() ?? [])].toSorted())
    .toEqual([JSON.stringify(MONTH), '["signedIn"]']);
});

it('stores the last answer of queries that share a name, and requests again later', async () => {
  const { device, stored } = aDevice();
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '1' });
  const interval = async (of: QueryClient, from: number, queryFn: () => Promise<unknown>) => {
    const queryKey = ['readCurve', 'AA~power', { from }];
    const observer = new QueryObserver(of, { queryKey, queryFn, meta: { seenLastAs: 'readCurve AA~power' } });
    const stop = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
    stop();
    return observer.getCurrentResult();
  };
  await interval(client, 1, () => Promise.resolve({ at: [1] }));
  await interval(client, 2, () => Promise.resolve({ at: [2] }));
  hide();
  await expect
    .poll(() => [...(stored.get('1')?.keys() ?? [])].toSorted())
    .toEqual(['["signedIn"]', 'readCurve AA~power']);
  const later = open(device);
  expect(await interval(later, 3, unreached)).toMatchObject({ data: { at: [2] }, isStale: true });
});

it('shows no earlier data when the server refuses, and removes it', async () => {
  const { device, stored } = aDevice();
  await seen(device);
  expect((await requested(open(device), MONTH, refused)).data).toBeUndefined();
  await expect.poll(() => [...(stored.get('1')?.keys() ?? [])]).toEqual(['["signedIn"]']);
});

it('never shows one account the data of another, and removes that data', async () => {
  const { device, stored } = aDevice();
  await seen(device);
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '2' });
  expect((await requested(client, MONTH, unreached)).data).toBeUndefined();
  await expect.poll(() => stored.has('1')).toBe(false);
});

it('erases everything when the session ends, also data waiting to be stored', async () => {
  const { device, stored } = aDevice();
  await seen(device);
  const client = open(device);
  client.setQueryData(['readMonth', 'waiting'], { kWh: 1 });
  endSession('expired');
  hide();
  await expect.poll(() => stored.size).toBe(0);
  startSession('mine again');
  expect((await requested(open(device), MONTH, unreached)).data).toBeUndefined();
});

it('stores nothing of a session that ended in another tab during the write', async () => {
  const { device, stored } = aDevice();
  const slow: StoredAnswers = {
    ...device,
    keep: async (account, answers) => {
      localStorage.removeItem('nascente.seen-by');
      await device.keep(account, answers);
    },
  };
  await seen(slow);
  await expect.poll(() => stored.size).toBe(0);
});

it('stores nothing after another tab signed in as another account', async () => {
  const { device, stored } = aDevice();
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '1' });
  localStorage.setItem('nascente.seen-by', '2');
  await requested(client, ['listEstablishments', {}], () => Promise.resolve({ establishments: ['of 1'] }));
  hide();
  const last = open(device);
  expect((await requested(last, ['listEstablishments', {}], unreached)).data).toBeUndefined();
  expect(stored.has('2')).toBe(false);
});

it('stores nothing requested for one account and answered during the session of another', async () => {
  const { device, stored } = aDevice();
  const client = open(device);
  const stop = onSessionEnd(() => client.clear());
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '1' });
  const late = Promise.withResolvers<unknown>();
  const asking = requested(client, ['listEstablishments', {}], () => late.promise).catch(() => null);
  endSession('logout');
  startSession('of the next');
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [], _id: '2' });
  late.resolve({ establishments: ['of 1'] });
  hide();
  await expect.poll(() => [...(stored.get('2')?.keys() ?? [])]).toEqual(['["signedIn"]']);
  stop();
  void asking;
});

it('stores only the data that Home, the list and a meter need', async () => {
  const { device, stored } = aDevice();
  const client = open(device);
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [] });
  client.setQueryData(['listEstablishments', {}], { establishments: [] });
  client.setQueryData(['listSessions', {}], { sessions: ['secret'] });
  hide();
  await expect.poll(() => stored.get('1')?.size).toBe(2);
  expect([...(stored.get('1')?.keys() ?? [])].join()).not.toContain('listSessions');
});

it('works without a device that stores anything', async () => {
  const broken = () => Promise.reject(new Error('forbidden'));
  const client = open({ read: broken, newest: broken, keep: broken, forget: broken, forgetOthers: broken });
  client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [] });
  hide();
  expect((await requested(client, MONTH, unreached)).status).toBe('error');
});

it('leaves the day of the figures at that of the last answer, until another arrives', async () => {
  const { device } = aDevice();
  const { result } = renderHook(() => useTodayOfFigures(DEFAULT_ZONE));
  const client = open(device);
  vi.useFakeTimers({ now: Date.parse('2028-02-29T12:00:00Z'), toFake: ['Date'] });
  try {
    client.setQueryData(signedInQuery.queryKey, { ...aUser, users: [] });
    await requested(client, MONTH, () => Promise.resolve({ kWh: 74 }));
    hide();
    vi.setSystemTime(Date.parse('2028-03-02T12:00:00Z'));
    await act(() => requested(open(device), MONTH, unreached));
    expect(result.current).toBe('2028-02-29');
    await act(() => requested(open(device), MONTH, () => Promise.resolve({ kWh: 75 })));
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(result.current).toBe('2028-03-02');
  } finally {
    vi.useRealTimers();
  }
});

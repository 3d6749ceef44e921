import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createConnectedViewers } from './connected-viewers.ts';
import type { Watchable } from './live-viewer.ts';

const MAC = '70:B3:D5:8A:00:01' as Mac;
const VISIBLE: Watchable = { isEveryInstalled: false, macs: new Set([MAC]), establishments: new Map() };
const INVISIBLE: Watchable = { ...VISIBLE, macs: new Set() };
const session = { accountId: '1', session: 'a', expiresAt: Number.POSITIVE_INFINITY };

/** Creates viewers; the test answers their queries. */
const setUp = () => {
  const answers: ((watchable: Watchable) => void)[] = [];
  const alive = new Set(['a']);
  let change: (of: { readonly mac: Mac }) => unknown = () => undefined;
  const viewers = createConnectedViewers({
    clock: () => instant(Date.now()),
    log: pino({ level: 'silent' }),
    live: { alive: async () => new Set(alive) },
    visibility: {
      watchable: () => new Promise((resolve) => answers.push(resolve)),
      onChange(listener) {
        change = listener;
        return () => undefined;
      },
    },
  });
  const queries = (count: number) => expect.poll(() => answers.length).toBe(count);
  viewers.start();
  onTestFinished(viewers.stop);
  return { viewers, answers, alive, queries, change: (mac: Mac) => change({ mac }) };
};

test('applies a change to a viewer whose first query has read the state before it', async () => {
  const { viewers, answers, queries } = setUp();
  const joining = viewers.add(session);
  await queries(1);
  const rechecked = viewers.recheck();
  await queries(2);
  answers[1]?.(INVISIBLE);
  await rechecked;
  answers[0]?.(VISIBLE);
  expect((await joining)?.watchable).toEqual(INVISIBLE);
});

test('suspends a meter that changes during the first query of a viewer, until a later query', async () => {
  const { viewers, answers, queries, change } = setUp();
  const joining = viewers.add(session);
  await queries(1);
  const changed = change(MAC);
  answers[0]?.(VISIBLE);
  const viewer = await joining;
  expect(viewer?.doubted.has(MAC)).toBe(true);
  await queries(2);
  answers[1]?.(VISIBLE);
  await changed;
  expect(viewer?.doubted.has(MAC)).toBe(false);
});

test('does not list a viewer before its first query is answered', async () => {
  const { viewers, answers, queries } = setUp();
  const joining = viewers.add(session);
  await queries(1);
  expect(viewers.all.size).toBe(0);
  answers[0]?.(VISIBLE);
  const viewer = await joining;
  expect([...viewers.all]).toEqual([viewer]);
  expect(viewer?.watchable).toEqual(VISIBLE);
});

test('admits no viewer whose session ends during its first query', async () => {
  const { viewers, answers, alive, queries } = setUp();
  const joining = viewers.add(session);
  await queries(1);
  alive.clear();
  const rechecked = viewers.recheck();
  await queries(2);
  for (const answer of answers) answer(VISIBLE);
  await rechecked;
  expect(await joining).toBeNull();
  expect(viewers.all.size).toBe(0);
});

import { expect, test } from 'vitest';
import { neededParts } from './compose.ts';
import type { Role } from './config-parsers.ts';
import { askAll } from './platform/http/operations.ts';

/** The failed parts of a process without an answer from its database. */
const downWithoutDatabase = async (roles: Role[], isLogReady: (() => boolean) | null) => {
  const parts = neededParts({
    roles: new Set(roles),
    isDatabaseReady: () => Promise.reject(new Error('nobody answers')),
    isBrokerOpen: () => true,
    isLogReady,
    isStalled: () => false,
  });
  return (await askAll(parts)).filter(({ ready }) => !ready).map(({ name }) => name);
};

test('an edge with a log is ready without the database, but not without the log', async () => {
  expect(await downWithoutDatabase(['edge'], () => true)).toEqual([]);
  expect(await downWithoutDatabase(['edge'], () => false)).toEqual(['log']);
});

test.each([
  ['an edge without a log', ['edge'], null],
  ['an edge that does other work as well', ['edge', 'api'], () => true],
  ['who stores what lies in the log', ['ingest'], () => true],
  ['who answers people', ['api'], () => true],
  ['who works by the clock', ['jobs'], () => true],
] satisfies [string, Role[], (() => boolean) | null][])(
  '%s requires the database',
  async (_, roles, isLogReady) => {
    expect(await downWithoutDatabase(roles, isLogReady)).toEqual(['database']);
  },
);

test('names a closed board port and unstored messages as not ready', async () => {
  const parts = (roles: Role[]) =>
    neededParts({
      roles: new Set(roles),
      isDatabaseReady: () => true,
      isBrokerOpen: () => false,
      isLogReady: null,
      isStalled: () => true,
    });
  const down = async (roles: Role[]) =>
    (await askAll(parts(roles))).filter(({ ready }) => !ready).map(({ name }) => name);
  expect(await down(['edge', 'api', 'ingest', 'jobs'])).toEqual(['broker', 'lag']);
  expect(await down(['api'])).toEqual(['lag']);
});

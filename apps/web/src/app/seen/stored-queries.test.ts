import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { everyCall } from '@nascente/contract/every-call';
import { expect, it } from 'vitest';
import { isStored, STORED_CALLS } from './last-seen.ts';

it('names only existing calls that read figures', () => {
  const calls = new Map(everyCall.map((call) => [call.name, call]));
  expect(STORED_CALLS.filter((name) => !calls.has(name))).toEqual([]);
  const changing = STORED_CALLS.filter((name) => /^(PUT|PATCH|DELETE)$/.test(calls.get(name)?.method ?? ''));
  expect(changing).toEqual([]);
});

it.each(['listSessions', 'listApiKeys', 'readAccount', 'listPeople', 'readMailbox', 'readStatus'])(
  'does not store %s',
  (name) => {
    expect(isStored([name])).toBe(false);
  },
);

/** Of a meter that was never heard, and of people: what they would show is not of before, or not to be kept. */
const NOT_OF_BEFORE = ['readConnecting', 'listClientUsers', 'listInvitations', 'readAlertNotices'];

const SCREENS = [
  'insight/home',
  'sites/meters/list',
  'energy/consumption',
  'energy/curves',
  'shared/meter-list',
];

const sourcesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n');

it('names every query of Home, the list, a meter and the Explorer', () => {
  const sources = SCREENS.map((folder) => sourcesOf(join(import.meta.dirname, '../..', folder))).join('\n');
  const requested = [...sources.matchAll(/queryFor\((\w+)|queryKey: \['(\w+)'/g)].map(
    ([, call, named]) => call ?? named ?? '',
  );
  expect(requested.length).toBeGreaterThan(20);
  const missing = requested.filter((name) => !isStored([name]) && !NOT_OF_BEFORE.includes(name));
  expect(missing).toEqual([]);
});

import { everyCall } from '@nascente/contract/every-call';
import { expect, it } from 'vitest';
import { isKept, KEPT_CALLS } from './kept-questions.ts';

it('names calls that there are, and that only read figures', () => {
  const calls = new Map(everyCall.map((call) => [call.name, call]));
  expect(KEPT_CALLS.filter((name) => !calls.has(name))).toEqual([]);
  const changing = KEPT_CALLS.filter((name) => /^(PUT|PATCH|DELETE)$/.test(calls.get(name)?.method ?? ''));
  expect(changing).toEqual([]);
});

it.each(['listSessions', 'listApiKeys', 'readAccount', 'listPeople', 'readMailbox'])(
  'keeps no %s',
  (name) => {
    expect(isKept([name])).toBe(false);
  },
);

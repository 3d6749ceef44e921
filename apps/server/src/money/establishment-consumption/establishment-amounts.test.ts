import { expect, test } from 'vitest';
import type { Caller } from '../../platform/http/caller.ts';
import { createReadAmounts } from './establishment-amounts.service.ts';

const caller: Caller = {
  accountId: 'a',
  profile: 'Manager',
  email: 'ana@padaria.com.br',
  managerId: null,
  sessionHash: Buffer.alloc(32),
};

/** Counts what is asked, and finds that nothing was measured anywhere. */
const counting = () => {
  const asked: string[] = [];
  const readAmounts = createReadAmounts({
    read: async (_caller, id, type) => {
      asked.push(`${id} ${type}`);
      return null;
    },
  });
  return { asked, readAmounts };
};

test('an establishment that is named a hundred times is asked for once of each utility', async () => {
  const { asked, readAmounts } = counting();
  const establishments = Array.from({ length: 100 }, (_, n) => ({
    id: 'one',
    type: n % 2 === 0 ? ('eletric' as const) : ('water' as const),
  }));
  const { signal } = new AbortController();
  expect(await readAmounts(caller, { establishments }, signal)).toEqual(
    Array.from({ length: 100 }, () => null),
  );
  expect(asked).toEqual(['one eletric', 'one water']);
});

test('nothing more is asked for whoever does not wait any longer', async () => {
  const { asked, readAmounts } = counting();
  const gone = new AbortController();
  const establishments = ['one', 'two', 'three'].map((id) => ({ id, type: 'eletric' as const }));
  const reading = readAmounts(caller, { establishments }, gone.signal);
  gone.abort(new Error('gone'));
  await expect(reading).rejects.toThrow('gone');
  expect(asked).toEqual(['one eletric']);
});

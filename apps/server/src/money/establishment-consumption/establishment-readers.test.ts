import { expect, test } from 'vitest';
import type { EstablishmentSubject } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { BoardType } from '../../sites/meters/index.ts';
import { createReadEach } from './establishment-readers.ts';

const caller: Caller = {
  accountId: 'a',
  profile: 'Manager',
  email: 'ana@padaria.com.br',
  managerId: null,
  sessionHash: Buffer.alloc(32),
};

/** Records what is read of establishments with 12 meters each. */
const counting = (onRead: () => void = () => undefined) => {
  const read: string[] = [];
  const find = async (_caller: Caller, id: string, type: BoardType) =>
    ({ id, type, meters: Array.from({ length: 12 }) }) as never as EstablishmentSubject;
  const readEach = createReadEach(find);
  const readAll = (establishments: readonly { id: string; type: BoardType }[], signal: AbortSignal) =>
    readEach(caller, establishments, signal, async ({ id, type }) => {
      read.push(`${id} ${type}`);
      onRead();
      return read.length;
    });
  return { read, readAll };
};

test('reads an establishment named a hundred times once for each utility', async () => {
  const { read, readAll } = counting();
  const establishments = Array.from({ length: 100 }, (_, n) => ({
    id: 'one',
    type: n % 2 === 0 ? ('eletric' as const) : ('water' as const),
  }));
  const { signal } = new AbortController();
  expect(await readAll(establishments, signal)).toEqual(Array.from({ length: 100 }, (_, n) => (n % 2) + 1));
  expect(read).toEqual(['one eletric', 'one water']);
});

test('stops reading once the client has disconnected', async () => {
  const gone = new AbortController();
  const { read, readAll } = counting(() => gone.abort(new Error('gone')));
  const establishments = ['one', 'two', 'three'].map((id) => ({ id, type: 'eletric' as const }));
  await expect(readAll(establishments, gone.signal)).rejects.toThrow('gone');
  expect(read).toEqual(['one eletric']);
});

import type { Readable } from 'node:stream';
import { LimitReached } from '../../platform/errors.ts';

const MAX_OF_A_PERSON = 3;
const MAXIMUM = 40;
const WORDS_OF_A_PERSON = 'Você já está baixando três arquivos. Espere um deles terminar e tente novamente.';
const WORDS = 'Há muitos downloads em andamento. Tente novamente em alguns segundos.';
const AGAIN_AFTER_SECONDS = 5;

/** How many files may be written at once: of one person, and of all. */
export const createExportTurns = () => {
  const open = new Map<string, number>();
  const total = (): number => [...open.values()].reduce((sum, count) => sum + count, 0);
  const require = (person: string): void => {
    if ((open.get(person) ?? 0) >= MAX_OF_A_PERSON)
      throw new LimitReached(WORDS_OF_A_PERSON, AGAIN_AFTER_SECONDS);
    if (total() >= MAXIMUM) throw new LimitReached(WORDS, AGAIN_AFTER_SECONDS);
  };
  const giveBack = (person: string): void => {
    const left = (open.get(person) ?? 1) - 1;
    if (left > 0) open.set(person, left);
    else open.delete(person);
  };
  /**
   * Counts a file from when it is asked for until its stream is closed, by whichever end. Throws LimitReached where no more
   * may be written now.
   */
  return async <F extends { readonly stream: Readable }>(
    person: string,
    begin: () => Promise<F>,
  ): Promise<F> => {
    require(person);
    open.set(person, (open.get(person) ?? 0) + 1);
    try {
      const file = await begin();
      file.stream.once('close', () => giveBack(person));
      return file;
    } catch (failure) {
      giveBack(person);
      throw failure;
    }
  };
};

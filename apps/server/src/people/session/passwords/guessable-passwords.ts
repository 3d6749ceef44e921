import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PASSWORD_WORDS } from '@nascente/contract/people/new-password';
import { coresOf, holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { InvalidInput } from '../../../platform/errors.ts';
import { isInSortedHashes } from './sorted-hashes.ts';

/** Made by scripts/make-first-guesses.mjs: the beginnings of hashes, sorted. */
const COMMON = readFileSync(new URL('../../../../first-guesses/hashes.bin', import.meta.url));
const HASH_BYTES = 5;

const sha1 = (text: string): Buffer => createHash('sha1').update(text).digest();

const isAmongCommon = (word: string): boolean => {
  const sought = sha1(word).subarray(0, HASH_BYTES);
  let [low, high] = [0, COMMON.length / HASH_BYTES];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const order = COMMON.compare(sought, 0, HASH_BYTES, middle * HASH_BYTES, (middle + 1) * HASH_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
};

const refuse = (msg: string): never => {
  throw new InvalidInput(msg, [{ path: 'password', msg }]);
};

/** Throws InvalidInput for a new password that somebody else would come upon. */
export type RefuseGuessable = (password: string, email: string) => Promise<void>;

/**
 * Whoever knows the account knows its e-mail, and whoever guesses begins with what leaked elsewhere. Nothing is asked over a
 * network.
 * @param breachedFile sorted SHA-1 hashes of an operator's own; null: there is none.
 */
export const createGuessablePasswords =
  (breachedFile: string | null): RefuseGuessable =>
  async (password, email) => {
    if (holdsOwnEmail(password, email)) refuse(PASSWORD_WORDS.ownEmail);
    if (coresOf(password).some(isAmongCommon)) refuse(PASSWORD_WORDS.common);
    if (breachedFile !== null && (await isInSortedHashes(breachedFile, sha1(password).toString('hex'))))
      refuse(PASSWORD_WORDS.breached);
  };

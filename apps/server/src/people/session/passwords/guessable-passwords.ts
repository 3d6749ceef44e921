import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PASSWORD_WORDS } from '@nascente/contract/people/new-password';
import { coresOf, holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { InvalidInput } from '../../../platform/errors.ts';

const HASH_LETTERS = 40;
/** A hash with its count, as Have I Been Pwned writes it, is shorter. */
const MAX_LINE = 64;
/** So much is read at once in the end, instead of more and smaller steps. */
const READ_AT_ONCE = 4_096;

const read = async (file: FileHandle, from: number, length: number): Promise<string> => {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from });
  return buffer.toString('latin1', 0, bytesRead);
};

/**
 * Whether a hash stands in a file of hashes in hexadecimal, one a line, sorted, with or without a count behind each: by halving, so
 * that a file of forty gigabytes costs some thirty short reads and no memory.
 */
export const isInSortedHashes = async (path: string, hash: string): Promise<boolean> => {
  const sought = hash.toUpperCase();
  const file = await open(path);
  try {
    // Both are starts of lines, or the end.
    let low = 0;
    let high = (await file.stat()).size;
    while (high - low > READ_AT_ONCE) {
      const middle = Math.floor((low + high) / 2);
      const text = await read(file, middle, 2 * MAX_LINE);
      const start = text.indexOf('\n') + 1;
      if (start === 0) return false;
      const found = text.slice(start, start + HASH_LETTERS).toUpperCase();
      if (found <= sought) low = middle + start;
      else high = middle + start;
    }
    const lines = (await read(file, low, high - low)).split('\n');
    return lines.some((line) => line.slice(0, HASH_LETTERS).toUpperCase() === sought);
  } finally {
    await file.close();
  }
};

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

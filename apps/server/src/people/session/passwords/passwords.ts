import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { PASSWORD_TEXTS } from '@nascente/contract/people/new-password';
import { coresOf, holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { invalidField, refuseField } from '../../../platform/errors.ts';
import { createTurns } from '../../../platform/limits/turns.ts';

const HASH_DIGITS = 40;
/** Longer than a hash with its count in the format of Have I Been Pwned. */
const MAX_LINE = 64;
/** The last bytes are read at once, instead of by more and smaller steps. */
const CHUNK_BYTES = 4_096;

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
    while (high - low > CHUNK_BYTES) {
      const middle = Math.floor((low + high) / 2);
      const text = await read(file, middle, 2 * MAX_LINE);
      const start = text.indexOf('\n') + 1;
      if (start === 0) return false;
      const found = text.slice(start, start + HASH_DIGITS).toUpperCase();
      if (found <= sought) low = middle + start;
      else high = middle + start;
    }
    const lines = (await read(file, low, high - low)).split('\n');
    return lines.some((line) => line.slice(0, HASH_DIGITS).toUpperCase() === sought);
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

/** Throws InvalidInput for a new password that is easy to guess. */
type RefuseGuessable = (password: string, email: string) => Promise<void>;

/**
 * Refuses passwords that guesses begin with: the account's e-mail and leaked passwords, without any network request. @param
 * breachedFile - sorted SHA-1 hashes of the operator; `null`: none
 */
export const createGuessablePasswords =
  (breachedFile: string | null): RefuseGuessable =>
  async (password, email) => {
    if (holdsOwnEmail(password, email)) refuseField('password', PASSWORD_TEXTS.ownEmail);
    if (coresOf(password).some(isAmongCommon)) refuseField('password', PASSWORD_TEXTS.common);
    if (breachedFile !== null && (await isInSortedHashes(breachedFile, sha1(password).toString('hex'))))
      refuseField('password', PASSWORD_TEXTS.breached);
  };

/** Cost of a hash: memory in KiB, passes over it, lanes. */
interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP Password Storage Cheat Sheet: Argon2id with 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Hash in the PHC string format, as password_hash stores it. */
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify(argon2);

const withoutPadding = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Hashes a password with a new salt, in a thread of the pool. */
export const hash = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', { message: password, nonce: salt, tagLength: TAG_BYTES, ...COST });
  const { memory, passes, parallelism } = COST;
  const cost = `m=${memory},t=${passes},p=${parallelism}`;
  return `$argon2id$v=19$${cost}$${withoutPadding(salt)}$${withoutPadding(tag)}`;
};

/** Compares a password with a hash, by the cost that the hash names. False for text that is no Argon2id hash. */
export const verify = async (hashed: string, password: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', tag = ''] = PHC.exec(hashed) ?? [];
  if (tag === '') return false;
  const expected = Buffer.from(tag, 'base64');
  const derived = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(derived, expected);
};

/** Each hash takes 19 MiB and a thread of the pool that files and names share. */
const TURNS = {
  concurrent: 2,
  waiting: 64,
  refusal: 'Muitos acessos ao mesmo tempo. Tente novamente em instantes.',
} as const;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Sign-in sends the password as base64 of its UTF-8. */
export const decodePassword = (base64: string): string => {
  try {
    if (BASE64.test(base64)) return utf8.decode(Buffer.from(base64, 'base64'));
  } catch {
    // Not UTF-8: refused below.
  }
  throw invalidField('password', 'Senha malformada: envie-a em base64.');
};

export type Passwords = ReturnType<typeof createPasswords>;

/** @param breachedFile sorted SHA-1 hashes of refused passwords; null: the built-in list only. */
export const createPasswords = (breachedFile: string | null = null) => {
  const inTurn = createTurns(TURNS);
  const typed = (password: string): string => password.normalize('NFC');
  const decoy = hash('the password of nobody');
  return {
    /** Checks a new password. Throws InvalidInput. */
    refuseGuessable: createGuessablePasswords(breachedFile),
    hash: (password: string) => inTurn(() => hash(typed(password))),
    /** Takes as long without a hash to compare with as with one. */
    matches: (password: string, hashed: string | null) =>
      inTurn(async () => {
        const same = await verify(hashed ?? (await decoy), typed(password));
        return same && hashed !== null;
      }),
  };
};

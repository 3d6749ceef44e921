import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { InvalidInput } from '../../../platform/errors.ts';
import { createTurns } from '../../../platform/limits/turns.ts';
import { createGuessablePasswords, type RefuseGuessable } from './guessable-passwords.ts';

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
  atOnce: 2,
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
  const msg = 'Senha malformada: envie-a em base64.';
  throw new InvalidInput(msg, [{ path: 'password', msg }]);
};

export type Passwords = ReturnType<typeof createPasswords>;

/** @param breachedFile sorted SHA-1 hashes of passwords that nobody may choose; null: only those that are known here. */
export const createPasswords = (breachedFile: string | null = null) => {
  const inTurn = createTurns(TURNS);
  const typed = (password: string): string => password.normalize('NFC');
  const decoy = hash('the password of nobody');
  return {
    /** For a password that somebody chooses. Throws InvalidInput. */
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

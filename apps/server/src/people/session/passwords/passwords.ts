import { InvalidInput } from '../../../platform/errors.ts';
import { createTurns } from '../../../platform/limits/turns.ts';
import { hash, verify } from './argon2id.ts';
import { createGuessablePasswords, type RefuseGuessable } from './guessable-passwords.ts';

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

export interface Passwords {
  /** For a password that somebody chooses. Throws InvalidInput. */
  readonly refuseGuessable: RefuseGuessable;
  hash(password: string): Promise<string>;
  /** Takes as long without a hash to compare with as with one. */
  matches(password: string, hashed: string | null): Promise<boolean>;
}

/** @param breachedFile sorted SHA-1 hashes of passwords that nobody may choose; null: only those that are known here. */
export const createPasswords = (breachedFile: string | null = null): Passwords => {
  const inTurn = createTurns(TURNS);
  const typed = (password: string): string => password.normalize('NFC');
  const decoy = hash('the password of nobody');
  return {
    refuseGuessable: createGuessablePasswords(breachedFile),
    hash: (password) => inTurn(() => hash(typed(password))),
    matches: (password, hashed) =>
      inTurn(async () => {
        const same = await verify(hashed ?? (await decoy), typed(password));
        return same && hashed !== null;
      }),
  };
};

import { Bug } from '../../platform/errors.ts';
import { hashToken, newToken } from './tokens.ts';

/** Letters of the secret that its owner needs to recognize it: 36 of 256 bits. */
const SHOWN_CHARACTERS = 6;

/**
 * Keys with a prefix, which people and secret scanners recognise. @param mark - such as `nsk_`, a different one for each kind of
 * key
 */
export const markedKeys = (
  mark: string,
): {
  readonly isOne: (text: string) => boolean;
  /** The stored hash of a key; `null` for a text that is no key. */
  readonly hash: (text: string) => Buffer | null;
  /** A new key: its text, which is shown once, its hash, and its visible part. */
  readonly make: () => { readonly text: string; readonly keyHash: Buffer; readonly prefix: string };
} => {
  const isOne = (text: string): boolean => text.startsWith(mark);
  return {
    isOne,
    hash: (text) => (isOne(text) ? hashToken(text.slice(mark.length)) : null),
    make() {
      const secret = newToken();
      const keyHash = hashToken(secret);
      if (keyHash === null) throw new Bug('a new key is no key');
      const text = mark + secret;
      return { text, keyHash, prefix: text.slice(0, mark.length + SHOWN_CHARACTERS) };
    },
  };
};

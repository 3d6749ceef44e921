import { Bug } from '../../platform/errors.ts';
import { hashToken, newToken } from './tokens.ts';

/** Letters of the secret that its owner needs to recognize it: 36 of 256 bits. */
const SHOWN_LETTERS = 6;

/**
 * Keys that begin with a mark: it tells them apart at a glance, and lets tools that look for lost secrets find them.
 *
 * @param mark - such as `nsk_`, another one for each kind of key
 */
export const markedKeys = (
  mark: string,
): {
  readonly isOne: (text: string) => boolean;
  /** What is stored of a key; null for a text that cannot be one. */
  readonly hash: (text: string) => Buffer | null;
  /** A new one: the whole of it, which nobody can read again, what is stored of it, and as much as may be shown. */
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
      return { text, keyHash, prefix: text.slice(0, mark.length + SHOWN_LETTERS) };
    },
  };
};

import { createHash, randomInt } from 'node:crypto';

const COUNT = 10;
const LENGTH = 10;
/** The alphabet has no characters that look alike on paper: 0 and o, 1, i and l. */
const CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz';

const newCode = (): string =>
  Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');

/** About 50 random bits each, which cannot be guessed with limited attempts. */
export const newRecoveryCodes = (): string[] => Array.from({ length: COUNT }, newCode);

/** The displayed form of a code: `abcde-fghjk`. */
export const written = (code: string): string => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;

/** The stored hash of a code, independent of its typed form. */
export const hashCode = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
    .digest();

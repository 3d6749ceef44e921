import { randomInt, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import {
  CLAIM_ALPHABET_SIZE,
  CLAIM_RANDOM_LENGTH,
  claimCodeOf,
} from '@nascente/domain/sites/boards/claim-code';
import type { Mac } from '@nascente/domain/sites/boards/mac';

/**
 * A code that people type has 44 random bits: too few for a quick hash, since whoever read the database could try them
 * all in an hour. So each try takes half a millisecond and 256 kB, hundreds of years for one board. A hash with a key of
 * the server would be as safe, but codes would be lost with the key, and labels cannot be printed again.
 */
const COST = { N: 256, r: 8, p: 1 } as const;
const HASH_BYTES = 32;

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

export const newClaimCode = (): string =>
  claimCodeOf(Array.from({ length: CLAIM_RANDOM_LENGTH }, () => randomInt(CLAIM_ALPHABET_SIZE)));

/** What is stored of a code, salted by the board that it is of. */
export const hashClaimCode = (code: string, mac: string | Mac): Promise<Buffer> =>
  derive(code, mac, HASH_BYTES, COST);

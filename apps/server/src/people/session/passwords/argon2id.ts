import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

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

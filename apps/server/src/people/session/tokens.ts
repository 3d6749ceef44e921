import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as text that fits into a header and an address. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token; null for a text that cannot be one. */
export const hashToken = (token: string): Buffer | null =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;

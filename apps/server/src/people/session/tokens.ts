import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits, as text for headers and addresses. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Stored hash of a token; null for malformed text. */
export const hashToken = (token: string): Buffer | null =>
  TOKEN.test(token) ? createHash('sha256').update(token).digest() : null;

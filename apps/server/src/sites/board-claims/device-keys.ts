import { createHash, randomBytes } from 'node:crypto';

/** 160 random bits, as 40 hexadecimal digits to be typed into a board. */
export const newDeviceKey = (): string => randomBytes(20).toString('hex');

/** What is stored of a key: the SHA-256 of its text. So many random bits need no slow hash. */
export const hashDeviceKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

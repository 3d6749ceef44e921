import { hashToken, newToken } from '../session/index.ts';

/** Tells a key from a session's token at a glance, and lets tools that look for lost secrets find it. */
const MARK = 'nsk_';
/** As much as its owner needs to recognize it: 36 of 256 bits. */
const SHOWN = MARK.length + 6;

export const isKeyText = (text: string): boolean => text.startsWith(MARK);

/** What is stored of a key; null for a text that cannot be one. */
export const hashKey = (text: string): Buffer | null =>
  isKeyText(text) ? hashToken(text.slice(MARK.length)) : null;

export const newKeyText = (): string => MARK + newToken();

export const prefixOf = (text: string): string => text.slice(0, SHOWN);

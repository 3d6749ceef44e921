import { hashToken, newToken } from '../session/index.ts';

/** Tells the key of another system from an API key at a glance, and lets tools that look for lost secrets find it. */
const MARK = 'nsi_';
/** As much as its owner needs to recognize it: 36 of 256 bits. */
const SHOWN = MARK.length + 6;

/** What is stored of a key; null for a text that cannot be one. */
export const hashIntegrationKey = (text: string): Buffer | null =>
  text.startsWith(MARK) ? hashToken(text.slice(MARK.length)) : null;

export const newIntegrationKey = (): string => MARK + newToken();

export const shownOf = (text: string): string => text.slice(0, SHOWN);

import { hashToken, newToken } from '../session/index.ts';

/** Tells a link from other secrets at a glance, and lets tools that look for lost ones find it. */
const MARK = 'nsl_';
/** As much as its maker needs to recognize it: 36 of 256 bits. */
const SHOWN = MARK.length + 6;

/** What is stored of a key; null for a text that cannot be one. */
export const hashLinkKey = (text: string): Buffer | null =>
  text.startsWith(MARK) ? hashToken(text.slice(MARK.length)) : null;

export const newLinkKey = (): string => MARK + newToken();

export const shownOf = (text: string): string => text.slice(0, SHOWN);

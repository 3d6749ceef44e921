import type { Brand } from '../../base/units/brand.ts';

/** The hardware address of a board: upper-case hexadecimal pairs joined by colons, `A4:CF:12:00:0B:01`. */
export type Mac = Brand<string, 'Mac'>;

const SIX_PAIRS = /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i;

const CANONICAL = /^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/;

/** Number of characters of a {@link Mac}. */
export const MAC_LENGTH = 17;

/** Reads six hexadecimal pairs separated by colon or dash, in any letter case. @returns the canonical form, or null */
export function normalizeMac(text: string): Mac | null {
  return SIX_PAIRS.test(text) ? (text.toUpperCase().replaceAll('-', ':') as Mac) : null;
}

/** Whether a text is a MAC in its canonical form already. */
export function isMac(text: string): text is Mac {
  return CANONICAL.test(text);
}

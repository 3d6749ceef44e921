import type { Brand } from '../../base/units/brand.ts';

/**
 * A company number: 12 digits or upper-case letters and two check digits, without punctuation (letters since July 2026: IN RFB
 * 2.229/2024).
 */
export type Cnpj = Brand<string, 'Cnpj'>;

/** Number of characters of a {@link Cnpj}. */
export const CNPJ_LENGTH = 14;

const BASE_LENGTH = 12;
const BASE = /^[0-9A-Z]{12}$/;
const COMPLETE = /^[0-9A-Z]{12}[0-9]{2}$/;
const PUNCTUATION = /[./\-\s]/g;
const ALL_EQUAL = /^(.)\1*$/;
const ASCII_OF_ZERO = 48;
const MODULUS = 11;
/** Weights of the check digits: 2 to 9 from the right, then from 2 again. */
const MIN_WEIGHT = 2;
const WEIGHTS = 8;

/** The check digit by modulus 11 with weights 2 to 9, of a CNPJ or of an access key; a letter counts as its ASCII code less 48. */
export function checkDigit(characters: string): number {
  let sum = 0;
  for (let index = 0; index < characters.length; index += 1) {
    const fromTheRight = characters.length - 1 - index;
    const value = characters.charCodeAt(index) - ASCII_OF_ZERO;
    sum += value * (MIN_WEIGHT + (fromTheRight % WEIGHTS));
  }
  const rest = sum % MODULUS;
  return rest < 2 ? 0 : MODULUS - rest;
}

/** The two check digits. @param base - the first 12 characters @returns null if `base` is no beginning of a CNPJ */
export function cnpjCheckDigits(base: string): string | null {
  if (!BASE.test(base)) return null;
  const first = checkDigit(base);
  return `${first}${checkDigit(`${base}${first}`)}`;
}

/** Reads a CNPJ with or without punctuation, in any letter case. @returns null if malformed, or if check digits are wrong */
export function normalizeCnpj(text: string): Cnpj | null {
  const characters = text.replace(PUNCTUATION, '').toUpperCase();
  if (!COMPLETE.test(characters) || ALL_EQUAL.test(characters)) return null;
  const isRight = characters.slice(BASE_LENGTH) === cnpjCheckDigits(characters.slice(0, BASE_LENGTH));
  return isRight ? (characters as Cnpj) : null;
}

/** The characters of a CNPJ being typed: at most 14, letters only among the first 12; {@link normalizeCnpj} checks them. */
export function cnpjCharacters(typed: string): string {
  const characters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const base = characters.slice(0, BASE_LENGTH);
  const digits = characters.slice(BASE_LENGTH).replace(/[A-Z]/g, '');
  return base + digits.slice(0, CNPJ_LENGTH - BASE_LENGTH);
}

/** Applies the mask 99.999.999/9999-99 to the characters typed so far, letters included. Idempotent. */
export function maskCnpj(typed: string): string {
  const characters = cnpjCharacters(typed);
  const part = (from: number, to: number, before: string): string =>
    characters.length > from ? before + characters.slice(from, to) : '';
  return (
    part(0, 2, '') +
    part(2, 5, '.') +
    part(5, 8, '.') +
    part(8, BASE_LENGTH, '/') +
    part(BASE_LENGTH, 14, '-')
  );
}

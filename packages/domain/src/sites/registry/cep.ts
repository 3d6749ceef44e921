import type { Brand } from '../../base/units/brand.ts';

/** A Brazilian postal code: eight digits without punctuation, `50030230`. */
export type Cep = Brand<string, 'Cep'>;

/** Number of digits of a {@link Cep}. */
export const CEP_LENGTH = 8;

const TYPED = /^\d{2}\.?\d{3}-?\d{3}$/;

/**
 * Parses 99.999-999, 99999-999 or 99999999. @returns the eight digits, or null. Only a registry can confirm that a CEP exists.
 */
export function normalizeCep(text: string): Cep | null {
  const trimmed = text.trim();
  return TYPED.test(trimmed) ? (trimmed.replace(/\D/g, '') as Cep) : null;
}

/** The digits of a CEP that is being typed, at most eight. */
export function cepDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, CEP_LENGTH);
}

/** Applies the mask 99.999-999 to the digits typed so far. Idempotent. */
export function maskCep(typed: string): string {
  const digits = cepDigits(typed);
  const part = (from: number, to: number, before: string): string =>
    digits.length > from ? before + digits.slice(from, to) : '';
  return part(0, 2, '') + part(2, 5, '.') + part(5, CEP_LENGTH, '-');
}

/** Formats a CEP: `50.030-230`. */
export function formatCep(cep: Cep): string {
  return maskCep(cep);
}

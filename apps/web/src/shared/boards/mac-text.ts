import { normalizeMac } from '@nascente/domain/sites/boards/mac';

/** Messages of the specification, section 5, for an invalid MAC. */
export const MAC_TEXTS = {
  missing: 'Verifique os campos digitados',
  spaces: 'O MAC Address não pode conter espaços!',
  format: 'Endereço de MAC inválido',
} as const;

const DIGITS = 12;
const TWELVE_DIGITS = /^[0-9a-f]{12}$/i;
const DIGITS_AND_SEPARATORS = /^[0-9a-f:.-]*$/i;
const SEPARATOR_AT_END = /[:.-]$/;
const NO_PART = /[^0-9a-f:.\s-]/i;

const digitsOf = (typed: string): string => typed.replace(/[^0-9a-f]/gi, '').toUpperCase();

/** Masks a MAC as pairs with colons while typing. Invalid text stays visible for correction. */
export const maskMac = (typed: string): string => {
  const digits = digitsOf(typed);
  if (!DIGITS_AND_SEPARATORS.test(typed) || digits.length > DIGITS) return typed;
  const pairs = (digits.match(/..?/g) ?? []).join(':');
  const isNextPair = SEPARATOR_AT_END.test(typed) && digits.length % 2 === 0 && digits.length < DIGITS;
  return isNextPair && digits !== '' ? `${pairs}:` : pairs;
};

const digitsText = (count: number): string => (count === 1 ? '1 dígito' : `${count} dígitos`);

/** The correction a typed MAC needs, or null. */
export const macHint = (typed: string): string | null => {
  if (typed.trim() === '') return null;
  const [unauthenticated] = NO_PART.exec(typed) ?? [];
  if (unauthenticated !== undefined)
    return `“${unauthenticated}” não faz parte de um MAC: use 0 a 9 e A a F.`;
  const missing = DIGITS - digitsOf(typed).length;
  if (missing > 0) return `${missing === 1 ? 'Falta' : 'Faltam'} ${digitsText(missing)} de ${DIGITS}.`;
  return missing < 0 ? `${digitsText(-missing)} a mais: um MAC tem ${DIGITS}.` : null;
};

/** Normalizes a MAC from a label, an e-mail or a scanner. */
export const tidyPastedMac = (pasted: string): string => {
  const trimmed = pasted.trim();
  const paired = TWELVE_DIGITS.test(trimmed) ? (trimmed.match(/../g) ?? []).join(':') : trimmed;
  return normalizeMac(paired) ?? paired;
};

/** Why a text is no MAC, or null. */
export const macProblem = (typed: string): string | null => {
  if (typed.trim() === '') return MAC_TEXTS.missing;
  if (/\s/.test(typed)) return MAC_TEXTS.spaces;
  return normalizeMac(typed) === null ? MAC_TEXTS.format : null;
};

/** Characters of a MAC with its colons. */
const TEXT_LENGTH = 17;

/** Partial input shows an error only once it cannot become a MAC. */
export const typedMacProblem = (typed: string): string | null => {
  const problem = macProblem(typed);
  const isPartial = problem === MAC_TEXTS.format && typed.length < TEXT_LENGTH;
  return problem === MAC_TEXTS.missing || isPartial ? null : problem;
};

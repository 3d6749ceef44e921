import { normalizeMac } from '@nascente/domain/metering/mac';

/** Spec, section 5: what is wrong with a MAC that is typed. */
export const MAC_WORDS = {
  missing: 'Verifique os campos digitados',
  spaces: 'O MAC Address não pode conter espaços!',
  format: 'Endereço de MAC inválido',
} as const;

const TWELVE_DIGITS = /^[0-9a-f]{12}$/i;

/** A MAC as it comes from a label, an e-mail or a scanner: nothing around it, and pairs where there are none. */
export const tidyPastedMac = (pasted: string): string => {
  const trimmed = pasted.trim();
  const paired = TWELVE_DIGITS.test(trimmed) ? (trimmed.match(/../g) ?? []).join(':') : trimmed;
  return normalizeMac(paired) ?? paired;
};

/** Why a typed text is no MAC, or null. */
export const macProblem = (typed: string): string | null => {
  if (typed.trim() === '') return MAC_WORDS.missing;
  if (/\s/.test(typed)) return MAC_WORDS.spaces;
  return normalizeMac(typed) === null ? MAC_WORDS.format : null;
};

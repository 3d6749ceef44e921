import { isCommonPassword } from '@nascente/domain/people/guessable-passwords';
import { checkPassword, missingRules, PASSWORD_MIN_LENGTH } from '@nascente/domain/people/password';
import { z } from 'zod/mini';

/** In UTF-16 units: as base64 of UTF-8 it still fits into a sign-in. */
const MAX_LENGTH = 256;

export const PASSWORD_WORDS = {
  common: 'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  breached:
    'Esta senha apareceu em vazamentos de dados, e é das primeiras que alguém tentaria. Escolha outra, que você não use em nenhum outro lugar.',
  ownEmail: 'A senha não pode conter o seu e-mail.',
} as const;

const isLongEnough = (password: string): boolean => !missingRules(password).includes('length');
/** One thing is said at a time: what is too short is not also told what else it lacks. */
const isShortOrHasAll = (password: string): boolean =>
  !isLongEnough(password) || missingRules(password).length === 0;
const isOtherwiseWrongOrRare = (password: string): boolean =>
  missingRules(password).length > 0 || !isCommonPassword(password);

const missingWords = (password: string): string =>
  checkPassword(password)
    .flatMap(({ words, met }) => (met ? [] : [words.toLowerCase()]))
    .join('; ');

/** A password that somebody chooses, as typed: all five rules (specification, section 5), and none that is tried first. */
export const newPassword = z.string().check(
  z.refine(isLongEnough, `A senha precisa ter pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`),
  z.refine(isShortOrHasAll, {
    error: ({ input }) => `A senha precisa ter: ${missingWords(String(input))}.`,
  }),
  z.refine(isOtherwiseWrongOrRare, PASSWORD_WORDS.common),
  z.maxLength(MAX_LENGTH, `A senha pode ter no máximo ${MAX_LENGTH} caracteres.`),
);

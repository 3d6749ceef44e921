import { isCommonPassword } from '@nascente/domain/people/guessable-passwords';
import { checkPassword, missingRules, PASSWORD_MIN_LENGTH } from '@nascente/domain/people/password';
import { z } from 'zod/mini';

/** Maximum UTF-16 units, so that the base64 of the UTF-8 text fits into a sign-in request. */
const MAX_LENGTH = 256;

export const PASSWORD_TEXTS = {
  common: 'Esta senha é uma das mais usadas e seria adivinhada. Escolha outra.',
  breached:
    'Esta senha apareceu em vazamentos de dados, e é das primeiras que alguém tentaria. Escolha outra, que você não use em nenhum outro lugar.',
  ownEmail: 'A senha não pode conter o seu e-mail.',
} as const;

const isLongEnough = (password: string): boolean => !missingRules(password).includes('length');
/** Shows one error at a time: for a password that is too short, the other rules report no error. */
const isShortOrHasAll = (password: string): boolean =>
  !isLongEnough(password) || missingRules(password).length === 0;
const isOtherwiseWrongOrRare = (password: string): boolean =>
  missingRules(password).length > 0 || !isCommonPassword(password);

const missingText = (password: string): string =>
  checkPassword(password)
    .flatMap(({ text, met }) => (met ? [] : [text.toLowerCase()]))
    .join('; ');

/** A new password as typed. It must meet all five rules (specification, section 5) and must not be a common password. */
export const newPassword = z.string().check(
  z.refine(isLongEnough, `A senha precisa ter pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`),
  z.refine(isShortOrHasAll, {
    error: ({ input }) => `A senha precisa ter: ${missingText(String(input))}.`,
  }),
  z.refine(isOtherwiseWrongOrRare, PASSWORD_TEXTS.common),
  z.maxLength(MAX_LENGTH, `A senha pode ter no máximo ${MAX_LENGTH} caracteres.`),
);

import { missingRules, PASSWORD_MIN_LENGTH } from '@nascente/domain/people/password';
import { z } from 'zod/mini';

/** In UTF-16 units: as base64 of UTF-8 it still fits into a sign-in. */
const LONGEST = 256;

const isLongEnough = (password: string): boolean => !missingRules(password).includes('length');

/** A password that somebody chooses, as typed. */
export const newPassword = z
  .string()
  .check(
    z.refine(isLongEnough, `A senha precisa ter pelo menos ${PASSWORD_MIN_LENGTH} caracteres.`),
    z.maxLength(LONGEST, `A senha pode ter no máximo ${LONGEST} caracteres.`),
  );

import { PASSWORD_WORDS } from '@nascente/contract/people/new-password';
import { ownPasswordChange } from '@nascente/contract/people/own-password';
import { holdsOwnEmail } from '@nascente/domain/people/guessable-passwords';
import { z } from 'zod/mini';
import { DIFFERENT_INLINE } from '../../shared/forms/repeated-password.ts';

/** The body of the call, and the new password once more. Whether the current one is right only the server knows. */
export const ownPasswordForm = (email: string) =>
  z.extend(ownPasswordChange, { confirmation: z.string() }).check(
    z.refine(({ password }) => !holdsOwnEmail(password, email), {
      path: ['password'],
      message: PASSWORD_WORDS.ownEmail,
    }),
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: DIFFERENT_INLINE,
    }),
  );
export type TypedOwnPassword = z.input<ReturnType<typeof ownPasswordForm>>;

export const NOTHING_TYPED: TypedOwnPassword = {
  currentPassword: '',
  password: '',
  confirmation: '',
  removeCredentials: false,
};

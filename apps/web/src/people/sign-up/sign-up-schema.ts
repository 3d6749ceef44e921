import type { BodyGiven } from '@nascente/contract/base/call';
import { newUser, type signUp } from '@nascente/contract/people/sign-up';
import { z } from 'zod/mini';

const DIFFERENT = 'As senhas não coincidem.';

/** The body of the call, and the password once more. */
export const signUpForm = z.extend(newUser, { confirmation: z.string() }).check(
  z.refine(({ password, confirmation }) => password !== '' && password === confirmation, {
    path: ['confirmation'],
    message: DIFFERENT,
  }),
);
export type TypedSignUp = z.input<typeof signUpForm>;

/** Spec.md section 5: the button waits for name, e-mail and confirmation. */
export const isFilled = ({ name, email, confirmation }: TypedSignUp): boolean =>
  [name, email, confirmation].every((text) => text !== '');

export const bodyOf = (
  { name, email, password }: TypedSignUp,
  partner: string | null,
): BodyGiven<typeof signUp> => ({
  name,
  email,
  password,
  accountType: 'comerc',
  ...(partner && { partner }),
});

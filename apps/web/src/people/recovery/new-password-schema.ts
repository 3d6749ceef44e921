import { isPasswordAccepted } from '@nascente/domain/people/password';
import { z } from 'zod/mini';
import { DIFFERENT_INLINE } from '../../shared/forms/repeated-password.ts';

export const DIFFERENT = 'Senhas não são iguais!';

/** Whether the e-mail is the registered one, and the password a new one, only the server knows. */
export const newPasswordForm = z
  .object({
    email: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1, 'Confirme o email.')),
    password: z
      .string()
      .check(
        z.refine(isPasswordAccepted, 'A senha precisa atender a todas as regras abaixo.'),
        z.maxLength(256, 'A senha pode ter no máximo 256 caracteres.'),
      ),
    confirmation: z.string(),
    removeCredentials: z.boolean(),
  })
  .check(
    z.refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: DIFFERENT_INLINE,
    }),
  );
export type TypedNewPassword = z.input<typeof newPasswordForm>;

/** Spec.md section 5: no empty field, and twice the same password. */
export const canBeSent = ({ email, password, confirmation }: TypedNewPassword): boolean =>
  email.trim() !== '' && password !== '' && password === confirmation;

import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { described } from '../base/described.ts';
import { emailAddress } from '../base/person-fields.ts';
import { newPassword } from './new-password.ts';
import { user } from './session.ts';

const EMPTY_NAME = 'O Nome não pode ficar vazio.';

export const newUser = z.strictObject({
  name: described(
    'Name of the company; becomes `firstName`.',
    z
      .string({ error: EMPTY_NAME })
      .check(
        z.trim(),
        z.minLength(1, EMPTY_NAME),
        z.maxLength(120, 'O Nome pode ter no máximo 120 caracteres.'),
        z.regex(/^\P{Cc}*$/u, 'O Nome tem caracteres inválidos.'),
      ),
  ),
  email: emailAddress,
  password: newPassword,
  accountType: z.optional(z.literal('comerc')),
  partner: described(
    'Id of the partner of the referring link; an unknown id is ignored.',
    z.optional(z.string().check(z.maxLength(64, 'Parceiro inválido.'))),
  ),
});

export const signUp = defineCall({
  name: 'signUp',
  route: 'POST /user',
  access: 'anyone',
  summary: 'Creates an account, signs it in, and sends the e-mail that confirms its address.',
  body: newUser,
  fails: ['conflict', 'too-many'],
  success: 201,
  answer: { msg: z.string(), user, token: z.string() },
});

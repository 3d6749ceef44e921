import type { BodyGiven } from '@nascente/contract/base/call';
import { acceptedInvitation, type acceptInvitation } from '@nascente/contract/people/invitations';
import { z } from 'zod/mini';

const { name, password } = acceptedInvitation.shape;

/** An address that the invitation names is not typed. */
export const acceptanceForm = z
  .object({
    name,
    email: z.string().check(z.trim(), z.toLowerCase(), z.regex(z.regexes.email, 'Envie um email válido.')),
    password,
    confirmation: z.string(),
  })
  .check(
    z.refine((typed) => typed.password === typed.confirmation, {
      path: ['confirmation'],
      message: 'As senhas não são parecidas',
    }),
  );
export type TypedAcceptance = z.input<typeof acceptanceForm>;

export const bodyOf = (
  token: string,
  { name: typedName, email, password: typedPassword }: TypedAcceptance,
): BodyGiven<typeof acceptInvitation> => ({ token, name: typedName, email, password: typedPassword });

import type { BodyInput } from '@nascente/contract/base/call';
import { type inviteClient, newInvitation } from '@nascente/contract/people/invitations';
import { z } from 'zod/mini';

const { name } = newInvitation.shape;
const NO_EMAIL = 'Envie um email válido.';

/** How the invitation reaches the client. */
export const ways = [
  { value: 'email', text: 'Por e-mail' },
  { value: 'link', text: 'Por link' },
] as const;

export const invitationForm = z
  .object({
    way: z.enum(['email', 'link']),
    name,
    email: z.string().check(z.trim(), z.toLowerCase()),
    boards: z.array(z.string()),
  })
  .check(
    z.refine(({ way, email }) => way === 'link' || z.regexes.email.test(email), {
      path: ['email'],
      message: NO_EMAIL,
    }),
  );
export type TypedInvitation = z.output<typeof invitationForm>;

export const emptyInvitation: TypedInvitation = { way: 'email', name: '', email: '', boards: [] };

export const invitationOf = (typed: TypedInvitation): BodyInput<typeof inviteClient> => ({
  name: typed.name,
  boards: typed.boards,
  email: typed.way === 'email' ? typed.email : null,
});

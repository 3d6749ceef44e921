import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac, ok } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { emailAddress, requiredName } from '../base/person-fields.ts';
import { newPassword } from './new-password.ts';
import { user } from './session.ts';

const CHECK = 'Verifique os dados inseridos';
const byId = z.object({ id: z.string() });

/** An invited person without an answer. */
export const invitation = z.object({
  id: z.string(),
  name: z.string(),
  email: described('Where the link was sent; null: whoever invites hands it over.', z.nullable(z.string())),
  boards: described('Meters that will be seen.', z.array(z.string())),
  invitedAt: answeredInstant,
  expiresAt: answeredInstant,
});
export type Invitation = z.output<typeof invitation>;

/** The link of an invitation without an e-mail, shown once, because only its hash is stored. */
const handedLink = z.nullable(z.string());

export const newInvitation = z.strictObject({
  name: requiredName(CHECK),
  email: described(
    'Null, or left out: the answer has a link to be handed over.',
    z.optional(z.nullable(emailAddress)),
  ),
  boards: z._default(z.array(mac).check(z.maxLength(10_000)), []),
});
export type NewInvitation = z.output<typeof newInvitation>;

export const inviteClient = defineCall({
  name: 'inviteClient',
  method: 'POST',
  effect: 'changes',
  path: '/Consumer/invitations',
  access: 'session',
  permission: 'manage-client-users',
  needsRecentProof: 'sessions',
  summary:
    'Invites a client user, who sets the password: by e-mail, or by a link that is answered once. Inviting an address again replaces its invitation.',
  body: newInvitation,
  fails: ['conflict'],
  success: 201,
  answer: z.object({ ok, invitation, link: handedLink }),
});

export const listInvitations = defineCall({
  name: 'listInvitations',
  method: 'GET',
  effect: 'reads',
  path: '/Consumer/invitations',
  access: 'session',
  permission: 'manage-client-users',
  summary: 'Invitations of one’s own that wait for an answer, or have expired, newest first.',
  success: 200,
  answer: z.object({ ok, invitations: z.array(invitation) }),
});

export const renewInvitation = defineCall({
  name: 'renewInvitation',
  method: 'POST',
  effect: 'changes',
  path: '/Consumer/invitations/:id/renew',
  access: 'session',
  permission: 'manage-client-users',
  needsRecentProof: 'sessions',
  summary: 'Sends an invitation once more, or makes another link; the one before is good no longer.',
  params: byId,
  fails: ['conflict'],
  success: 200,
  answer: z.object({ ok, invitation, link: handedLink }),
});

export const withdrawInvitation = defineCall({
  name: 'withdrawInvitation',
  method: 'DELETE',
  effect: 'changes',
  path: '/Consumer/invitations/:id',
  access: 'session',
  permission: 'manage-client-users',
  summary: 'Takes an invitation back: its link is good no longer.',
  params: byId,
  success: 200,
  answer: z.object({ ok }),
});

export const readInvitation = defineCall({
  name: 'readInvitation',
  method: 'GET',
  effect: 'reads',
  path: '/invitation',
  access: 'anyone',
  summary: 'What a link invites to; expired when used, withdrawn, unknown or older than seven days.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  fails: ['not-found', 'credentials'],
  success: 200,
  answer: z.object({
    ok,
    type: z.literal('valid'),
    name: z.string(),
    email: described('Null: whoever accepts says it.', z.nullable(z.string())),
    from: described('Who invites, by name.', z.string()),
    meters: z.int(),
  }),
});
export type ReadInvitation = z.output<typeof readInvitation.answer>;

export const acceptedInvitation = z.strictObject({
  token: z.string({ error: 'Informe o convite.' }),
  name: requiredName(),
  email: described('Of an invitation that names none.', z.optional(emailAddress)),
  password: newPassword,
});

export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  method: 'POST',
  effect: 'changes',
  path: '/invitation/accept',
  access: 'anyone',
  summary: 'Becomes a client user by an invitation, with a password of one’s own, and signs in.',
  body: acceptedInvitation,
  fails: ['not-found', 'conflict', 'too-many', 'credentials'],
  success: 201,
  answer: z.object({ ok, user, token: z.string() }),
});

import { z } from 'zod/mini';
import { defineCall } from '../base/call.ts';
import { answeredInstant, mac } from '../base/conventions.ts';
import { described } from '../base/described.ts';
import { emailAddress, requiredName } from '../base/person-fields.ts';
import { newPassword } from './new-password.ts';
import { user } from './session.ts';

const CHECK = 'Verifique os dados inseridos';

/** An invited person without an answer. */
export const invitation = z.object({
  id: z.string(),
  name: z.string(),
  email: described(
    'Recipient of the link; `null`: the inviting account passes it on.',
    z.nullable(z.string()),
  ),
  boards: described('Number of meters to share.', z.array(z.string())),
  invitedAt: answeredInstant,
  expiresAt: answeredInstant,
});
export type Invitation = z.output<typeof invitation>;

/** The link of an invitation without an e-mail, shown once, because only its hash is stored. */
const handedLink = z.nullable(z.string());

export const newInvitation = z.strictObject({
  name: requiredName(CHECK),
  email: described(
    '`null` or absent: the answer has a link to pass on.',
    z.optional(z.nullable(emailAddress)),
  ),
  boards: z._default(z.array(mac).check(z.maxLength(10_000)), []),
});
export type NewInvitation = z.output<typeof newInvitation>;

export const inviteClient = defineCall({
  name: 'inviteClient',
  route: 'POST /Consumer/invitations',
  permission: 'manage-client-users',
  needsRecentProof: 'sessions',
  summary:
    'Invites a client user, who chooses the password: by e-mail, or by a link that the answer shows once. A repeated invitation of an address replaces the earlier one.',
  body: newInvitation,
  fails: ['conflict'],
  success: 201,
  answer: { invitation, link: handedLink },
});

export const listInvitations = defineCall({
  name: 'listInvitations',
  route: 'GET /Consumer/invitations',
  permission: 'manage-client-users',
  summary: 'Open and expired invitations of the caller, newest first.',
  answer: { invitations: z.array(invitation) },
});

export const renewInvitation = defineCall({
  name: 'renewInvitation',
  route: 'POST /Consumer/invitations/:id/renew',
  permission: 'manage-client-users',
  needsRecentProof: 'sessions',
  summary: 'Sends an invitation again, or creates a new link; the previous link becomes invalid.',
  fails: ['conflict'],
  answer: { invitation, link: handedLink },
});

export const withdrawInvitation = defineCall({
  name: 'withdrawInvitation',
  route: 'DELETE /Consumer/invitations/:id',
  permission: 'manage-client-users',
  summary: 'Withdraws an invitation; its link becomes invalid.',
});

export const readInvitation = defineCall({
  name: 'readInvitation',
  route: 'GET /invitation',
  access: 'anyone',
  summary: 'Content of an invitation link; expired if used, withdrawn, unknown or older than seven days.',
  query: z.strictObject({ token: z.optional(z.string()) }),
  fails: ['not-found', 'credentials'],
  answer: {
    type: z.literal('valid'),
    name: z.string(),
    email: described('`null`: the invited person enters it.', z.nullable(z.string())),
    from: described('Name of the inviting account.', z.string()),
    meters: z.int(),
  },
});
export type ReadInvitation = z.output<typeof readInvitation.answer>;

export const acceptedInvitation = z.strictObject({
  token: z.string({ error: 'Informe o convite.' }),
  name: requiredName(),
  email: described('Only for an invitation without an e-mail.', z.optional(emailAddress)),
  password: newPassword,
});

export const acceptInvitation = defineCall({
  name: 'acceptInvitation',
  route: 'POST /invitation/accept',
  access: 'anyone',
  summary: 'Accepts an invitation as a client user with a new password, and signs in.',
  body: acceptedInvitation,
  fails: ['not-found', 'conflict', 'too-many', 'credentials'],
  success: 201,
  answer: { user, token: z.string() },
});

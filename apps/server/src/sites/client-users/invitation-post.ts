import type { Instant } from '@nascente/domain/base/time/zone';
import { brandFor } from '@nascente/domain/people/brand';
import { hashToken, newToken } from '../../people/session/index.ts';
import { Bug } from '../../platform/errors.ts';
import type { LetterKind, Mail } from '../../platform/mail/mail.ts';
import { invitationLetter } from './invitation-letter.ts';
import type { InvitationsRepository } from './invitations.repository.ts';

export type InvitationPost = LetterKind<{ id: string }>;

/** A token for a link, and what is kept of it. */
export const newLinkToken = (): { token: string; tokenHash: Buffer } => {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (tokenHash === null) throw new Bug('a new token is no token');
  return { token, tokenHash };
};

/** The letters with an invitation's link, which is made when the letter is: one sent again replaces the one before. */
export const createInvitationPost = (needs: {
  invitations: InvitationsRepository;
  mail: Pick<Mail, 'kind'>;
  clock: () => Instant;
  brandRule: readonly string[];
  linkOf: (token: string) => string;
}): InvitationPost => {
  const { invitations, mail, clock, brandRule, linkOf } = needs;
  return mail.kind('client-invitation', async ({ id }: { id: string }) => {
    const invitation = await invitations.findOpen({ id }, clock());
    if (invitation === null || invitation.email === null) return null;
    const { token, tokenHash } = newLinkToken();
    await invitations.setToken(id, tokenHash);
    return invitationLetter({
      to: invitation.email,
      brand: brandFor(invitation.email, brandRule),
      from: invitation.managerEmail,
      meters: invitation.installationIds.length,
      url: linkOf(token),
    });
  });
};

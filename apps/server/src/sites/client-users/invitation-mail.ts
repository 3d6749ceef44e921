import type { Instant } from '@nascente/domain/base/time/zone';
import { brandName } from '@nascente/domain/people/brand';
import { hashToken, newToken } from '../../people/session/index.ts';
import { Bug } from '../../platform/errors.ts';
import type { Mail, MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { InvitationsRepository } from './invitations.repository.ts';

const metersText = (count: number): string =>
  count === 0 ? '' : count === 1 ? ' de 1 medidor' : ` de ${count} medidores`;

/** The e-mail names the inviting account by its e-mail address, because a name could contain any text. */
const invitationMail = (values: {
  to: string;
  product: string;
  from: string;
  meters: number;
  url: string;
}): MailMessage => ({
  to: values.to,
  subject: `Convite para o ${values.product}`,
  heading: 'Você foi convidado',
  paragraphs: [
    `${values.from} convidou você a acompanhar o consumo${metersText(values.meters)}.`,
    'Escolha a sua senha para entrar. Ninguém mais a conhece, nem quem convidou você.',
  ],
  action: { label: 'Aceitar o convite', url: values.url },
  notes: [
    'O link vale por 7 dias e só pode ser usado uma vez.',
    'Se você não esperava este convite, ignore esta mensagem: nenhuma conta é criada.',
  ],
});

export type InvitationMail = MailKind<{ id: string }>;

/** A token for a link, and its stored hash. */
export const newLinkToken = (): { token: string; tokenHash: Buffer } => {
  const token = newToken();
  const tokenHash = hashToken(token);
  if (tokenHash === null) throw new Bug('a new token is no token');
  return { token, tokenHash };
};

/**
 * E-mails with the link of an invitation. The link is created when the e-mail is written; a repeated e-mail replaces the earlier
 * link.
 */
export const createInvitationMail = (needs: {
  invitations: InvitationsRepository;
  mail: Pick<Mail, 'brandOf' | 'kind'>;
  clock: () => Instant;
  linkOf: (token: string) => string;
}): InvitationMail => {
  const { invitations, mail, clock, linkOf } = needs;
  return mail.kind('client-invitation', async ({ id }: { id: string }) => {
    const invitation = await invitations.findOpen({ id }, clock());
    if (invitation === null || invitation.email === null) return null;
    const { token, tokenHash } = newLinkToken();
    await invitations.setToken(id, tokenHash);
    return invitationMail({
      to: invitation.email,
      product: brandName(mail.brandOf(invitation.email)),
      from: invitation.managerEmail,
      meters: invitation.installationIds.length,
      url: linkOf(token),
    });
  });
};

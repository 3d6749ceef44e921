import type { MailMessage } from '@nascente/contract/operations/mailbox';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Mail } from '../../platform/mail/mail.ts';

export type MailboxService = ReturnType<typeof createMailboxService>;

const CLOSED =
  'Este servidor está atrás de um proxy ou tem endereço público: para abrir a caixa de emails na própria máquina, inicie-o com LOCAL_MAILBOX=yes.';

/**
 * E-mails contain links that open accounts, so an Admin's password alone does not open the mailbox. @param isAllowed - whether no
 * undeclared proxy is possible, or the operator allows it
 */
export const createMailboxService = (mail: Pick<Mail, 'how' | 'readMailbox'>, isAllowed: boolean) => ({
  /** Throws NotAllowed. */
  async read(caller: Caller, isHere: boolean): Promise<{ isInUse: boolean; letters: MailMessage[] }> {
    requirePermission(caller, 'read-local-mailbox');
    if (!isHere) throw new NotAllowed('A caixa de emails só pode ser aberta na própria máquina do servidor.');
    if (!isAllowed) throw new NotAllowed(CLOSED);
    const mailMessages = await mail.readMailbox();
    return {
      isInUse: mail.how === 'mailbox',
      letters: mailMessages.map(({ id, writtenAt, to, subject, html, text }) => ({
        id,
        date: writtenAt.toISOString(),
        to,
        subject,
        html,
        text,
      })),
    };
  },
});

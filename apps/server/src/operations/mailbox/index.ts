import { type MailMessage, readMailbox } from '@nascente/contract/operations/mailbox';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { isOnThisMachine, isReachedDirectly } from '../../platform/http/connections/on-this-machine.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Mail } from '../../platform/mail/mail.ts';

const CLOSED =
  'Este servidor está atrás de um proxy ou tem endereço público: para abrir a caixa de e-mails na própria máquina, inicie-o com LOCAL_MAILBOX=yes.';

/** E-mails contain links that open accounts, so an Admin's password alone does not open the mailbox. */
export const createMailboxFeature = (needs: {
  mail: Pick<Mail, 'how' | 'readMailbox'>;
  config: { publicUrl: string | null; trustProxy: boolean; localMailbox: boolean };
}) => {
  const { mail, config } = needs;
  // No undeclared proxy is possible, or the operator allows access.
  const isAllowed = config.localMailbox || isReachedDirectly(config);

  /** Throws NotAllowed. */
  const read = async (
    caller: Caller,
    isHere: boolean,
  ): Promise<{ isInUse: boolean; mails: MailMessage[] }> => {
    requirePermission(caller, 'read-local-mailbox');
    if (!isHere)
      throw new NotAllowed('A caixa de e-mails só pode ser aberta na própria máquina do servidor.');
    if (!isAllowed) throw new NotAllowed(CLOSED);
    const mailMessages = await mail.readMailbox();
    return {
      isInUse: mail.how === 'mailbox',
      mails: mailMessages.map(({ writtenAt, ...message }) => ({
        ...message,
        date: writtenAt.toISOString(),
      })),
    };
  };

  return {
    register: (app: CallBinder): void =>
      bindCall(app, readMailbox, ({ caller, request }) => read(caller, isOnThisMachine(request))),
  };
};

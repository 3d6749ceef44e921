import {
  activateEmail,
  confirmEmail,
  requestActivateEmail,
} from '@nascente/contract/people/email-confirmation';
import { DAY_MS, HOUR_MS, instant } from '@nascente/domain/base/time/zone';
import { Bug, Expired, NotAllowed, NotFound } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, bindRedirect, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import { createQuota } from '../../platform/limits/quota.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken, newToken } from '../session/index.ts';
import { createEmailConfirmationRepository } from './email-confirmation.repository.ts';

/**
 * The e-mail contains no name, because a person who signs up with another's address chooses the name and could send any text to
 * that address.
 */
const confirmationMail = (values: { to: string; url: string }): MailMessage => ({
  to: values.to,
  subject: 'Confirme seu email',
  heading: 'Confirme seu email',
  paragraphs: ['Recebemos um cadastro com este endereço. Confirme que ele é seu para ativar a conta.'],
  action: { label: 'Confirmar e-mail', url: values.url },
  notes: [
    'O link vale por 3 dias.',
    'Se você não fez este cadastro, ignore esta mensagem: o endereço não será confirmado.',
  ],
});

const LIFETIME_MS = 3 * DAY_MS;
const ACCOUNT_PAGE = '/account';

const ONLY_IN_SESSION = 'Uma chave de API não confirma um e-mail. Entre na conta.';
const EXPIRED_LINK = 'Este link de confirmação não vale mais para esta conta. Peça um novo.';
const CONFIRMED = 'E-mail confirmado!';
const ALREADY = 'Seu e-mail já está confirmado.';
const SENT = 'Enviado! Cheque sua caixa de e-mail para confirmar o endereço. Verifique na pasta SPAM!';

/** Maximum confirmation e-mails of one account per hour. */
const MAX_AN_HOUR = 4;

export type EmailConfirmationService = ReturnType<typeof createEmailConfirmationFeature>['service'];

/** @param needs.publicUrl - address of the web application, without a slash at its end */
export const createEmailConfirmationFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'>,
) => {
  const { clock, mail, publicUrl, db } = needs;
  const confirmations = createEmailConfirmationRepository(db);
  const quota = createQuota({ db, clock, purpose: 'confirmation', max: MAX_AN_HOUR, windowMs: HOUR_MS });

  const write = async ({ accountId }: { accountId: string }): Promise<MailMessage | null> => {
    const addressee = await confirmations.findAddressee(accountId);
    if (addressee === null || addressee.isConfirmed) return null;
    const token = newToken();
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Bug('a new token is no token');
    const at = clock();
    await confirmations.insertToken({ tokenHash, accountId, at, expiresAt: instant(at + LIFETIME_MS) });
    const { email } = addressee;
    const url = `${publicUrl}/api/user/activate?token=${token}`;
    return confirmationMail({ to: email, url });
  };
  const mails: MailKind<{ accountId: string }> = mail.kind('email-confirmation', write);

  const service = {
    /** E-mails the link, unless the account is confirmed, disabled or removed by then. */
    send: (accountId: string, options?: Enqueuing): Promise<void> => mails.send({ accountId }, options),
    /** Throws Expired or LimitReached. */
    async request(caller: Caller): Promise<{ message: string; alerted: boolean }> {
      requirePermission(caller, 'edit-own-account');
      const { accountId } = caller;
      const addressee = await confirmations.findAddressee(accountId);
      if (addressee === null) throw new Expired();
      if (addressee.isConfirmed) return { message: ALREADY, alerted: false };
      await quota.use(accountId);
      await mails.send({ accountId });
      return { message: SENT, alerted: true };
    },
    /** @returns the page to which the e-mailed link redirects. Only the button on that page confirms the address. */
    pageOf: (token: string): string =>
      hashToken(token) === null ? ACCOUNT_PAGE : `${ACCOUNT_PAGE}?confirm=${token}`,
    /**
     * Only a signed-in owner can confirm the address, because the real owner of a misused address does not have the password of
     * the account. Throws NotAllowed or NotFound.
     */
    async confirm({ accountId, ...caller }: Caller, token: string): Promise<string> {
      requirePermission(caller, 'edit-own-account');
      if (caller.apiKey !== undefined) throw new NotAllowed(ONLY_IN_SESSION);
      const tokenHash = hashToken(token);
      const isConfirmed = tokenHash !== null && (await confirmations.confirm(accountId, tokenHash, clock()));
      if (!isConfirmed) throw new NotFound(EXPIRED_LINK);
      return CONFIRMED;
    },
  };

  return {
    service,
    register(app: CallBinder): void {
      bindCall(app, requestActivateEmail, async ({ caller }) => ({
        status: 200,
        ...(await service.request(caller)),
      }));
      bindRedirect(app, activateEmail, async ({ token = '' }) => service.pageOf(token));
      bindField(app, confirmEmail, ({ caller, body }) => service.confirm(caller, body.token));
    },
  };
};

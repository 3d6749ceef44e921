import { createHash } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import type { Mail, MailKind } from '../../../platform/mail/mail.ts';
import type { MailMessage } from '../../../platform/mail/mail-message.ts';
import type { AccountsService } from '../../accounts/index.ts';

/** At most one e-mail a day is sent while guesses continue. */
const SAME_MAIL_SECONDS = DAY_MS / SECOND_MS;

/** E-mails the owner of an account that sign-ins from unknown devices are paused. */
export type PausedMail = ReturnType<typeof createPausedMail>;

const pausedMail = (values: { to: string; publicUrl: string }): MailMessage => ({
  to: values.to,
  subject: 'Muitas tentativas de entrar na sua conta',
  heading: 'Muitas tentativas de entrar na sua conta',
  paragraphs: [
    'Alguém errou a senha da sua conta muitas vezes seguidas, em aparelhos em que você não tinha entrado antes. Nenhuma dessas tentativas entrou na conta.',
    'Para proteger você, quem tenta entrar em um aparelho novo precisa agora esperar entre uma tentativa e outra. Nos aparelhos em que você já entrou, nada muda: entre como sempre.',
    'Se a sua senha é curta, parecida com outra ou usada em outro site, troque-a na tela Conta, no cartão Senha.',
  ],
  action: { label: 'Trocar a senha', url: `${values.publicUrl}/account` },
  notes: [
    'Se foi você quem errou, espere alguns minutos e tente de novo.',
    `Se você não lembra a senha, peça uma nova em ${values.publicUrl}/recovery-password`,
  ],
});

/** Must be called before the jobs start. */
export const createPausedMail = (needs: {
  accounts: Pick<AccountsService, 'findForSignIn'>;
  mail: Pick<Mail, 'kind'>;
  publicUrl: string;
}) => {
  const { accounts, mail, publicUrl } = needs;
  const mailMessages: MailKind<{ email: string }> = mail.kind('sign-in-paused', async ({ email }) => {
    if ((await accounts.findForSignIn(email)) === null) return null;
    return pausedMail({ to: email, publicUrl });
  });
  return {
    /** Takes the same time for every address, because the account is looked up when the e-mail is written. */
    sendPaused: (email: string): Promise<void> =>
      mailMessages.send(
        { email },
        {
          unique: {
            key: createHash('sha256').update(`sign-in-paused ${email}`).digest('hex'),
            perSeconds: SAME_MAIL_SECONDS,
          },
        },
      ),
  };
};

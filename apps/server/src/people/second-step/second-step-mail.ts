import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import { createDenialLinks, type NoticedSignIn } from '../session/index.ts';

type Change =
  | 'added'
  | 'ended'
  | 'reset'
  | 'app-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'passkey-copied';

interface About {
  readonly email: string;
  readonly change: Change;
  readonly signIn?: NoticedSignIn | null;
}

/** E-mails about an added or removed second step. */
export type SecondStepMail = ReturnType<typeof createSecondStepMail>;

const TEXTS: Readonly<Record<Change, { subject: string; text: string }>> = {
  added: {
    subject: 'Verificação em duas etapas ativada',
    text: 'A partir de agora, entrar na sua conta pede a senha e um código do seu aplicativo autenticador. Guarde os códigos de reserva fora do celular.',
  },
  ended: {
    subject: 'Verificação em duas etapas desativada',
    text: 'A partir de agora, entrar na sua conta pede apenas a senha.',
  },
  reset: {
    subject: 'Verificação em duas etapas desativada',
    text: 'O administrador desativou a verificação em duas etapas da sua conta: entrar pede apenas a senha, até você ativá-la de novo em Conta.',
  },
  'app-removed': {
    subject: 'Aplicativo autenticador removido',
    text: 'Os códigos do aplicativo autenticador deixaram de valer na sua conta. Entrar continua pedindo uma chave de acesso.',
  },
  'passkey-added': {
    subject: 'Nova chave de acesso na sua conta',
    text: 'Um aparelho passou a entrar na sua conta com uma chave de acesso, sem pedir a senha. Para ver ou remover suas chaves, abra a página Conta.',
  },
  'passkey-removed': {
    subject: 'Chave de acesso removida da sua conta',
    text: 'Uma chave de acesso deixou de entrar na sua conta. As outras, e o aplicativo autenticador, se houver, continuam valendo.',
  },
  'passkey-copied': {
    subject: 'Uma chave de acesso pode ter sido copiada',
    text: 'Recusamos uma entrada na sua conta: o contador da chave de acesso voltou atrás, como acontece quando existe uma cópia dela. Remova essa chave na página Conta e crie outra.',
  },
};

const changeMail = (values: {
  to: string;
  change: Change;
  publicUrl: string;
  denialUrl: string | null;
}): MailMessage => {
  const { subject, text } = TEXTS[values.change];
  return {
    to: values.to,
    subject,
    heading: subject,
    paragraphs:
      values.denialUrl === null
        ? [text]
        : [
            text,
            'Se não foi você, use o botão abaixo: tudo o que foi criado desde essa entrada é removido, todas as sessões são encerradas, e você recebe um link para criar outra senha.',
          ],
    ...(values.denialUrl !== null && { action: { label: 'Não fui eu', url: values.denialUrl } }),
    notes: [
      ...(values.denialUrl === null ? [] : ['O link vale por 7 dias.']),
      `Se não foi você, troque a senha agora mesmo em ${values.publicUrl}/recovery-password e confira suas chaves em ${values.publicUrl}/account`,
    ],
  };
};

/** Must be called before the jobs start. */
export const createSecondStepMail = (needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'>) => {
  const { mail, publicUrl } = needs;
  const links = createDenialLinks(needs);
  const mailMessages: MailKind<About> = mail.kind('second-step-changed', async ({ email, change, signIn }) =>
    changeMail({
      to: email,
      change,
      publicUrl,
      denialUrl: signIn ? await links.make(signIn) : null,
    }),
  );
  return {
    /**
     * @param about.signIn - the sign-in of the session that changed the second step, if the owner may deny it by a link in the
     * e-mail
     */
    send: (about: About, options: Enqueuing): Promise<void> => mailMessages.send(about, options),
  };
};

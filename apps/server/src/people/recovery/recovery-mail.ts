import { createHash } from 'node:crypto';
import { DEFAULT_ZONE, HOUR_MS, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { type CredentialKind, credentialLabel, DENIAL_DAYS } from '@nascente/domain/people/credential-kinds';
import type { Connection } from '../../platform/database/open-database.ts';
import { Bug } from '../../platform/errors.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RemoveCredentials, RemovedCredentials } from '../credentials/index.ts';
import { createDenialLinks, hashToken, type NoticedSignIn, newToken } from '../session/index.ts';
import type { RecoveryRepository } from './recovery.repository.ts';

interface Addressee {
  readonly to: string;
}

interface NamedCredential {
  readonly kind: CredentialKind;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MAX_LISTED = 30;

const lineOf = ({ kind, name, at }: NamedCredential): string =>
  `${credentialLabel(kind)}${name === '' ? '' : ` “${name}”`}, de ${formatDateTime(instant(at), DEFAULT_ZONE)}`;

/** An intruder may have chosen the names, so they are shown as a quotation. */
const listOf = (removed: readonly NamedCredential[]): Pick<MailMessage, 'quotation'> => {
  const lines = removed.slice(0, MAX_LISTED).map(lineOf);
  const more = removed.length - lines.length;
  if (lines.length === 0) return {};
  return { quotation: [...lines, ...(more > 0 ? [`e mais ${more}`] : [])].join('\n') };
};

/** A second step, which a new password does not replace. */
interface NamedStep extends NamedCredential {
  readonly isRemovable: boolean;
}

const SECOND_STEPS = 'A conta também tem verificação em duas etapas, que a nova senha não substitui:';

const stepNotes = (steps: readonly NamedStep[]): readonly string[] => [
  ...(steps.some(({ isRemovable }) => isRemovable)
    ? [
        `Se não foi você que ativou, remova o que foi ativado nos últimos ${DENIAL_DAYS} dias ao criar a nova senha.`,
      ]
    : []),
  ...(steps.some(({ isRemovable }) => !isRemovable)
    ? [
        `O que foi ativado há mais de ${DENIAL_DAYS} dias só pode ser removido em Conta, com um código, ou pelo administrador.`,
      ]
    : []),
];

/** Contains no name of a person, because an attacker may have entered the name of an unconfirmed account. */
const recoveryMail = (
  values: Addressee & { url: string; secondSteps: readonly NamedStep[] },
): MailMessage => ({
  to: values.to,
  subject: 'Refaça sua senha',
  heading: 'Refaça sua senha',
  paragraphs: [
    'Recebemos um pedido para refazer a senha da conta deste endereço.',
    ...(values.secondSteps.length === 0 ? [] : [SECOND_STEPS]),
  ],
  ...listOf(values.secondSteps),
  action: { label: 'Criar nova senha', url: values.url },
  notes: [
    'O link vale por 1 hora e só pode ser usado uma vez.',
    'Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma.',
    ...stepNotes(values.secondSteps),
  ],
});

/** The e-mail after a denied sign-in. */
const deniedMail = (
  values: Addressee & {
    url: string;
    accountUrl: string;
    removed: readonly NamedCredential[];
    left: number;
    earlier: number;
    secondSteps: readonly NamedStep[];
  },
): MailMessage => ({
  to: values.to,
  subject: 'Sua conta foi fechada: crie outra senha',
  heading: 'Sua conta foi fechada para todos',
  paragraphs: [
    'Você disse que uma entrada na sua conta não foi sua. Todas as sessões foram encerradas, e a senha deixou de valer.',
    values.removed.length === 0
      ? 'Nada foi criado na conta desde essa entrada.'
      : 'O que foi criado na conta desde essa entrada foi removido:',
  ],
  ...listOf(values.removed),
  action: { label: 'Criar nova senha', url: values.url },
  notes: [
    'O link vale por 1 hora e só pode ser usado uma vez.',
    ...(values.left === 0
      ? []
      : [
          `Chaves, links e avisos mais antigos continuam: ${values.left}. Ao criar a senha, ou em ${values.accountUrl}, você pode remover todos.`,
        ]),
    ...(values.earlier === 0
      ? []
      : [
          'Também enviamos avisos de entradas anteriores a essa. Se alguma delas não foi sua, use o botão do e-mail sobre ela: ele continua valendo.',
        ]),
    ...(values.secondSteps.length === 0
      ? []
      : ['A verificação em duas etapas mais antiga continua: a página da nova senha mostra qual é.']),
  ],
});

const passwordChangedMail = (
  values: Addressee & {
    recoveryUrl: string;
    accountUrl: string;
    /**
     * Address at which the sign-in that changed the password can be denied; `null`: there is no such sign-in, as after a
     * recovery.
     */
    denialUrl: string | null;
    removed: readonly NamedCredential[];
  },
): MailMessage => ({
  to: values.to,
  subject: 'Sua senha foi alterada',
  heading: 'Sua senha foi alterada',
  paragraphs: [
    'A senha da sua conta acabou de ser trocada, e as sessões abertas em outros aparelhos foram encerradas.',
    ...(values.denialUrl === null
      ? []
      : ['Se não foi você, use o botão abaixo: ele fecha a conta para todos.']),
    ...(values.removed.length === 0 ? [] : ['Também foram removidos:']),
  ],
  ...listOf(values.removed),
  ...(values.denialUrl !== null && { action: { label: 'Não fui eu', url: values.denialUrl } }),
  notes: [
    values.removed.length === 0
      ? `Chaves, links e avisos da conta continuam valendo: em ${values.accountUrl}, remova os que você não reconhecer.`
      : 'Integrações e gateways param até receberem uma chave nova.',
    ...(values.denialUrl === null
      ? [`Se não foi você, peça agora mesmo uma nova senha em ${values.recoveryUrl}`]
      : []),
  ],
});

const LIFETIME_MS = HOUR_MS;
/** Maximum valid links of an account, so that repeated requests do not fill a mailbox. Links sent earlier stay valid. */
const MAX_OPEN_LINKS = 5;
const SAME_REQUEST_SECONDS = MINUTE_MS / SECOND_MS;

interface Changed {
  readonly email: string;
  readonly removed: readonly NamedCredential[];
  readonly signIn: NoticedSignIn | null;
}

interface Denied {
  readonly email: string;
  readonly removed: readonly NamedCredential[];
  readonly left: number;
  /** Earlier sign-ins that can still be denied. */
  readonly earlier: number;
}

const toNamed = ({ kind, name, createdAt }: RemovedCredentials[number]): NamedCredential => ({
  kind,
  name,
  at: createdAt.getTime(),
});

interface OpenedLink extends Addressee {
  readonly url: string;
  readonly secondSteps: readonly NamedStep[];
}

export type RecoveryMail = ReturnType<typeof createRecoveryMail>;

export const createRecoveryMail = (
  needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'> & {
    recoveries: RecoveryRepository;
    removals: Pick<RemoveCredentials, 'secondSteps'>;
  },
) => {
  const { db, recoveries, removals, mail, clock, publicUrl } = needs;

  const denials = createDenialLinks(needs);
  const accountUrl = `${publicUrl}/account`;

  /** @returns `null` for an unknown address, or if the account has the maximum of valid links */
  const makeLink = async (requested: string): Promise<OpenedLink | null> => {
    const at = clock();
    const account = await recoveries.findAccount(requested, at);
    if (account === null || account.openLinks >= MAX_OPEN_LINKS) return null;
    const token = newToken();
    const tokenHash = hashToken(token);
    if (tokenHash === null) throw new Bug('a new token is no token');
    await recoveries.insertToken({
      tokenHash,
      accountId: account.id,
      at,
      expiresAt: instant(at + LIFETIME_MS),
    });
    const { email } = account;
    const steps = account.isConfirmed ? await removals.secondSteps(account.id, at, db) : [];
    return {
      to: email,
      url: `${publicUrl}/recovery/${token}`,
      secondSteps: steps.map((step) => ({ ...toNamed(step), isRemovable: step.isRemovable })),
    };
  };
  const writeLink = async (about: { email: string }): Promise<MailMessage | null> => {
    const link = await makeLink(about.email);
    return link && recoveryMail(link);
  };
  const links: MailKind<{ email: string }> = mail.kind('recovery', writeLink);
  const changes: MailKind<Changed> = mail.kind('password-changed', async ({ email, removed, signIn }) =>
    passwordChangedMail({
      to: email,
      recoveryUrl: `${publicUrl}/recovery-password`,
      accountUrl,
      denialUrl: signIn ? await denials.make(signIn) : null,
      removed,
    }),
  );
  const denied: MailKind<Denied> = mail.kind('sign-in-denied', async ({ email, ...denial }) => {
    const link = await makeLink(email);
    return link && deniedMail({ ...link, ...denial, accountUrl });
  });

  return {
    /** Takes the same time for every address, because the account is looked up when the e-mail is written. */
    sendLink: (email: string, within?: Connection): Promise<void> =>
      links.send(
        { email },
        {
          within,
          unique: {
            key: createHash('sha256').update(email).digest('hex'),
            perSeconds: SAME_REQUEST_SECONDS,
          },
        },
      ),
    /** @param about.signIn - the sign-in that changed the password, if the owner may deny it */
    sendChanged: (
      {
        email,
        removed,
        signIn,
      }: { email: string; removed: RemovedCredentials; signIn: NoticedSignIn | null },
      within: Connection,
    ): Promise<void> => changes.send({ email, removed: removed.map(toNamed), signIn }, { within }),
    /** E-mails the removed credentials and a link to set a new password. */
    sendDenied: (
      { removed, ...denial }: { email: string; removed: RemovedCredentials; left: number; earlier: number },
      within: Connection,
    ): Promise<void> => denied.send({ ...denial, removed: removed.map(toNamed) }, { within }),
  };
};

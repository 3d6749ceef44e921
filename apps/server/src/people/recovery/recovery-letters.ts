import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import type { BrandName } from '@nascente/domain/people/brand';
import { type CredentialKind, credentialLabel } from '@nascente/domain/people/credential-kinds';
import type { Letter } from '../../platform/mail/letter.ts';

interface Addressee {
  readonly to: string;
  readonly brand: BrandName;
}

/** It names nobody: the name of an account not yet confirmed may be an attacker's words. */
export const recoveryLetter = (values: Addressee & { url: string }): Letter => ({
  to: values.to,
  brand: values.brand,
  subject: 'Refaça sua senha',
  heading: 'Refaça sua senha',
  paragraphs: ['Recebemos um pedido para refazer a senha da conta deste endereço.'],
  action: { label: 'Criar nova senha', url: values.url },
  notes: [
    'O link vale por 1 hora e só pode ser usado uma vez.',
    'Se você não fez este pedido, ignore esta mensagem: sua senha continua a mesma.',
  ],
});

/** As a queue holds it. */
export interface NamedCredential {
  readonly kind: CredentialKind;
  readonly name: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

const MAX_LISTED = 30;

const lineOf = ({ kind, name, at }: NamedCredential): string =>
  `${credentialLabel(kind)}${name === '' ? '' : ` “${name}”`}, de ${formatDateTime(instant(at), DEFAULT_ZONE)}`;

/** The names may be an intruder's words: they stand in a quotation. */
const listOf = (removed: readonly NamedCredential[]): Pick<Letter, 'quotation'> => {
  const lines = removed.slice(0, MAX_LISTED).map(lineOf);
  const more = removed.length - lines.length;
  if (lines.length === 0) return {};
  return { quotation: [...lines, ...(more > 0 ? [`e mais ${more}`] : [])].join('\n') };
};

/** After a denied sign-in. */
export const deniedLetter = (
  values: Addressee & {
    url: string;
    accountUrl: string;
    removed: readonly NamedCredential[];
    left: number;
  },
): Letter => ({
  to: values.to,
  brand: values.brand,
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
  ],
});

export const passwordChangedLetter = (
  values: Addressee & {
    recoveryUrl: string;
    accountUrl: string;
    /** Where the sign-in that changed it can be denied; null: it was changed by a link of a letter. */
    denialUrl: string | null;
    removed: readonly NamedCredential[];
  },
): Letter => ({
  to: values.to,
  brand: values.brand,
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

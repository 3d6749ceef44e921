import type { BrandName } from '@nascente/domain/people/brand';
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

export const passwordChangedLetter = (values: Addressee & { recoveryUrl: string }): Letter => ({
  to: values.to,
  brand: values.brand,
  subject: 'Sua senha foi alterada',
  heading: 'Sua senha foi alterada',
  paragraphs: [
    'A senha da sua conta acabou de ser trocada, e as sessões abertas em outros aparelhos foram encerradas.',
  ],
  notes: [
    'Chaves de API continuam valendo: em Conta, revogue as que você não reconhecer.',
    `Se não foi você, peça agora mesmo uma nova senha em ${values.recoveryUrl}`,
  ],
});

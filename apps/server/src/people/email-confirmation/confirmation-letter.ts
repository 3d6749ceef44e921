import type { BrandName } from '@nascente/domain/people/brand';
import type { Letter } from '../../platform/mail/letter.ts';

/**
 * It names nobody: whoever signs up with another's address chooses the name, and could write to them through us.
 */
export const confirmationLetter = (values: { to: string; brand: BrandName; url: string }): Letter => ({
  to: values.to,
  brand: values.brand,
  subject: 'Confirme seu email',
  heading: 'Confirme seu email',
  paragraphs: ['Recebemos um cadastro com este endereço. Confirme que ele é seu para ativar a conta.'],
  action: { label: 'Confirmar e-mail', url: values.url },
  notes: [
    'O link vale por 3 dias.',
    'Se você não fez este cadastro, ignore esta mensagem: o endereço não será confirmado.',
  ],
});

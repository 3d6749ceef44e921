import { type BrandName, brandName } from '@nascente/domain/people/brand';
import type { Letter } from '../../platform/mail/letter.ts';

const metersInWords = (count: number): string =>
  count === 0 ? '' : count === 1 ? ' de 1 medidor' : ` de ${count} medidores`;

/** It names whoever invites by the e-mail: a name could be anybody's words. */
export const invitationLetter = (values: {
  to: string;
  brand: BrandName;
  from: string;
  meters: number;
  url: string;
}): Letter => ({
  to: values.to,
  brand: values.brand,
  subject: `Convite para o ${brandName(values.brand)}`,
  heading: 'Você foi convidado',
  paragraphs: [
    `${values.from} convidou você a acompanhar o consumo${metersInWords(values.meters)}.`,
    'Escolha a sua senha para entrar. Ninguém mais a conhece, nem quem convidou você.',
  ],
  action: { label: 'Aceitar o convite', url: values.url },
  notes: [
    'O link vale por 7 dias e só pode ser usado uma vez.',
    'Se você não esperava este convite, ignore esta mensagem: nenhuma conta é criada.',
  ],
});

import { brandFor } from '@nascente/domain/people/brand';
import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { InstalledBoard } from '../../sites/meters/index.ts';

interface Released {
  readonly email: string;
  readonly mac: string;
  readonly meter: string;
  readonly establishment: string;
}

/** Tells the owner of a meter that its board was taken out. */
export type ReleasePost = (installed: InstalledBoard, mac: string, options: Enqueuing) => Promise<void>;

/** To be created before the jobs start. */
export const createReleasePost = (needs: {
  mail: Pick<Mail, 'kind'>;
  brandRule: readonly string[];
}): ReleasePost => {
  const letters = needs.mail.kind<Released>(
    'board-released',
    async ({ email, mac, meter, establishment }) => ({
      to: email,
      brand: brandFor(email, needs.brandRule),
      subject: 'Uma placa foi retirada da sua conta',
      heading: 'Uma placa foi retirada da sua conta',
      paragraphs: [
        `O suporte liberou a placa ${mac}, que estava instalada como ${meter} em ${establishment}.`,
        'Ela não envia mais medições para a sua conta. O que ela mediu até agora continua no local.',
      ],
      notes: ['Se você ainda usa esta placa, fale com o suporte.'],
    }),
  );
  return ({ ownerEmail: email, name: meter, establishmentName: establishment }, mac, options) =>
    letters.post({ email, mac, meter, establishment }, options);
};

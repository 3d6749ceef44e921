import { brandFor } from '@nascente/domain/people/brand';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { NewAuditEvent } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { requirePermission } from '../../platform/http/permission.ts';
import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import type { Platform } from '../../platform/platform.ts';
import type { InstalledBoard, MeterDirectory, Releasing } from '../../sites/meters/index.ts';

interface Released {
  readonly email: string;
  readonly mac: string;
  readonly meter: string;
  readonly establishment: string;
}

/** E-mails to the owner of a meter whose board was taken out. */
type ReleaseMail = (installed: InstalledBoard, mac: string, options: Enqueuing) => Promise<void>;

/** To be created before the jobs start. */
export const createReleaseMail = (needs: Pick<Platform, 'brandRule' | 'mail'>): ReleaseMail => {
  const mailMessages = needs.mail.kind<Released>(
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
    mailMessages.post({ email, mac, meter, establishment }, options);
};

/** Takes a board out of its installation. Throws Conflict for one that is not installed. */
export type ReleaseService = (caller: Caller, mac: Mac, device: NewAuditEvent['device']) => Promise<void>;

export const createReleaseService = (needs: {
  db: Connection;
  releasing: Releasing;
  post: ReleaseMail;
  directory: Pick<MeterDirectory, 'settle'>;
}): ReleaseService => {
  const { db, releasing, post, directory } = needs;
  return async (caller, mac, device) => {
    requirePermission(caller, 'provision-boards');
    await db.transaction().execute(async (within) => {
      const installed = await releasing(within, { caller, device }, mac);
      await post(installed, mac, { within });
    });
    await directory.settle([{ mac }]);
  };
};

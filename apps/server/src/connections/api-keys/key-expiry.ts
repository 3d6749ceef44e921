import { civilDateAt } from '@nascente/domain/base/time/civil-day';
import { DAY_MS, DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import { formatDay } from '@nascente/domain/base/units/format';
import { type BrandName, brandFor } from '@nascente/domain/people/brand';
import type { MailMessage } from '../../platform/mail/letter.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { createKeyExpiryRepository } from './api-keys.repository.ts';

const NOTICE_BEFORE_MS = 7 * DAY_MS;

interface Ending {
  readonly email: string;
  readonly name: string;
  /** Instants, as texts. */
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

const dayOf = (at: number): string => formatDay(civilDateAt(instant(at), DEFAULT_ZONE));

const endingMail = (about: Ending & { brand: BrandName; publicUrl: string }): MailMessage => {
  const lastDay = dayOf(Date.parse(about.expiresAt) - 1);
  const used =
    about.lastUsedAt === null
      ? 'Ela nunca foi usada: se ninguém precisa dela, não é preciso fazer nada.'
      : `Ela foi usada pela última vez em ${dayOf(Date.parse(about.lastUsedAt))}.`;
  return {
    to: about.email,
    brand: about.brand,
    subject: `A chave de API ${about.name} vence em ${lastDay}`,
    heading: 'Uma chave de API vence em breve',
    paragraphs: [
      `A chave de API "${about.name}" vale até ${lastDay}. Depois disso, os programas que a usam deixam de ter acesso.`,
      used,
      'Para que nada pare, crie outra chave em Conta, troque-a nos seus programas e revogue a antiga.',
    ],
    action: { label: 'Abrir Conta', url: `${about.publicUrl}/account` },
  };
};

/** Notifies owners of keys a week before they expire. Create it before the jobs start. */
export const createKeyExpiry = (
  needs: Pick<Platform, 'brandRule' | 'clock' | 'db' | 'mail' | 'publicUrl'>,
) => {
  const { db, mail, publicUrl, brandRule, clock } = needs;
  const mails: MailKind<Ending> = mail.kind('api-key-ending', async (about) =>
    endingMail({ ...about, brand: brandFor(about.email, brandRule), publicUrl }),
  );
  return {
    /** Call it daily. A key is reported once, in the transaction that marks it. */
    tell: (): Promise<void> =>
      db.transaction().execute(async (within) => {
        const ending = await createKeyExpiryRepository(within).takeEnding(clock(), NOTICE_BEFORE_MS);
        for (const { email, name, expiresAt, lastUsedAt } of ending)
          await mails.post(
            {
              email,
              name,
              expiresAt: expiresAt.toISOString(),
              lastUsedAt: lastUsedAt?.toISOString() ?? null,
            },
            { within },
          );
      }),
  };
};

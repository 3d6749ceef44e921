import { createHash } from 'node:crypto';
import { DAY_MS, DEFAULT_ZONE, instant, SECOND_MS } from '@nascente/domain/base/time/zone';
import { formatDateTime } from '@nascente/domain/base/units/format';
import { DENIAL_DAYS } from '@nascente/domain/people/credential-kinds';
import { Bug } from '../../platform/errors.ts';
import type { MailKind } from '../../platform/mail/mail.ts';
import type { MailMessage } from '../../platform/mail/mail-message.ts';
import type { Platform } from '../../platform/platform.ts';
import { networkOf } from './devices/known-devices.ts';
import { createSignInNoticesRepository, type NoticedSignIn } from './sign-in-notices.repository.ts';
import { hashToken, newToken } from './tokens.ts';

/** Long enough for an owner who is travelling. */
const LINK_LIFETIME_MS = DENIAL_DAYS * DAY_MS;

export const createDenialLinks = (needs: Pick<Platform, 'clock' | 'db' | 'publicUrl'>) => {
  const { db, publicUrl, clock } = needs;
  const notices = createSignInNoticesRepository(db);
  return {
    async make(signIn: NoticedSignIn): Promise<string> {
      const token = newToken();
      const tokenHash = hashToken(token);
      if (tokenHash === null) throw new Bug('a new token is no token');
      const now = clock();
      const expiresAt = instant(now + LINK_LIFETIME_MS);
      // The queue returns an instant as a plain number.
      await notices.insert({ ...signIn, at: instant(signIn.at), tokenHash, expiresAt }, now);
      return `${publicUrl}/unrecognized/${token}`;
    },
  };
};

/** E-mails the owner about a sign-in from a new device and network. */
export type UnusualMail = ReturnType<typeof createUnusualMail>;

const unusualMail = (
  values: Omit<NoticedSignIn, 'accountId'> & { to: string; url: string },
): MailMessage => ({
  to: values.to,
  subject: 'Nova entrada na sua conta',
  heading: 'Alguém entrou na sua conta em um aparelho novo',
  paragraphs: [
    'Entraram na sua conta em um aparelho e em uma rede em que você não tinha entrado antes.',
    `Quando: ${formatDateTime(values.at, DEFAULT_ZONE)} (horário de Brasília). Navegador: ${values.device}. Endereço: ${values.address}.`,
    'Se foi você, não é preciso fazer nada.',
    'Se não foi você, use o botão abaixo: todas as sessões são encerradas, a senha atual deixa de valer, chaves, links e avisos criados desde essa entrada são removidos, e você recebe um link para criar outra senha.',
  ],
  action: { label: 'Não fui eu', url: values.url },
  notes: ['O link vale por 7 dias.', 'Se você usa a mesma senha em outros sites, troque-a também neles.'],
});

/** Must be called before the jobs start. */
export const createUnusualMail = (needs: Pick<Platform, 'clock' | 'db' | 'mail' | 'publicUrl'>) => {
  const { db, mail } = needs;
  const notices = createSignInNoticesRepository(db);
  const links = createDenialLinks(needs);
  const mailMessages: MailKind<NoticedSignIn> = mail.kind('unusual-sign-in', async (signIn) => {
    const to = await notices.emailOf(signIn.accountId);
    if (to === null) return null;
    const url = await links.make(signIn);
    const { device, address } = signIn;
    return unusualMail({
      at: instant(signIn.at),
      device,
      address,
      to,
      url,
    });
  });
  return {
    /** At most once a day per browser, network and password: after a denial, which replaces the password, it is sent again. */
    async postUnusual(signIn: NoticedSignIn): Promise<void> {
      const passwordHash = await notices.passwordHashOf(signIn.accountId);
      const from = `${signIn.accountId} ${signIn.device} ${networkOf(signIn.address)} ${passwordHash}`;
      const key = createHash('sha256').update(`unusual-sign-in ${from}`).digest('hex');
      return mailMessages.send(signIn, { unique: { key, perSeconds: DAY_MS / SECOND_MS } });
    },
  };
};

import { createHash } from 'node:crypto';
import { brandFor } from '@nascente/domain/people/brand';
import { HOUR_MS, type Instant, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { Bug } from '../../platform/errors.ts';
import type { Enqueuing } from '../../platform/jobs/work-queue.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { LetterKind, Mail } from '../../platform/mail/mail.ts';
import { hashToken, newToken } from '../session/index.ts';
import type { RecoveryRepository } from './recovery.repository.ts';
import { passwordChangedLetter, recoveryLetter } from './recovery-letters.ts';

const LIFETIME_MS = HOUR_MS;
/** Asking over and over fills nobody's mailbox, and what was sent stays good. */
const MOST_OPEN_LINKS = 5;
const SAME_REQUEST_SECONDS = MINUTE_MS / SECOND_MS;

/** The letters of recovery. */
export interface RecoveryPost {
  /** The same work for every address: whether it has an account is looked up when the letter is written. */
  postLink(email: string, within?: Connection): Promise<void>;
  postChanged(email: string, options: Enqueuing): Promise<void>;
}

export const createRecoveryPost = (needs: {
  recoveries: RecoveryRepository;
  mail: Pick<Mail, 'kind'>;
  clock: () => Instant;
  publicUrl: string;
  brandRule: readonly string[];
}): RecoveryPost => {
  const { recoveries, mail, clock, publicUrl, brandRule } = needs;

  const writeLink = async (about: { email: string }): Promise<Letter | null> => {
    const at = clock();
    const account = await recoveries.findAccount(about.email, at);
    if (account === null || account.openLinks >= MOST_OPEN_LINKS) return null;
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
    return recoveryLetter({
      to: email,
      brand: brandFor(email, brandRule),
      url: `${publicUrl}/recovery/${token}`,
    });
  };
  const links: LetterKind<{ email: string }> = mail.kind('recovery', writeLink);
  const changes: LetterKind<{ email: string }> = mail.kind('password-changed', async ({ email }) =>
    passwordChangedLetter({
      to: email,
      brand: brandFor(email, brandRule),
      recoveryUrl: `${publicUrl}/recovery-password`,
    }),
  );

  return {
    postLink: (email, within) =>
      links.post(
        { email },
        {
          within,
          once: {
            key: createHash('sha256').update(email).digest('hex'),
            perSeconds: SAME_REQUEST_SECONDS,
          },
        },
      ),
    postChanged: (email, options) => changes.post({ email }, options),
  };
};

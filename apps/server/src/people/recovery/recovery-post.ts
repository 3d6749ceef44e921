import { createHash } from 'node:crypto';
import { HOUR_MS, type Instant, instant, MINUTE_MS, SECOND_MS } from '@nascente/domain/base/time/zone';
import { type BrandName, brandFor } from '@nascente/domain/people/brand';
import type { Connection } from '../../platform/database/open-database.ts';
import { Bug } from '../../platform/errors.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { LetterKind, Mail } from '../../platform/mail/mail.ts';
import type { RemovedCredentials } from '../credentials/index.ts';
import { createDenialLinks, hashToken, type NoticedSignIn, newToken } from '../session/index.ts';
import type { RecoveryRepository } from './recovery.repository.ts';
import {
  deniedLetter,
  type NamedCredential,
  passwordChangedLetter,
  recoveryLetter,
} from './recovery-letters.ts';

const LIFETIME_MS = HOUR_MS;
/** Asking over and over fills nobody's mailbox, and what was sent stays good. */
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
}

const toNamed = ({ kind, name, createdAt }: RemovedCredentials[number]): NamedCredential => ({
  kind,
  name,
  at: createdAt.getTime(),
});

/** The letters of recovery. */
export interface RecoveryPost {
  /** The same work for every address: whether it has an account is looked up when the letter is written. */
  postLink(email: string, within?: Connection): Promise<void>;
  /** @param about.signIn that changed it, where the owner may deny it. */
  postChanged(
    about: { email: string; removed: RemovedCredentials; signIn: NoticedSignIn | null },
    within: Connection,
  ): Promise<void>;
  /** Lists what was removed, with a link to a new password. */
  postDenied(
    about: { email: string; removed: RemovedCredentials; left: number },
    within: Connection,
  ): Promise<void>;
}

export const createRecoveryPost = (needs: {
  db: Connection;
  recoveries: RecoveryRepository;
  mail: Pick<Mail, 'kind'>;
  clock: () => Instant;
  publicUrl: string;
  brandRule: readonly string[];
}): RecoveryPost => {
  const { recoveries, mail, clock, publicUrl, brandRule } = needs;

  const denials = createDenialLinks(needs);
  const accountUrl = `${publicUrl}/account`;

  /** @returns null where nobody has the address, or enough links to this account are open. */
  const makeLink = async (asked: string): Promise<{ to: string; brand: BrandName; url: string } | null> => {
    const at = clock();
    const account = await recoveries.findAccount(asked, at);
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
    return { to: email, brand: brandFor(email, brandRule), url: `${publicUrl}/recovery/${token}` };
  };
  const writeLink = async (about: { email: string }): Promise<Letter | null> => {
    const link = await makeLink(about.email);
    return link && recoveryLetter(link);
  };
  const links: LetterKind<{ email: string }> = mail.kind('recovery', writeLink);
  const changes: LetterKind<Changed> = mail.kind('password-changed', async ({ email, removed, signIn }) =>
    passwordChangedLetter({
      to: email,
      brand: brandFor(email, brandRule),
      recoveryUrl: `${publicUrl}/recovery-password`,
      accountUrl,
      denialUrl: signIn ? await denials.make(signIn) : null,
      removed,
    }),
  );
  const denied: LetterKind<Denied> = mail.kind('sign-in-denied', async ({ email, removed, left }) => {
    const link = await makeLink(email);
    return link && deniedLetter({ ...link, accountUrl, removed, left });
  });

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
    postChanged: ({ email, removed, signIn }, within) =>
      changes.post({ email, removed: removed.map(toNamed), signIn }, { within }),
    postDenied: ({ email, removed, left }, within) =>
      denied.post({ email, removed: removed.map(toNamed), left }, { within }),
  };
};

import { DAY_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { DENIAL_DAYS } from '@nascente/domain/people/credential-kinds';
import type { Connection } from '../../platform/database/open-database.ts';
import { Bug } from '../../platform/errors.ts';
import { createSignInNoticesRepository, type NoticedSignIn } from './sign-in-notices.repository.ts';
import { hashToken, newToken } from './tokens.ts';

/** Whoever is on a journey finds the letter in time. */
const LINK_LIFETIME_MS = DENIAL_DAYS * DAY_MS;

export const createDenialLinks = (needs: { db: Connection; publicUrl: string; clock: () => Instant }) => {
  const { db, publicUrl, clock } = needs;
  const notices = createSignInNoticesRepository(db);
  return {
    async make(signIn: NoticedSignIn): Promise<string> {
      const token = newToken();
      const tokenHash = hashToken(token);
      if (tokenHash === null) throw new Bug('a new token is no token');
      const now = clock();
      const expiresAt = instant(now + LINK_LIFETIME_MS);
      // Read from a queue, an instant is a number.
      await notices.insert({ ...signIn, at: instant(signIn.at), tokenHash, expiresAt }, now);
      return `${publicUrl}/unrecognized/${token}`;
    },
  };
};

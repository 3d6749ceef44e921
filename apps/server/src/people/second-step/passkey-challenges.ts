import { createHash, randomBytes } from 'node:crypto';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { createPasskeyChallengesRepository } from './passkeys.repository.ts';

export const CHALLENGE_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;

/** What a device is asked for: to make a key in one session, to enter as one e-mail, or as whoever holds the key. */
export type AskedFor =
  | { readonly to: 'add'; readonly sessionHash: Buffer }
  | { readonly to: 'confirm'; readonly email: string }
  | { readonly to: 'enter' };

const textOf = (asked: AskedFor): string => {
  switch (asked.to) {
    case 'add':
      return `add ${asked.sessionHash.toString('hex')}`;
    case 'confirm':
      return `confirm ${asked.email}`;
    case 'enter':
      return 'enter';
  }
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Texts that a device signs, so that what it signed once is good for nothing else and never again. */
export type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

export const createPasskeyChallenges = (needs: { db: Connection; clock: () => Instant }) => {
  const { db, clock } = needs;
  const challenges = createPasskeyChallengesRepository(db);
  return {
    async ask(asked: AskedFor): Promise<Uint8Array<ArrayBuffer>> {
      const challenge = randomBytes(CHALLENGE_BYTES);
      const now = clock();
      const span = { now, expiresAt: instant(now + CHALLENGE_MS) };
      await challenges.insert(hashOf(challenge.toString('base64url')), hashOf(textOf(asked)), span);
      return new Uint8Array(challenge);
    },
    /** @param challenge as the browser wrote it into what was signed. @returns whether it is answered in time, for this, and first. */
    take: (challenge: string, asked: AskedFor): Promise<boolean> =>
      challenges.take(hashOf(challenge), hashOf(textOf(asked)), clock()),
  };
};

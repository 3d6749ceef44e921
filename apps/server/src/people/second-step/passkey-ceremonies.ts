import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { addPasskey, askForPasskey, beginPasskey } from '@nascente/contract/people/passkeys';
import { type Instant, instant, MINUTE_MS } from '@nascente/domain/base/time/zone';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Connection } from '../../platform/database/open-database.ts';
import { Conflict } from '../../platform/errors.ts';
import { createPasskeyChallengesRepository, type ListedPasskey } from './second-step.repository.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;
const CHALLENGE_BYTES = 32;

/** The purpose of a challenge: a new passkey of one session, the second step of one e-mail, or a sign-in by passkey. */
export type ChallengePurpose =
  | { readonly to: 'add'; readonly sessionHash: Buffer }
  | { readonly to: 'confirm'; readonly email: string }
  | { readonly to: 'enter' };

const textOf = (requested: ChallengePurpose): string => {
  switch (requested.to) {
    case 'add':
      return `add ${requested.sessionHash.toString('hex')}`;
    case 'confirm':
      return `confirm ${requested.email}`;
    case 'enter':
      return 'enter';
  }
};

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Challenges for devices, each valid for one purpose and once. */
type PasskeyChallenges = ReturnType<typeof createPasskeyChallenges>;

export const createPasskeyChallenges = (needs: { db: Connection; clock: () => Instant }) => {
  const { db, clock } = needs;
  const challenges = createPasskeyChallengesRepository(db);
  return {
    async ask(requested: ChallengePurpose): Promise<Uint8Array<ArrayBuffer>> {
      const challenge = randomBytes(CHALLENGE_BYTES);
      const now = clock();
      const span = { now, expiresAt: instant(now + CHALLENGE_MS) };
      await challenges.insert(hashOf(challenge.toString('base64url')), hashOf(textOf(requested)), span);
      return new Uint8Array(challenge);
    },
    /** @param challenge - as the browser signed it. @returns whether it is valid, for this purpose, and unused */
    take: (challenge: string, requested: ChallengePurpose): Promise<boolean> =>
      challenges.take(hashOf(challenge), hashOf(textOf(requested)), clock()),
  };
};

/** The relying party of passkeys: a host name, and the one origin on which they work. */
type RelyingParty = NonNullable<ReturnType<typeof relyingPartyOf>>;

/**
 * Browsers create passkeys for names only, and only over a secure connection (WebAuthn, 5.1.3 and 13.4.9). @returns `null` if
 * `PUBLIC_URL` is a numeric address or lacks https
 */
export const relyingPartyOf = (publicUrl: string) => {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  return isName && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : null;
};

const NO_NAME =
  'Chaves de acesso só funcionam quando o sistema é aberto por um nome de domínio e com HTTPS. Fale com quem o administra.';
const NAME = 'Nascente';
/** COSE: EdDSA, ES256, RS256. Every device supports one. The library would add newer ones, of which Node warns. */
const ALGORITHMS = [-8, -7, -257];

interface MadeKey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly isSynced: boolean;
}

/** Creation and verification of passkeys: the one file that uses the library. */
export type PasskeyCeremonies = ReturnType<typeof createPasskeyCeremonies>;

/** The user handle of a passkey: derived from the account, without personal data. */
const handleOf = (accountId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(accountId.replaceAll('-', ''), 'hex'));

const isOwn = (handle: string | null | undefined, accountId: string): boolean =>
  handle == null || Buffer.from(handle, 'base64url').equals(handleOf(accountId));

/** The library throws on invalid answers with an English reason, which is not passed on. */
const believed = async <T>(verifying: Promise<T>): Promise<T | null> => verifying.catch(() => null);

export const createPasskeyCeremonies = (needs: {
  /** `null`: the installation has no host name to which passkeys can be bound. */
  relyingParty: RelyingParty | null;
  challenges: PasskeyChallenges;
}) => {
  const { relyingParty, challenges } = needs;
  const requireParty = (): RelyingParty => {
    if (relyingParty === null) throw new Conflict(NO_NAME);
    return relyingParty;
  };
  const expectedOf = (requested: ChallengePurpose) => {
    const { id, origin } = requireParty();
    return {
      expectedChallenge: (challenge: string) => challenges.take(challenge, requested),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    };
  };

  return {
    /** Throws Conflict if passkeys cannot be bound to a host name. */
    async askToMake(
      { accountId, email }: { accountId: string; email: string },
      requested: ChallengePurpose,
      existing: readonly ListedPasskey[],
    ): Promise<AnswerOf<typeof beginPasskey>['options']> {
      const { id } = requireParty();
      const options = await generateRegistrationOptions({
        rpName: NAME,
        rpID: id,
        userName: email,
        userDisplayName: email,
        userID: handleOf(accountId),
        challenge: await challenges.ask(requested),
        timeout: CHALLENGE_MS,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
      });
      return {
        rp: { name: NAME, id },
        user: options.user,
        challenge: options.challenge,
        pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
        timeout: CHALLENGE_MS,
        excludeCredentials: existing.map(({ credentialId }) => ({
          id: credentialId.toString('base64url'),
          type: 'public-key',
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      };
    },
    /** @returns `null` if the passkey was created for another site, without user verification, or too late */
    async readMade(
      made: BodyOf<typeof addPasskey>['passkey'],
      requested: ChallengePurpose,
    ): Promise<MadeKey | null> {
      const response = { ...made, clientExtensionResults: {} };
      const read = await believed(
        verifyRegistrationResponse({
          response,
          supportedAlgorithmIDs: ALGORITHMS,
          ...expectedOf(requested),
        }),
      );
      if (!read?.verified) return null;
      const { credential, credentialDeviceType } = read.registrationInfo;
      return {
        credentialId: Buffer.from(credential.id, 'base64url'),
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        isSynced: credentialDeviceType === 'multiDevice',
      };
    },
    /** Throws Conflict if passkeys cannot be bound to a host name. */
    async askToSign(requested: ChallengePurpose): Promise<AnswerOf<typeof askForPasskey>['options']> {
      const { id } = requireParty();
      const { challenge } = await generateAuthenticationOptions({
        rpID: id,
        challenge: await challenges.ask(requested),
        userVerification: 'required',
      });
      return { rpId: id, challenge, timeout: CHALLENGE_MS, userVerification: 'required' };
    },
    /** @returns the signature counter of the device; `null`: the signature is not valid for this challenge and site */
    async readSigned(
      { response, ...signed }: PasskeyAnswer,
      { accountId, publicKey }: { accountId: string; publicKey: Buffer },
      requested: ChallengePurpose,
    ): Promise<number | null> {
      if (!isOwn(response.userHandle, accountId)) return null;
      const { userHandle: _, ...signature } = response;
      const read = await believed(
        verifyAuthenticationResponse({
          response: { ...signed, response: signature, clientExtensionResults: {} },
          // The counter is checked in the statement that stores it.
          credential: { id: signed.id, publicKey: new Uint8Array(publicKey), counter: 0 },
          ...expectedOf(requested),
        }),
      );
      return read?.verified ? read.authenticationInfo.newCounter : null;
    },
  };
};

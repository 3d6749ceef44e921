import { randomInt } from 'node:crypto';
import { login, loginByToken, logout, readLoginWays } from '@nascente/contract/people/session';
import { isPasswordAccepted } from '@nascente/domain/people/password';
import type { Log } from '@nascente/runtime/log';
import { Bug } from '../../platform/errors.ts';
import { tokenOf } from '../../platform/http/authenticate.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { createDeviceCookie, deviceOf } from '../../platform/http/device.ts';
import { createThrottle } from '../../platform/limits/throttle.ts';
import type { Platform } from '../../platform/platform.ts';
import type { AccountsFeature, AccountsRepository } from '../accounts/index.ts';
import { createKnownDevices } from './devices/known-devices.ts';
import {
  createNewSessions,
  type IdentityProvider,
  noIdentityProvider,
  type SignInWitness,
} from './new-sessions.ts';
import { createPasswordConfirmation } from './passwords/counted-sign-ins.ts';
import { createPasswordSignIn } from './passwords/password-sign-in.ts';
import { createPasswords, type Passwords } from './passwords/passwords.ts';
import { createPausedMail } from './passwords/paused-sign-in-mail.ts';
import { createGuessedCode, type SecondStep } from './second-step.ts';
import { createSessionRepository } from './session.repository.ts';
import { createAccessChanges, createOwnSessions, createSessionService } from './session.service.ts';
import { hashToken, newToken } from './tokens.ts';
import { createUnusualMail } from './unusual-sign-in-mail.ts';

/** Visible characters of the secret, by which its owner recognizes it: 36 of 256 bits. */
const SHOWN_CHARACTERS = 6;

/**
 * Keys with a prefix, which people and secret scanners recognise. @param mark - such as `nsk_`, a different one for each kind of
 * key
 */
export const markedKeys = (
  mark: string,
): {
  readonly isOne: (text: string) => boolean;
  /** The stored hash of a key; `null` for a text that is no key. */
  readonly hash: (text: string) => Buffer | null;
  /** A new key: its text, which is shown once, its hash, and its visible part. */
  readonly make: () => { readonly text: string; readonly keyHash: Buffer; readonly prefix: string };
} => {
  const isOne = (text: string): boolean => text.startsWith(mark);
  return {
    isOne,
    hash: (text) => (isOne(text) ? hashToken(text.slice(mark.length)) : null),
    make() {
      const secret = newToken();
      const keyHash = hashToken(secret);
      if (keyHash === null) throw new Bug('a new key is no key');
      const text = mark + secret;
      return { text, keyHash, prefix: text.slice(0, mark.length + SHOWN_CHARACTERS) };
    },
  };
};

/** The alphabet has no letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789!@#$%&*';
const LENGTH = 20;
const DEFAULT_EMAIL = 'admin@nascente.local';

const generatePassword = (): string => {
  const password = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return isPasswordAccepted(password) ? password : generatePassword();
};

interface FirstAdminConfig {
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
}

/** Creates the first Admin of an empty database: the configured one, or one with a generated password. */
export const ensureFirstAdmin = async (needs: {
  accounts: Pick<AccountsRepository, 'isEmpty' | 'insertFirst'>;
  passwords: Passwords;
  config: FirstAdminConfig;
  log: Log;
}): Promise<void> => {
  const { accounts, passwords, config, log } = needs;
  if (!(await accounts.isEmpty())) return;
  const email = (config.adminEmail ?? DEFAULT_EMAIL).trim().toLowerCase();
  const password = config.adminPassword ?? generatePassword();
  const wasInserted = await accounts.insertFirst({
    email,
    passwordHash: await passwords.hash(password),
    firstName: 'Administrador',
    profile: 'Admin',
    isEmailConfirmed: true,
  });
  if (!wasInserted) return;
  if (config.adminPassword === null)
    log.warn(`First Admin created: ${email} with the password ${password} (shown only this once)`);
  else log.info({ email }, 'First Admin created as configured');
};

export type { KnownDevices } from './devices/known-devices.ts';
export type { SignedIn, SignInWitness } from './new-sessions.ts';
export { type IdentityProvider, noIdentityProvider } from './new-sessions.ts';
export type { ConfirmPassword } from './passwords/counted-sign-ins.ts';
export type { Passwords } from './passwords/passwords.ts';
export type { GuessedCode, ProvidedStep, SecondStep, SecondStepWays } from './second-step.ts';
export type { OwnSessions, SessionService } from './session.service.ts';
export { createSignInNoticesRepository, type NoticedSignIn } from './sign-in-notices.repository.ts';
export { hashToken, newToken } from './tokens.ts';
export { createDenialLinks } from './unusual-sign-in-mail.ts';

export type SessionFeature = ReturnType<typeof createSessionFeature>;

/** For installations without second steps. */
const NO_SECOND_STEP: SecondStep = { judge: async () => ({ outcome: 'proved', ways: [] }) };

const NO_ACCOUNT: SignInWitness = {
  signedIn: async () => undefined,
  failed: async () => undefined,
  paused: async () => undefined,
  unusual: async () => undefined,
};

/**
 * Must be called before the jobs start. @param needs.isAdminHeld - whether an Admin without a second step may only set one up
 * @param needs.passkeyOrigin - origin for which passkeys are valid; `null`: none @param needs.publicUrl - address of the web
 * application, without a slash at its end
 */
export const createSessionFeature = (
  needs: Pick<Platform, 'clock' | 'db' | 'log' | 'mail' | 'publicUrl'> & {
    accounts: AccountsFeature;
    witness?: SignInWitness;
    secondStep?: SecondStep;
    isAdminHeld?: boolean;
    passkeyOrigin?: string | null;
    identityProvider?: IdentityProvider;
    /** Path of a file with sorted SHA-1 hashes of breached passwords, which are refused. */
    breachedPasswordsFile?: string | null | undefined;
  },
) => {
  const { db, accounts, witness = NO_ACCOUNT, mail, publicUrl, clock, log } = needs;
  const mustHaveSecondStep = ({ profile }: Pick<Caller, 'profile'>): boolean =>
    profile === 'Admin' && (needs.isAdminHeld ?? false);
  const { passkeyOrigin = null, identityProvider = noIdentityProvider } = needs;
  const passwords = createPasswords(needs.breachedPasswordsFile);
  const throttle = createThrottle({ db, clock, purpose: 'sign-in' });
  const sessions = createSessionRepository(db);
  const access = createAccessChanges();
  const devices = createKnownDevices({ db, clock });
  const deviceCookie = createDeviceCookie(publicUrl);
  const newSessions = createNewSessions({
    sessions,
    devices,
    identityProvider,
    unusualSignInMail: createUnusualMail({ db, mail, publicUrl, clock }),
    witness,
    clock,
  });
  const signIn = createPasswordSignIn({
    accounts: accounts.service,
    passwords,
    throttle,
    devices,
    pausedSignInMail: createPausedMail({ accounts: accounts.service, mail, publicUrl }),
    secondStep: needs.secondStep ?? NO_SECOND_STEP,
    identityProvider,
    newSessions,
    witness,
  });
  const session = createSessionService({
    sessions,
    newSessions,
    signIn,
    devices,
    identityProvider,
    mustHaveSecondStep,
    access,
    clock,
  });
  return {
    verifier: session,
    session,
    passwords,
    access,
    own: createOwnSessions({ sessions, access, clock }),
    confirmPassword: createPasswordConfirmation({ accounts: accounts.service, passwords, throttle }),
    guessCode: createGuessedCode(throttle),
    mustHaveSecondStep,
    devices,
    deviceCookie,
    /** Must be awaited at startup, after the migrations. */
    ensureFirstAdmin: (config: FirstAdminConfig) =>
      ensureFirstAdmin({ accounts: accounts.repository, passwords, config, log }),
    register(app: CallBinder): void {
      bindCall(app, readLoginWays, () => ({ passkeyOrigin, singleSignOn: identityProvider.label }));
      bindCall(app, login, async ({ body, request, reply }) => {
        const { token, accountId, deviceToken } = await session.signIn(body, deviceOf(request));
        deviceCookie.give(reply, deviceToken);
        return { token, user: await accounts.service.readUser(accountId) };
      });
      bindCall(app, loginByToken, async ({ caller, request }) => ({
        token: tokenOf(request) ?? '',
        user: await accounts.service.readUser(caller.accountId),
      }));
      bindField(app, logout, ({ caller }) => session.signOut(caller));
    },
  };
};

import { DAY_MS } from '@nascente/domain/base/time/zone';
import { WrongCredentials } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { subscriberOf } from '../../../platform/limits/subscriber.ts';
import type { Counted, Throttle } from '../../../platform/limits/throttle.ts';
import type { AccountsService } from '../../accounts/index.ts';
import type { Passwords } from './passwords.ts';

/**
 * Verifies the password of a signed-in user before a sensitive action. Throws WrongCredentials or LimitReached. @returns the
 * password hash with which it was compared
 */
export type ConfirmPassword = (
  caller: Pick<Caller, 'email' | 'sessionHash'>,
  password: string,
) => Promise<string>;

export const createPasswordConfirmation = (needs: {
  accounts: Pick<AccountsService, 'findForSignIn'>;
  passwords: Pick<Passwords, 'matches'>;
  throttle: Throttle;
}): ConfirmPassword => {
  const { accounts, passwords, throttle } = needs;
  return async ({ email, sessionHash }, password) => {
    const attempt = await throttle.begin(countedConfirmation(sessionHash));
    const account = await accounts.findForSignIn(email);
    const matches = await passwords.matches(password, account?.passwordHash ?? null);
    if (!account || !matches) throw new WrongCredentials('Senha incorreta.');
    await attempt.succeeded();
    return account.passwordHash;
  };
};

/** Allowed failures of one account from one address. */
const PER_ACCOUNT_AND_ADDRESS = 5;
/** Allowed failures of one address over all accounts: an office behind one address has many people. */
const PER_ADDRESS = 50;
/** Allowed failures of one account from all addresses together. */
const PER_ACCOUNT = 20;
/** Allowed failures of one known device of the account. */
const PER_DEVICE = 5;
/** Allowed failures of one session in which the password is confirmed, and as many of a code. */
const PER_SESSION = 5;

/** Key of an account's failures from unknown devices, whether or not the account exists. */
export const unknownDevicesOf = (email: string): string => `strangers ${email}`;

/** Counters of a sign-in from an unknown device, incremented before its outcome. */
export const countedUnknownDevice = (email: string, address: string): readonly Counted[] => {
  const subscriber = subscriberOf(address);
  return [
    { key: `account and address ${subscriber} ${email}`, allowed: PER_ACCOUNT_AND_ADDRESS, isForgiven: true },
    { key: `address ${subscriber}`, allowed: PER_ADDRESS },
    // A successful sign-in of the owner, or a pause in the guesses, does not allow unknown devices additional attempts.
    { key: unknownDevicesOf(email), allowed: PER_ACCOUNT, rememberedMs: DAY_MS },
  ];
};

/** Counted apart from unknown devices: guesses from elsewhere never lock the owner out. */
export const countedTrustedDevice = (email: string, deviceHash: Buffer): readonly Counted[] => [
  { key: `device ${deviceHash.toString('hex')} ${email}`, allowed: PER_DEVICE, isForgiven: true },
];

/** Codes of the second step are counted separately from passwords; a correct one does not reset the other's count. */
export const countedCode = (sessionHash: Buffer): readonly Counted[] => [
  { key: `code ${sessionHash.toString('hex')}`, allowed: PER_SESSION, isForgiven: true },
];

/** Counted apart from unknown devices: the holder of a session has signed in before. */
const countedConfirmation = (sessionHash: Buffer): readonly Counted[] => [
  { key: `session ${sessionHash.toString('hex')}`, allowed: PER_SESSION, isForgiven: true },
];

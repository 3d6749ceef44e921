import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { SecondStepNeeded } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import type { Device } from './devices/device.ts';
import { countedCode } from './passwords/counted-sign-ins.ts';

/** What may be given beside the password: a code as it was typed, or what a device has signed. */
export interface GivenStep {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

export type SecondStepWays = SecondStepNeeded['ways'];

interface JudgedStep {
  /** `proved` also where the account has no second step. */
  readonly outcome: 'proved' | 'missing' | 'wrong';
  /** What the account has; nothing: no second step. */
  readonly ways: SecondStepWays;
}

/** What is asked for beside the password, where the account has something to be asked for. */
export interface SecondStep {
  /** What is right is taken, and right only once. */
  judge(
    account: { readonly id: string; readonly email: string },
    step: GivenStep,
    device: Device,
  ): Promise<JudgedStep>;
}

/** Counts guesses of a code by somebody who is signed in. Throws LimitReached. @returns what the judge said. */
export type GuessedCode = (
  caller: Pick<Caller, 'sessionHash'>,
  judge: () => Promise<boolean>,
) => Promise<boolean>;

export const createGuessedCode =
  (throttle: Throttle): GuessedCode =>
  async ({ sessionHash }, judge) => {
    const attempt = await throttle.begin(countedCode(sessionHash));
    const isRight = await judge();
    if (isRight) await attempt.succeeded();
    return isRight;
  };

import type { PasskeyAnswer } from '@nascente/contract/people/passkey-answer';
import type { SecondStepNeeded } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Device } from '../../platform/http/device.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { countedCode } from './passwords/counted-sign-ins.ts';

/** Second step of a sign-in: a code as typed, or a signature of a passkey. */
export interface ProvidedStep {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyAnswer | undefined;
}

export type SecondStepWays = SecondStepNeeded['ways'];

interface JudgedStep {
  /** `proved`: also if the account has no second step. */
  readonly outcome: 'proved' | 'missing' | 'wrong';
  /** The account's second steps; empty: none. */
  readonly ways: SecondStepWays;
}

/** Checks the second step of a sign-in. */
export interface SecondStep {
  /** A code or signature is accepted once. */
  judge(
    account: { readonly id: string; readonly email: string },
    step: ProvidedStep,
    device: Device,
  ): Promise<JudgedStep>;
}

/** Counts guesses of a code within a session. Throws LimitReached. @returns whether the code is right */
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

import type { Caller } from '../../platform/http/caller.ts';
import type { Throttle } from '../../platform/limits/throttle.ts';
import { countedCode } from './counted-sign-ins.ts';
import type { Device } from './device.ts';

/** What is asked for beside the password, where the account has something to be asked for. */
export interface SecondStep {
  /**
   * @param code as it was typed.
   * @returns `proved` also where the account has no second step; a code that is right is taken, and right only once.
   */
  judge(accountId: string, code: string | undefined, device: Device): Promise<'proved' | 'missing' | 'wrong'>;
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

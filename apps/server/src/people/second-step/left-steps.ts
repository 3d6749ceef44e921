import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import { NotAllowed } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { hashCode, newRecoveryCodes, written } from './recovery-codes.ts';
import { createSecondStepRepository } from './second-step.repository.ts';

const MUST_STAY = 'Contas de administrador precisam da verificação em duas etapas neste sistema.';

/** Ten new codes in place of those before, as they are read. */
export const replaceCodes = async (within: Connection, accountId: string, at: Instant): Promise<string[]> => {
  const codes = newRecoveryCodes();
  await createSecondStepRepository(within).replaceRecoveryCodes(accountId, codes.map(hashCode), at);
  return codes.map(written);
};

/**
 * To be called once a way was taken from an account: with the last of them the codes go as well.
 * @returns whether there is another. Throws NotAllowed where the account must keep one.
 */
export const keepWhatIsLeft = async (
  within: Connection,
  caller: Pick<Caller, 'accountId' | 'profile'>,
  isRequiredOf: (caller: Pick<Caller, 'profile'>) => boolean,
): Promise<boolean> => {
  const steps = createSecondStepRepository(within);
  const ways = await steps.waysOf(caller.accountId);
  if (ways.length > 0) return true;
  if (isRequiredOf(caller)) throw new NotAllowed(MUST_STAY);
  await steps.removeRecoveryCodes(caller.accountId);
  return false;
};

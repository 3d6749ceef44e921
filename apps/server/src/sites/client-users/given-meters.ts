import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { MeterDirectory } from '../meters/index.ts';

/**
 * The installations behind the MACs that a Manager gives to a client user. Throws InvalidInput for a meter that the
 * Manager cannot see, in the same words whether it exists or not.
 */
export const installationsOf = async (
  directory: Pick<MeterDirectory, 'visibleMeters'>,
  giver: Pick<Caller, 'accountId' | 'profile'>,
  macs: readonly string[],
): Promise<number[]> => {
  if (macs.length === 0) return [];
  const visible = await directory.visibleMeters(giver);
  const ids = new Map<string, number>(visible.map(({ mac, installationId }) => [mac, installationId]));
  const errors = macs.flatMap((mac, index) =>
    ids.has(mac) ? [] : [{ path: `boards.${index}`, msg: `Medidor não encontrado: ${mac}` }],
  );
  if (errors[0]) throw new InvalidInput(errors[0].msg, errors);
  return [...new Set(macs.flatMap((mac) => ids.get(mac) ?? []))];
};

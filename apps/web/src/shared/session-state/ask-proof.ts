import type { ApiFailure } from '../api/api-failure.ts';

type AskProof = (requested: ApiFailure) => Promise<boolean>;

let asker: AskProof | null = null;

/**
 * @param ask shows the dialog for proofs and resolves to whether the proof succeeded.
 * @returns a function that unregisters `ask`
 */
export const onProofNeeded = (ask: AskProof): (() => void) => {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
};

/** Whether a call refused for want of a recent proof may be repeated. */
export const wasProved = async (refused: ApiFailure): Promise<boolean> =>
  refused.type === 'proof' && asker !== null && (await asker(refused));

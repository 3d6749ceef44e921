import type { ApiFailure } from '../api/api-failure.ts';

type AskProof = (asked: ApiFailure) => Promise<boolean>;

let asker: AskProof | null = null;

/** @param ask shows who is asked, and says whether the proof was given. @returns stops asking. */
export const onProofNeeded = (ask: AskProof): (() => void) => {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
};

/** Whether a call that was refused until its owner proves to be there may be repeated. */
export const wasProved = async (refused: ApiFailure): Promise<boolean> =>
  refused.type === 'proof' && asker !== null && (await asker(refused));

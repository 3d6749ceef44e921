import { lazy, Suspense, useEffect, useState } from 'react';
import type { ApiFailure } from '../../shared/api/api-failure.ts';
import { onProofNeeded } from '../../shared/session-state/ask-proof.ts';

/** Hardly ever needed. */
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

interface Asked {
  ways: ApiFailure['ways'];
  settle: (isProved: boolean) => void;
}

/** One dialog for all calls that need a recent proof. */
export const AskedProof = () => {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      onProofNeeded(
        ({ ways }) =>
          new Promise((settle) => {
            // Of two calls at once the second takes the place of the first, which is told no.
            setAsked((before) => {
              before?.settle(false);
              return { ways, settle };
            });
          }),
      ),
    [],
  );
  if (asked === null) return null;
  return (
    <Suspense>
      <ProofDialog
        ways={asked.ways}
        onSettled={(isProved) => {
          setAsked(null);
          asked.settle(isProved);
        }}
      />
    </Suspense>
  );
};

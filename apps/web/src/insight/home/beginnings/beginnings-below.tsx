import type { Establishment } from '@nascente/contract/sites/establishments';
import type { Board } from '@nascente/contract/sites/meters';
import { lazy, type ReactNode, Suspense } from 'react';
import { useInView } from '../../../shared/meter-list/use-in-view.ts';

/** It knows of contracts and people, which figures do not wait for. */
const LaterBeginnings = lazy(async () => ({
  default: (await import('./later-beginnings.tsx')).LaterBeginnings,
}));

interface BeginningsBelowProps {
  readonly establishments: readonly Establishment[];
  readonly boards: readonly Board[];
  /** What ends the screen: what is still to do is asked once somebody comes as far. */
  readonly children: ReactNode;
}

/** The last of Home: what an account that has figures still can do. */
export const BeginningsBelow = ({ establishments, boards, children }: BeginningsBelowProps) => {
  const [end, { wasInView }] = useInView<HTMLDivElement>();
  return (
    <>
      {wasInView && (
        <Suspense fallback={null}>
          <LaterBeginnings establishments={establishments} boards={boards} />
        </Suspense>
      )}
      <div ref={end}>{children}</div>
    </>
  );
};

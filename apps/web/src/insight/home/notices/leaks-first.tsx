import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { usePrefetchQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { RestingCards } from '../beside/resting-cards.tsx';
import { LeakNotices } from './leak-notices.tsx';
import { RestingNotices } from './resting-notices.tsx';
import { useLeaks } from './use-leaks.ts';

/** Asks already for what the cards will show. */
const Ahead = ({ id, type }: { readonly id: string; readonly type: MeterKind }) => {
  usePrefetchQuery(queryFor(readEstablishmentCycle, { params: { id }, query: { type } }));
  return null;
};

interface LeaksFirstProps {
  readonly establishmentId: string;
  /** The boards that measure water. */
  readonly boards: readonly Board[];
  readonly hasEnergy: boolean;
  readonly children: ReactNode;
}

/** Warnings of leaks above everything else, which rests until they are known: it would be pushed down by them. */
export const LeaksFirst = ({ establishmentId: id, boards, hasEnergy, children }: LeaksFirstProps) => {
  const { leaking, isSettled } = useLeaks(boards);
  if (isSettled)
    return (
      <>
        <LeakNotices leaking={leaking} />
        {children}
      </>
    );
  return (
    <>
      {hasEnergy && <Ahead id={id} type="eletric" />}
      <Ahead id={id} type="water" />
      <RestingNotices />
      <RestingCards hasEnergy={hasEnergy} hasWater />
    </>
  );
};

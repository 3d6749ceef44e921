import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { usePrefetchQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';
import { leakText } from '../../../shared/consumption/leak-texts.ts';
import { useRememberHeight } from '../../../shared/session-state/remembered-height.ts';
import { TextLink } from '../../../shared/ui/marks/text-link.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { RestingCards } from '../beside/resting-cards.tsx';
import classes from './notices.module.css';
import { RestingNotices, useNoticesName } from './resting-notices.tsx';
import { type LeakingMeter, useLeaks } from './use-leaks.ts';

const LeakNotices = ({ leaking }: { readonly leaking: readonly LeakingMeter[] }) => {
  const list = useRememberHeight(useNoticesName(), true);
  if (leaking.length === 0) return null;
  return (
    <div ref={list} className={classes.notices}>
      {leaking.map(({ board, leak }) => (
        <Notice
          key={board.macAddress}
          tone="bad"
          brief
          title={`Possível vazamento: ${board.name}.`}
          action={<TextLink to={`/meter/${board.macAddress}`}>Ver medidor</TextLink>}
        >
          {leakText(leak)}
        </Notice>
      ))}
    </div>
  );
};

/** Prefetches the data of the cards. */
const Ahead = ({ id, type }: { readonly id: string; readonly type: MeterKind }) => {
  usePrefetchQuery(queryFor(readEstablishmentCycle, { params: { id }, query: { type } }));
  return null;
};

interface LeaksFirstProps {
  readonly establishmentId: string;
  readonly boards: readonly Board[];
  readonly hasEnergy: boolean;
  readonly children: ReactNode;
}

/** Leak warnings come first; the rest waits for them, or they would push it down. */
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

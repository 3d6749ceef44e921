import { useEffect } from 'react';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import { useUser } from '../../../shared/session-state/signed-in.ts';
import { Card } from '../../../shared/ui/marks/card.tsx';
import { Loading, SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';

const nameFor = (account: string): string => `savings.${account}`;

/** Stores the number of savings on this device once the server has looked everywhere. */
export const useRememberSavings = (count: number, isPartial: boolean): void => {
  const { _id } = useUser();
  useEffect(() => {
    if (!isPartial) writePreference(nameFor(_id), count === 0 ? null : String(count));
  }, [_id, count, isPartial]);
};

/** The room of as many savings as last time, so that the meters below do not move. */
export const RestingSavings = () => {
  const count = Number(readPreference(nameFor(useUser()._id)) ?? 0);
  if (!(count > 0)) return null;
  return (
    <Card title="Oportunidades">
      <Loading label="Carregando as oportunidades">
        <SkeletonRows rows={count} />
      </Loading>
    </Card>
  );
};

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { metersQuery } from '../../../shared/boards/meters-query.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import { Loading, SkeletonRows } from '../../../shared/ui/page/skeleton.tsx';

const ONLINE_REFRESH_MS = 60_000;

/** What is drawn from the meters, once they are there; they are asked for again every minute. */
export const MetersOnScreen = ({ children }: { children: ReactNode }) => {
  const meters = useQuery({ ...metersQuery, refetchInterval: ONLINE_REFRESH_MS });
  if (meters.data !== undefined) return children;
  if (meters.isError)
    return <ErrorState failure={meters.error} onRetry={meters.refetch} retrying={meters.isFetching} />;
  return (
    <Loading>
      <SkeletonRows rows={3} />
    </Loading>
  );
};

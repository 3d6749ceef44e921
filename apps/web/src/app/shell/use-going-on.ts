import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Reach } from './use-reachability.ts';

const AGAIN_MS = 15_000;

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

/** Asks again for what is on the screen until an answer comes, and then for everything that had failed: nobody has to notice. */
export const useGoingOn = (reach: Reach): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (reach === 'reached') {
      void client.refetchQueries({ type: 'active', predicate: hasFailed });
      return;
    }
    const timer = setInterval(() => {
      const [first] = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed });
      void first?.fetch().catch(() => undefined);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, reach]);
};

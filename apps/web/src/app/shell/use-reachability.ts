import { onlineManager, type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';

export type Reach = 'reached' | 'offline' | 'unreachable';

const isUnreached = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isUnreached;

/** A stored answer is shown because no newer one came. */
const showsSeenLast = ({ state }: Query): boolean =>
  state.data !== undefined && isUnreached(state.fetchFailureReason);

type Updated = Extract<QueryCacheNotifyEvent, { readonly type: 'updated' }>;

/** Whether a call reached the server; null where the event does not show it. */
const reachabilityBy = ({ action, query }: Updated): boolean | null => {
  if (action.type === 'success') return action.manual ? null : false;
  if (action.type === 'error') return isUnreached(action.error);
  // Repeated attempts take seconds. Meanwhile an old figure must be shown as old.
  const isSeenStill = action.type === 'failed' && query.state.data !== undefined;
  return isSeenStill && isUnreached(action.error) ? true : null;
};

/** Whether the server is reachable. Third parties it queries (`isOfOthers`), such as the company registry, may fail without it. */
export const useReachability = (): Reach => {
  const cache = useQueryClient().getQueryCache();
  const [isOnline, setOnline] = useState(() => onlineManager.isOnline());
  const [hasFailed, setFailed] = useState(() => cache.getAll().some(showsSeenLast));
  useEffect(() => onlineManager.subscribe(setOnline), []);
  useEffect(
    () =>
      cache.subscribe((event) => {
        const failed =
          event.type === 'updated' && event.query.meta?.isOfOthers !== true ? reachabilityBy(event) : null;
        if (failed !== null) setFailed(failed);
      }),
    [cache],
  );
  if (!isOnline) return 'offline';
  return hasFailed ? 'unreachable' : 'reached';
};

import { onlineManager, type Query, type QueryCacheNotifyEvent, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../shared/api/api-failure.ts';

/** `offline`: this device has no network. `unreachable`: the newest call got no answer from the server. */
export type Reach = 'reached' | 'offline' | 'unreachable';

const isUnreached = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isUnreached;

/** Shows what was seen last, since nothing newer came. */
const showsSeenLast = ({ state }: Query): boolean =>
  state.data !== undefined && isUnreached(state.fetchFailureReason);

type Updated = Extract<QueryCacheNotifyEvent, { readonly type: 'updated' }>;

/** Whether a call has failed to reach the server; null where it tells nothing of that. */
const toldBy = ({ action, query }: Updated): boolean | null => {
  if (action.type === 'success') return action.manual ? null : false;
  if (action.type === 'error') return isUnreached(action.error);
  // Further attempts take seconds, in which an old figure must not pass for a new one.
  const isSeenStill = action.type === 'failed' && query.state.data !== undefined;
  return isSeenStill && isUnreached(action.error) ? true : null;
};

/** Whether the server is within reach. Others that it asks, such as a public register (`isOfOthers`), may be away without it. */
export const useReachability = (): Reach => {
  const cache = useQueryClient().getQueryCache();
  const [isOnline, setOnline] = useState(() => onlineManager.isOnline());
  const [hasFailed, setFailed] = useState(() => cache.getAll().some(showsSeenLast));
  useEffect(() => onlineManager.subscribe(setOnline), []);
  useEffect(
    () =>
      cache.subscribe((event) => {
        const failed =
          event.type === 'updated' && event.query.meta?.isOfOthers !== true ? toldBy(event) : null;
        if (failed !== null) setFailed(failed);
      }),
    [cache],
  );
  if (!isOnline) return 'offline';
  return hasFailed ? 'unreachable' : 'reached';
};

import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../shared/api-failure.ts';

/** `offline`: this device has no network. `unreachable`: the newest call got no answer from the server. */
export type Reach = 'reached' | 'offline' | 'unreachable';

const isUnreached = (failure: unknown): boolean => failure instanceof ApiFailure && failure.isUnreached;

/** Shows what was seen last, since nothing newer came. */
const showsSeenLast = ({ state }: Query): boolean =>
  state.data !== undefined && isUnreached(state.fetchFailureReason);

/** Whether the server is within reach. */
export const useReachability = (): Reach => {
  const cache = useQueryClient().getQueryCache();
  const [isOnline, setOnline] = useState(() => onlineManager.isOnline());
  const [hasFailed, setFailed] = useState(() => cache.getAll().some(showsSeenLast));
  useEffect(() => onlineManager.subscribe(setOnline), []);
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type !== 'updated') return;
        const { action, query } = event;
        if (action.type === 'success' && !action.manual) setFailed(false);
        if (action.type === 'error') setFailed(isUnreached(action.error));
        // Further attempts take seconds, in which an old figure must not pass for a new one.
        if (action.type === 'failed' && query.state.data !== undefined && isUnreached(action.error))
          setFailed(true);
      }),
    [cache],
  );
  if (!isOnline) return 'offline';
  return hasFailed ? 'unreachable' : 'reached';
};

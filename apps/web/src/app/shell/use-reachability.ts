import { type Instant, instant } from '@nascente/domain/time/zone';
import { onlineManager, type Query, type QueryCache, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../shared/api-failure.ts';
import { signedInQuery } from '../../shared/signed-in.ts';

/** `offline`: this device has no network. `unreachable`: the newest call got no answer from the server. */
type Reach = 'reached' | 'offline' | 'unreachable';

/** Who is signed in is no figure on the screen. */
const isShown = ({ queryKey }: Query) => queryKey[0] !== signedInQuery.queryKey[0];

const newestAnswer = (cache: QueryCache): Instant | null => {
  const shown = cache.findAll({ type: 'active', predicate: isShown });
  const newest = Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt));
  return newest === 0 ? null : instant(newest);
};

/** Whether the server is within reach, and when it last answered. */
export const useReachability = (): { reach: Reach; lastAnswerAt: Instant | null } => {
  const cache = useQueryClient().getQueryCache();
  const [isOnline, setOnline] = useState(() => onlineManager.isOnline());
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => onlineManager.subscribe(setOnline), []);
  useEffect(
    () =>
      cache.subscribe((event) => {
        if (event.type !== 'updated') return;
        if (event.action.type === 'success' && !event.action.manual) setFailed(false);
        if (event.action.type === 'error') {
          const { error } = event.action;
          setFailed(error instanceof ApiFailure && (error.status === 0 || error.status >= 502));
        }
      }),
    [cache],
  );
  if (isOnline && !hasFailed) return { reach: 'reached', lastAnswerAt: null };
  return { reach: isOnline ? 'unreachable' : 'offline', lastAnswerAt: newestAnswer(cache) };
};

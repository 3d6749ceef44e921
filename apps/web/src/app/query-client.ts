import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../shared/api/api-failure.ts';
import { forgetDraftsOnLogout } from '../shared/session-state/drafts.ts';
import { endNoticesOnLogout } from '../shared/session-state/notices-here.ts';
import { onChangeElsewhere } from '../shared/session-state/other-tabs.ts';
import { onSessionEnd } from '../shared/session-state/session.ts';
import { lastSeen } from './seen/last-seen.ts';

const RETRIES = 2;

/** Server state. Without a network a query fails and says so, instead of resting for ever as if it were loading. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      persister: lastSeen.orSeenLast,
      retry: (failures, error) => failures < RETRIES && error instanceof ApiFailure && error.isPassing,
    },
    mutations: { networkMode: 'always' },
  },
});

/** What somebody is filling in, and what never grows old, stays as it is. */
const mayFollow = ({ observers }: Query): boolean =>
  observers.every(
    ({ options: { refetchOnWindowFocus, staleTime } }) =>
      refetchOnWindowFocus !== false && staleTime !== Number.POSITIVE_INFINITY,
  );

lastSeen.keepAnswersOf(queryClient);

// Opened without a network there is no event that says so, and none would be taken for the network's return.
onlineManager.setOnline(navigator.onLine);

// What another tab has changed is asked for again: at once where it is seen, else when somebody comes back to it.
onChangeElsewhere(() => {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
  void queryClient.invalidateQueries({ predicate: mayFollow, refetchType });
});

// One person's answers never outlive that person's session.
onSessionEnd(() => queryClient.clear());
forgetDraftsOnLogout();
endNoticesOnLogout();

import { onlineManager, type Query, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../shared/api/api-failure.ts';
import { forgetDraftsOnLogout } from '../shared/session-state/drafts.ts';
import { endNoticesOnLogout } from '../shared/session-state/notices-here.ts';
import { onChangeElsewhere } from '../shared/session-state/other-tabs.ts';
import { onSessionEnd } from '../shared/session-state/session.ts';
import { lastSeen } from './seen/last-seen.ts';

const RETRIES = 2;

/** Without a network a query fails instead of staying pending. */
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

/** Forms in progress and answers that never age are not refetched. */
const mayFollow = ({ observers }: Query): boolean =>
  observers.every(
    ({ options: { refetchOnWindowFocus, staleTime } }) =>
      refetchOnWindowFocus !== false && staleTime !== Number.POSITIVE_INFINITY,
  );

lastSeen.keepAnswersOf(queryClient);

// A page opened offline gets no event for it, and would take none for a return of the network.
onlineManager.setOnline(navigator.onLine);

// Changes of another tab are refetched at once while visible, otherwise on return.
onChangeElsewhere(() => {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none';
  void queryClient.invalidateQueries({ predicate: mayFollow, refetchType });
});

// Answers of one account never outlive its session.
onSessionEnd(() => queryClient.clear());
forgetDraftsOnLogout();
endNoticesOnLogout();

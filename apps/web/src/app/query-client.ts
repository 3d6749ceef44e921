import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../shared/api-failure.ts';
import { forgetDraftsOnLogout } from '../shared/drafts.ts';
import { onSessionEnd } from '../shared/session.ts';

const RETRIES = 2;

/** Server state. Without a network a query fails and says so, instead of resting for ever as if it were loading. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      gcTime: 10 * 60_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && error instanceof ApiFailure && error.isPassing,
    },
    mutations: { networkMode: 'always' },
  },
});

// One person's answers never outlive that person's session.
onSessionEnd(() => queryClient.clear());
forgetDraftsOnLogout();

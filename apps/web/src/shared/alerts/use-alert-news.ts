import { countAlerts, listAlerts, readAlert } from '@nascente/contract/alerts/alerts';
import { alertTopic } from '@nascente/domain/telemetry/frames/topic';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useUser } from '../session-state/signed-in.ts';
import { useMessagesOn } from '../use-live-meter.ts';

export const refreshAlerts = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(
    [countAlerts, listAlerts, readAlert].map(({ name }) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  );
};

/** Refreshes alerts while the screen is open, at once with a connected live feed. */
export const useAlertNews = (feed: { readonly opens: boolean }): void => {
  const { _id: accountId } = useUser();
  const queryClient = useQueryClient();
  useMessagesOn(alertTopic(accountId), () => void refreshAlerts(queryClient), feed);
};

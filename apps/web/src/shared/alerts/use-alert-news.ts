import { countAlerts, listAlerts, readAlert } from '@nascente/contract/alerts/alerts';
import { alertTopic } from '@nascente/domain/telemetry/frames/topic';
import { useOutdate } from '../api/api-client.ts';
import { useUser } from '../session-state/signed-in.ts';
import { useMessagesOn } from '../use-live-meter.ts';

export const useOutdateAlerts = () => useOutdate(countAlerts, listAlerts, readAlert);

/** Refreshes alerts while the screen is open, at once with a connected live feed. */
export const useAlertNews = (feed: { readonly opens: boolean }): void => {
  const { _id: accountId } = useUser();
  const outdate = useOutdateAlerts();
  useMessagesOn(alertTopic(accountId), () => void outdate(), feed);
};

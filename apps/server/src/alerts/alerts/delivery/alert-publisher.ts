import { alertBody, alertTitle, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import { establishmentAlertTopic } from '@nascente/domain/telemetry/frames/topic';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PublishedAlert } from '../incidents/incident-changes.ts';

/** An alert change as text, as server processes send it to each other; `alertChangeOf` parses it. */
export const textOfAlertChange = ({ establishmentId, alertId, event }: PublishedAlert): string =>
  `${establishmentId}:${alertId}:${event}`;

export const alertChangeOf = (text: string): PublishedAlert => {
  const [establishmentId = '', alertId = '', event = ''] = text.split(':');
  return { establishmentId, alertId, event: event as PublishedAlert['event'] };
};

interface System {
  readonly caller: Caller;
  /** The meters that the key is limited to; `null` or `undefined`: all meters that its owner may see. */
  readonly keyFor?: ReadonlySet<string> | null;
}

/** The alert reduced to the meters of a key; `null`: it concerns none of them. */
const withinKey = (alert: Alert, keyFor: System['keyFor']): Alert | null => {
  if (!keyFor) return alert;
  const meters = alert.meters.filter(({ mac }) => keyFor.has(mac));
  const isComplete = meters.length === alert.meters.length;
  return meters.length === 0 || (KINDS_OF_ALERT[alert.kind].isOfEstablishment && !isComplete)
    ? null
    : { ...alert, meters };
};

/** Publishes alerts to connected systems, on the topic of the establishment, as the owner of each system sees them. */
export const createAlertPublisher = <S extends System>(
  needs: Pick<Platform, 'clock' | 'log' | 'publicUrl'> & {
    systemsAt: (establishmentId: string) => readonly S[];
    send: (system: S, topic: string, payload: Buffer) => void;
    readAs: (caller: Caller, alertId: string) => Promise<Alert | null>;
  },
): { publish(incidents: readonly PublishedAlert[]): Promise<void> } => {
  const { systemsAt, send, readAs, publicUrl, clock, log } = needs;
  const notifyOne = async (system: S, { establishmentId, alertId, event }: PublishedAlert): Promise<void> => {
    const seen = await readAs(system.caller, alertId);
    const alert = seen && withinKey(seen, system.keyFor);
    if (alert === null) return;
    // Opinion and mute of the key's owner are private.
    const { isHelpful: _, mutedUntil: __, ...published } = alert;
    const [title, text] = [alertTitle(alert), alertBody(alert, clock())];
    const url = `${publicUrl}/alerts?alerta=${alertId}`;
    const payload = JSON.stringify({ event, title, text, url, alert: published });
    send(system, establishmentAlertTopic(establishmentId), Buffer.from(payload));
  };
  return {
    async publish(incidents) {
      for (const incident of incidents)
        for (const system of systemsAt(incident.establishmentId))
          await notifyOne(system, incident).catch((failure: unknown) =>
            log.warn(
              { err: failure, alertId: incident.alertId },
              'another system could not be told of an alert',
            ),
          );
    },
  };
};

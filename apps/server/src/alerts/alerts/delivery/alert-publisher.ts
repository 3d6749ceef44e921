import { alertBody, alertTitle, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { establishmentAlertTopic } from '@nascente/domain/telemetry/frames/topic';
import type { Log } from '@nascente/runtime/log';
import type { Caller } from '../../../platform/http/caller.ts';
import type { PublishedStory } from '../stories/story-changes.ts';

export const wordOf = ({ establishmentId, alertId, event }: PublishedStory): string =>
  `${establishmentId}:${alertId}:${event}`;
export const storyOf = (word: string): PublishedStory => {
  const [establishmentId = '', alertId = '', event = ''] = word.split(':');
  return { establishmentId, alertId, event: event as PublishedStory['event'] };
};

interface System {
  readonly caller: Caller;
  /** The meters that its key is for; null or undefined: all that its owner sees. */
  readonly keyFor?: ReadonlySet<string> | null;
}

/** The alert as a key may see it: of its own meters alone; null where it may not. */
const withinKey = (alert: Alert, keyFor: System['keyFor']): Alert | null => {
  if (!keyFor) return alert;
  const meters = alert.meters.filter(({ mac }) => keyFor.has(mac));
  const isWhole = meters.length === alert.meters.length;
  return meters.length === 0 || (KINDS_OF_ALERT[alert.kind].isOfEstablishment && !isWhole)
    ? null
    : { ...alert, meters };
};

/** Publishes alerts to connected systems, on the topic of the establishment, as their owner sees them. */
export const createAlertPublisher = <S extends System>(needs: {
  systemsAt: (establishmentId: string) => readonly S[];
  send: (system: S, topic: string, payload: Buffer) => void;
  readAs: (caller: Caller, alertId: string) => Promise<Alert | null>;
  publicUrl: string;
  clock: () => Instant;
  log: Log;
}): { tell(stories: readonly PublishedStory[]): Promise<void> } => {
  const { systemsAt, send, readAs, publicUrl, clock, log } = needs;
  const tellOne = async (system: S, { establishmentId, alertId, event }: PublishedStory): Promise<void> => {
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
    async tell(stories) {
      for (const story of stories)
        for (const system of systemsAt(story.establishmentId))
          await tellOne(system, story).catch((failure: unknown) =>
            log.warn(
              { err: failure, alertId: story.alertId },
              'another system could not be told of an alert',
            ),
          );
    },
  };
};

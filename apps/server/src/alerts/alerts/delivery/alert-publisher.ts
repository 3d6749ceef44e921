import { alertBody, alertTitle, KINDS_OF_ALERT } from '@nascente/contract/alerts/alert-kinds';
import type { Alert } from '@nascente/contract/alerts/alerts';
import type { Instant } from '@nascente/domain/base/time/zone';
import { establishmentAlertTopic } from '@nascente/domain/telemetry/frames/topic';
import type { Log } from '@nascente/runtime/log';
import type { Caller } from '../../../platform/http/caller.ts';
import type { StoryChange } from '../stories/story-changes.ts';

/** A story of which other systems are to hear, as the processes of an installation tell it to each other. */
export interface PublishedStory {
  readonly establishmentId: string;
  readonly alertId: string;
  readonly event: StoryChange['event'];
}

/** A word of the bus, and what it says. */
export const wordOf = ({ establishmentId, alertId, event }: PublishedStory): string =>
  `${establishmentId}:${alertId}:${event}`;
export const storyOf = (word: string): PublishedStory => {
  const [establishmentId = '', alertId = '', event = ''] = word.split(':');
  return { establishmentId, alertId, event: event as PublishedStory['event'] };
};

/** Another system that hears of alerts. */
interface System {
  readonly caller: Caller;
  /** The meters that its key is for; null or undefined: all that its owner sees. */
  readonly keyFor?: ReadonlySet<string> | null;
}

/** The alert as a key may tell it: of its own meters alone; null where it may not. */
const withinKey = (alert: Alert, keyFor: System['keyFor']): Alert | null => {
  if (!keyFor) return alert;
  const meters = alert.meters.filter(({ mac }) => keyFor.has(mac));
  const isWhole = meters.length === alert.meters.length;
  return meters.length === 0 || (KINDS_OF_ALERT[alert.kind].isOfEstablishment && !isWhole)
    ? null
    : { ...alert, meters };
};

/** Tells other systems that are connected of alerts, on the topic of the establishment, each what its owner sees of them. */
export const createAlertPublisher = <S extends System>(needs: {
  systemsAt: (establishmentId: string) => readonly S[];
  /** Gives a message to one that has subscribed to its topic. */
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
    // What the owner of the key thinks of it is nobody else's matter.
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

import type { Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { type Bus, publishWords } from '@nascente/message-log/bus';
import type { Log } from '@nascente/runtime/log';
import { createAlertPublisher, type PublishedStory, storyOf, wordOf } from './alerts/alerts/index.ts';
import type { Features } from './compose-features.ts';
import type { Telemetry } from './compose-telemetry.ts';
import { createHomePublisher } from './connections/integrations/index.ts';
import type { Closers } from './platform/closers.ts';

/** What changes by a call to one process is told to the others, whose connected boards and browsers it may concern. */
const tellEachOther = (
  bus: Bus,
  needs: Pick<Features, 'session' | 'directory' | 'alerts'> & {
    telemetry: Telemetry;
    tellSystems: (stories: readonly PublishedStory[]) => Promise<void>;
  },
): void => {
  const { session, directory, alerts, telemetry } = needs;
  session.access.onChange(async (accountId) => bus.publish('access', accountId));
  bus.subscribe('access', () => void telemetry.live.service.recheck().catch(() => undefined));
  directory.onChange(({ mac, isHeard }) => isHeard ?? bus.publish('meter', mac));
  bus.subscribe('meter', (mac) => directory.announce({ mac: mac as Mac, isHeard: true }));
  alerts.onTold(({ macs, stories }) => {
    publishWords(bus, 'alerts', macs);
    publishWords(bus, 'alert-stories', stories.map(wordOf));
  });
  bus.subscribe('alerts', (text) => telemetry.tellAlerts(text.split(' ')));
  bus.subscribe('alert-stories', (text) => void needs.tellSystems(text.split(' ').map(storyOf)));
};

/** What happens is told to connected browsers and systems, to Home Assistants, and to the other processes. */
export const tellOthers = (needs: {
  features: Pick<Features, 'session' | 'directory' | 'alerts' | 'homeStates'>;
  telemetry: Telemetry;
  bus: Bus;
  publicUrl: string;
  closers: Closers;
  clock: () => Instant;
  log: Log;
}): void => {
  const { features, telemetry, bus, publicUrl, closers, clock, log } = needs;
  const { alerts } = features;
  const { broker, live } = telemetry;
  const { tell: tellSystems } = createAlertPublisher({
    systemsAt: live.service.systemsAt,
    send: broker.send,
    readAs: alerts.readAs,
    publicUrl,
    clock,
    log,
  });
  alerts.onTold(({ macs, stories }) => {
    telemetry.tellAlerts(macs);
    void tellSystems(stories);
  });
  const homePublisher = createHomePublisher({
    homes: () => live.service.homes().map(({ home }) => home),
    send(home, topic, payload) {
      for (const viewer of live.service.homes())
        if (viewer.home === home) broker.send(viewer, topic, payload);
    },
    states: features.homeStates,
    clock,
    log,
  });
  homePublisher.start();
  closers.add('home assistant', async () => homePublisher.stop());
  tellEachOther(bus, { ...features, telemetry, tellSystems });
};

import { readFeed } from '@nascente/contract/connections/feed';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { request } from './api/api-client.ts';
import { createConnectInWorker } from './live/feed-in-worker.ts';
import { createLiveFeed } from './live-feed.ts';
import type { framesOf } from './live-frames.ts';
import { createLiveMeters, type LiveMeter, RESTING } from './live-meters.ts';
import { onSessionEnd } from './session-state/session.ts';

/** One for the whole app. What reads a message is there before the first one can come. */
const liveMeters = createLiveMeters(({ onFrames, onLink, onOther }) => {
  let read: typeof framesOf = () => null;
  return createLiveFeed({
    connect: createConnectInWorker(),
    readCredentials: async () => {
      const [credentials, frames] = await Promise.all([request(readFeed, {}), import('./live-frames.ts')]);
      read = frames.framesOf;
      return credentials;
    },
    onMessage: (topic, text) => {
      const message = read(topic, text);
      if (message === null) onOther(topic);
      else onFrames(message.mac, message.frames);
    },
    onLink,
  });
});

onSessionEnd(liveMeters.end);
window.addEventListener('online', liveMeters.wake);
window.addEventListener('offline', liveMeters.drop);
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') liveMeters.wake();
});

/**
 * Calls `onTold` when something new is told on a topic, as long as there is a connection for meters; `opens` makes one where
 * there is none.
 */
export const useToldOn = (
  topic: string,
  onTold: () => void,
  { opens }: { readonly opens: boolean },
): void => {
  const latest = useRef(onTold);
  useEffect(() => {
    latest.current = onTold;
  });
  useEffect(() => liveMeters.follow({ topic, onTold: () => latest.current(), opens }), [topic, opens]);
};

/** What the feed knows of several meters, in their order; they are watched while the component is mounted. */
export const useLiveMeters = (macs: readonly Mac[]): readonly LiveMeter[] => {
  const named = macs.join(' ');
  const watched = useMemo(() => {
    const all = named.split(' ').filter((mac) => mac !== '') as Mac[];
    let latest: readonly LiveMeter[] = [];
    return {
      subscribe(onChange: () => void) {
        const ends = all.map((mac) => liveMeters.watch(mac, { onChange }));
        return () => {
          for (const end of ends) end();
        };
      },
      read() {
        const now = all.map((mac) => liveMeters.current(mac));
        const isSame = now.length === latest.length && now.every((meter, index) => meter === latest[index]);
        if (!isSame) latest = now;
        return latest;
      },
    };
  }, [named]);
  return useSyncExternalStore(watched.subscribe, watched.read);
};

/**
 * Watches a meter while the component is mounted; null watches nothing. All components share one connection, opened
 * by the first and closed a few seconds after the last. `onFrame` gets every frame, oldest first, and may change
 * between renders.
 */
export const useLiveMeter = (mac: Mac | null, onFrame?: (frame: Frame) => void): LiveMeter => {
  const latest = useRef(onFrame);
  useEffect(() => {
    latest.current = onFrame;
  });
  const subscribe = useCallback(
    (onChange: () => void) =>
      mac === null
        ? () => undefined
        : liveMeters.watch(mac, { onChange, onFrame: (frame) => latest.current?.(frame) }),
    [mac],
  );
  return useSyncExternalStore(subscribe, () => (mac === null ? RESTING : liveMeters.current(mac)));
};

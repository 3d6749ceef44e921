import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { boardTopics } from '@nascente/domain/telemetry/frames/topic';
import type { FeedLink, LiveFeed } from './live-feed.ts';

/** The live state of a meter; a new object on every change. */
export interface LiveMeter {
  readonly link: FeedLink;
  /** The newest frame by the board's clock. */
  readonly frame: Frame | null;
  /** Arrival of the newest message, by the browser's clock. */
  readonly receivedAt: number | null;
  /** Since when the feed is connected, by the browser's clock. */
  readonly connectedAt: number | null;
}

/** A subscription without watchers lasts this long: a row scrolled out and back, or another screen, makes no new one. */
const LINGER_MS = 5_000;
const GATHER_MS = 30;
const REMEMBERED = 64;

export const RESTING: LiveMeter = {
  link: 'connecting',
  frame: null,
  receivedAt: null,
  connectedAt: null,
};

interface MeterWatcher {
  onChange?: () => void;
  /** Every frame, oldest first, including a backlog after an outage. */
  onFrame?: ((frame: Frame) => void) | undefined;
}

interface Watched {
  meter: LiveMeter;
  watchers: Set<MeterWatcher>;
  /** Device instants of the last messages, to ignore duplicates. */
  recent: number[];
  farewell: ReturnType<typeof setTimeout> | undefined;
}

type OpenFeed = (parts: {
  onFrames: (mac: Mac, frames: readonly Frame[]) => void;
  onLink: (link: FeedLink) => void;
  onOther: (topic: string) => void;
}) => LiveFeed;

/** Another topic of the same connection, without a meter. */
interface Follower {
  readonly topic: string;
  /** Called when a message has arrived, or may have been missed while disconnected. */
  readonly onNotified: () => void;
  /** Whether it opens a connection by itself. */
  readonly opens: boolean;
}

/** Shares one feed among all watchers of meters. */
export const createLiveMeters = (openFeed: OpenFeed) => {
  const watched = new Map<Mac, Watched>();
  const followers = new Set<Follower>();
  let link: FeedLink = 'connecting';
  let connectedAt: number | null = null;
  let isGathering = false;

  const change = (entry: Watched, meter: Partial<LiveMeter>) => {
    entry.meter = { ...entry.meter, ...meter };
    for (const { onChange } of entry.watchers) onChange?.();
  };

  const onFrames = (mac: Mac, received: readonly Frame[]) => {
    const entry = watched.get(mac);
    if (entry === undefined) return;
    const frames = received.filter(({ at }) => !entry.recent.includes(at));
    if (frames.length === 0) return;
    entry.recent = [...entry.recent, ...frames.map(({ at }) => at)].slice(-REMEMBERED);
    const newest = frames.reduce((latest, frame) => (frame.at >= latest.at ? frame : latest));
    const latestFrame = entry.meter.frame;
    change(entry, {
      receivedAt: Date.now(),
      frame: latestFrame !== null && latestFrame.at > newest.at ? latestFrame : newest,
    });
    for (const frame of frames) for (const { onFrame } of entry.watchers) onFrame?.(frame);
  };

  const onLink = (now: FeedLink) => {
    // The connection of no watchers was closed on purpose; the next watcher sees it connect.
    link = watched.size === 0 ? 'connecting' : now;
    connectedAt = now === 'connected' ? (connectedAt ?? Date.now()) : null;
    for (const entry of watched.values()) change(entry, { link, connectedAt });
    // Messages between the last answer and now are lost.
    if (now === 'connected') for (const { onNotified } of followers) onNotified();
  };

  const onOther = (topic: string) => {
    for (const follower of followers) if (follower.topic === topic) follower.onNotified();
  };

  const feed = openFeed({ onFrames, onLink, onOther });

  const topicsWanted = (): ReadonlySet<string> => {
    const ofMeters = [...watched.keys()].flatMap((mac) => boardTopics(mac));
    const others = [...followers].filter(({ opens }) => opens || watched.size > 0);
    return new Set([...ofMeters, ...others.map(({ topic }) => topic)]);
  };

  const listenSoon = () => {
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      feed.listen(topicsWanted());
    }, GATHER_MS);
  };

  const begin = (mac: Mac): Watched => {
    const meter: LiveMeter = { ...RESTING, link, connectedAt };
    const entry: Watched = {
      meter,
      watchers: new Set(),
      recent: [],
      farewell: undefined,
    };
    watched.set(mac, entry);
    listenSoon();
    return entry;
  };

  const forget = (mac: Mac) => {
    watched.delete(mac);
    listenSoon();
  };

  /**
   * Watches a meter.
   * @returns a function that stops watching
   */
  const watch = (mac: Mac, watcher: MeterWatcher): (() => void) => {
    const entry = watched.get(mac) ?? begin(mac);
    clearTimeout(entry.farewell);
    entry.watchers.add(watcher);
    return () => {
      entry.watchers.delete(watcher);
      if (entry.watchers.size > 0) return;
      clearTimeout(entry.farewell);
      entry.farewell = setTimeout(() => {
        if (watched.get(mac) === entry) forget(mac);
      }, LINGER_MS);
    };
  };

  /**
   * Listens to a topic.
   * @returns a function that stops listening
   */
  const follow = (follower: Follower): (() => void) => {
    followers.add(follower);
    if (follower.opens || watched.size > 0) listenSoon();
    return () => {
      followers.delete(follower);
      if (follower.opens) listenSoon();
    };
  };

  return {
    watch,
    follow,
    current: (mac: Mac): LiveMeter => watched.get(mac)?.meter ?? RESTING,
    wake: () => feed.wake(),
    drop: () => feed.drop(),
    end: () => {
      for (const entry of watched.values()) {
        clearTimeout(entry.farewell);
      }
      watched.clear();
      feed.close();
    },
  };
};

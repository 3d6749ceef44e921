import type { Instant } from '@nascente/domain/base/time/zone';
import { useSyncExternalStore } from 'react';

let moment: Instant | null = null;
const watchers = new Set<() => void>();

/** Sets the time of the newest answer while newer ones fail to arrive; `null` otherwise. */
export const setFiguresMoment = (at: Instant | null): void => {
  if (at === moment) return;
  moment = at;
  for (const watcher of watchers) watcher();
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The time of the figures on screen while newer answers fail to arrive; `null` while they are current. */
export const useFiguresMoment = (): Instant | null => useSyncExternalStore(subscribe, () => moment);

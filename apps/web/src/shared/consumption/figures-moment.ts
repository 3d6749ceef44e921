import type { Instant } from '@nascente/domain/base/time/zone';
import { useSyncExternalStore } from 'react';

let moment: Instant | null = null;
const watchers = new Set<() => void>();

/** Told by whoever hears the answers: when the newest came, while none comes any more; null while they come. */
export const tellFiguresMoment = (at: Instant | null): void => {
  if (at === moment) return;
  moment = at;
  for (const watcher of watchers) watcher();
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** When the figures on the screen were read, while nothing newer comes; null while they are of now. */
export const useFiguresMoment = (): Instant | null => useSyncExternalStore(subscribe, () => moment);

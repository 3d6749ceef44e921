import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { MeterState } from './meter.ts';

/** Heard within a minute, or within three of its own intervals where it sends less often; never beyond an hour. */
const QUIET_MS = MINUTE_MS;
const QUIET_INTERVALS = 3;
const LONGEST_QUIET_MS = HOUR_MS;

export const isOnline = (state: MeterState | undefined, now: Instant): boolean => {
  if (state === undefined) return false;
  const { framesPerQuarter, lastSeenAt } = state;
  const ofInterval = framesPerQuarter > 0 ? (QUIET_INTERVALS * QUARTER_MS) / framesPerQuarter : 0;
  return now - lastSeenAt <= Math.min(Math.max(QUIET_MS, ofInterval), LONGEST_QUIET_MS);
};

/** Last heard from the first of these, and before the second, its interval decides; else it need not be known. */
export const whereIntervalDecides = (now: Instant): readonly [since: Instant, before: Instant] => [
  instant(now - LONGEST_QUIET_MS),
  instant(now - QUIET_MS),
];

import { HOUR_MS, MINUTE_MS } from '../time/zone.ts';
import type { StoryRules } from './stories.ts';

/**
 * What is told without anybody having asked for it. `silent`: nothing is heard of a meter. `leak`: water that flows at
 * night beyond the usual, or never rests. `demand-heading`: the running quarter-hour heads above the contract.
 * `demand-overrun`: a quarter-hour ended so far above it that the bill charges the excess.
 */
export const ALERT_KINDS = ['silent', 'leak', 'demand-heading', 'demand-overrun'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** How much an alert matters: `urgent` can be averted only now, `serious` costs money, `notable` is good to know. */
export const SEVERITIES = ['urgent', 'serious', 'notable'] as const;
export type Severity = (typeof SEVERITIES)[number];

interface KindOfAlert {
  readonly severity: Severity;
  readonly stories: StoryRules;
  /** It tells of the whole place: shown to who may see every meter that measures it. */
  readonly isOfEstablishment: boolean;
}

/** Above this share of the contract the utility charges the excess (REN ANEEL 1.000/2021, art. 301). */
export const OVERRUN_TOLERANCE = 1.05;

/** The stories of each kind: how far apart what belongs together may lie, and how much calm ends one. */
export const KINDS_OF_ALERT: Readonly<Record<AlertKind, KindOfAlert>> = {
  // A whole site goes silent within minutes; a router that comes and goes is one story.
  silent: {
    severity: 'notable',
    stories: { togetherMs: 15 * MINUTE_MS, returnsMs: HOUR_MS, calmMs: 0 },
    isOfEstablishment: false,
  },
  leak: {
    severity: 'serious',
    stories: { togetherMs: 0, returnsMs: 48 * HOUR_MS, calmMs: 0 },
    isOfEstablishment: false,
  },
  // Load swings from quarter-hour to quarter-hour: half an hour of calm is an end.
  'demand-heading': {
    severity: 'urgent',
    stories: { togetherMs: 0, returnsMs: 30 * MINUTE_MS, calmMs: 15 * MINUTE_MS },
    isOfEstablishment: true,
  },
  'demand-overrun': {
    severity: 'serious',
    stories: { togetherMs: 0, returnsMs: 2 * HOUR_MS, calmMs: 0 },
    isOfEstablishment: true,
  },
};

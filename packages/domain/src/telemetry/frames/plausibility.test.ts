import { describe, expect, test } from 'vitest';
import type { Instant } from '../../base/time/zone.ts';
import { blankFrame, type Frame } from './frame.ts';
import { judgePlausibility, type PlausibilityContext } from './plausibility.ts';
import type { RefusalReason } from './refusal.ts';

const NOW = Date.UTC(2026, 10, 20, 12) as Instant;
const SECOND_MS = 1000;
const DAY_MS = 86_400_000;

const context: PlausibilityContext = {
  now: NOW,
  previousAt: null,
  retentionDays: 400,
  ratedPhaseWatts: null,
};

function judge(
  fields: { readonly [K in keyof Frame]?: number | null },
  change: Partial<PlausibilityContext> = {},
) {
  const frame = { ...blankFrame('tri', NOW), ...fields } as Frame;
  return judgePlausibility(frame, { ...context, ...change });
}

describe('a plausible frame', () => {
  test('accepts a frame without measurements', () => {
    expect(judge({})).toBeNull();
  });

  test('accepts values at every limit', () => {
    const max = {
      rssi: -1000,
      t: -127,
      va: 1000,
      ib: -6000,
      pfc: -1,
      wa: -6e6,
      varb: 6e6,
      vthda: 400,
      ithdc: 0,
    };
    expect(judge({ ...max, energyA: 1.8e9, energyB: -1.8e9, reactiveC: 1.8e9 })).toBeNull();
    expect(judge({ flow: 13_125, volume: 787_500_000 })).toBeNull();
  });
});

describe('an instant value beyond its limit', () => {
  const cases: [Partial<Record<keyof Frame, number>>, RefusalReason][] = [
    [{ rssi: -1001 }, 'implausible-signal'],
    [{ t: 1000.1 }, 'implausible-temperature'],
    [{ va: 1000.1 }, 'implausible-voltage'],
    [{ vb: -0.1 }, 'implausible-voltage'],
    [{ vc: 1e300 }, 'implausible-voltage'],
    [{ ia: 6000.1 }, 'implausible-current'],
    [{ ic: -6000.1 }, 'implausible-current'],
    [{ pfa: 1.001 }, 'implausible-power-factor'],
    [{ pfb: -1.001 }, 'implausible-power-factor'],
    [{ wc: 6_000_001 }, 'implausible-power'],
    [{ vara: -6_000_001 }, 'implausible-power'],
    [{ vthdb: 400.1 }, 'implausible-thd'],
    [{ ithda: -1 }, 'implausible-thd'],
    [{ flow: -13_126 }, 'implausible-flow'],
  ];
  test.each(cases)('judges %o as %s', (fields, reason) => {
    expect(judge(fields)).toBe(reason);
  });
});

describe('the plausibility of an increment', () => {
  test('limits an increment to 1.8 MW over the time since the previous frame', () => {
    const tenSeconds = { previousAt: (NOW - 10 * SECOND_MS) as Instant };
    expect(judge({ energyB: 5_000_000 }, tenSeconds)).toBeNull();
    expect(judge({ energyB: 5_000_001 }, tenSeconds)).toBe('implausible-energy');
    expect(judge({ energyC: -5_000_001 }, tenSeconds)).toBe('implausible-energy');
    expect(judge({ reactiveA: -5_000_001 }, tenSeconds)).toBe('implausible-reactive');
  });

  test('accepts a large increment after a long silence', () => {
    const twoDays = { previousAt: (NOW - 2 * DAY_MS) as Instant };
    expect(judge({ energyA: 48 * 1.8e9 }, twoDays)).toBeNull();
    expect(judge({ energyA: 48 * 1.8e9 + 1 }, twoDays)).toBe('implausible-energy');
  });

  test.each([
    ['unknown', null],
    ['the same instant', NOW],
    ['later', (NOW + SECOND_MS) as Instant],
  ])('limits an increment to one hour when the previous frame is %s', (_, previousAt) => {
    expect(judge({ energyA: 1.8e9 }, { previousAt })).toBeNull();
    expect(judge({ energyA: 1.8e9 + 1 }, { previousAt })).toBe('implausible-energy');
  });

  test('limits an increment to the rating of the installation, which can only be smaller', () => {
    expect(judge({ energyA: 10_000_000 }, { ratedPhaseWatts: 10_000 })).toBeNull();
    expect(judge({ energyA: 10_000_001 }, { ratedPhaseWatts: 10_000 })).toBe('implausible-energy');
    expect(judge({ energyA: 1.8e9 + 1 }, { ratedPhaseWatts: 1e9 })).toBe('implausible-energy');
  });

  test('limits water to the largest meter, and refuses a negative volume', () => {
    const oneMinute = { previousAt: (NOW - 60 * SECOND_MS) as Instant };
    expect(judge({ volume: 13_125_000 }, oneMinute)).toBeNull();
    expect(judge({ volume: 13_125_001 }, oneMinute)).toBe('implausible-volume');
    expect(judge({ volume: -1 }, oneMinute)).toBe('implausible-volume');
  });
});

describe('the plausibility of a date', () => {
  test('accepts a date ten minutes ahead at most', () => {
    expect(judge({ at: NOW + 600_000 })).toBeNull();
    expect(judge({ at: NOW + 600_001 })).toBe('future');
  });

  test('accepts a date within the retention of readings only', () => {
    expect(judge({ at: NOW - 400 * DAY_MS })).toBeNull();
    expect(judge({ at: NOW - 400 * DAY_MS - 1 })).toBe('too-old');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { instant, MINUTE_MS } from '../../base/time/zone.ts';
import { connectedOnly, type PhaseColumns, type SupplyFrames } from './supply-frames.ts';
import { compensationShare, supplyWeek } from './supply-week.ts';
import {
  lineUnbalance,
  NOMINAL_VOLTS,
  phaseUnbalance,
  steadyLevel,
  steadyLimits,
  supplyWindows,
  WINDOW_MS,
  WINDOWS_OF_WEEK,
} from './supply-windows.ts';
import { isShort, voltageEvents } from './voltage-events.ts';

const FROM = instant(Date.parse('2026-11-15T03:00:00Z'));
const LIMITS = steadyLimits(220);
const NONE: PhaseColumns = [undefined, undefined, undefined];

/** Frames at an even distance in seconds, with one rule for all phases. */
const framesOf = (
  count: number,
  everyMs: number,
  voltsAt: (frame: number, phase: number) => number,
  distortion: PhaseColumns = NONE,
): SupplyFrames => {
  const column = (phase: number) => Float64Array.from({ length: count }, (_, frame) => voltsAt(frame, phase));
  return {
    at: Float64Array.from({ length: count }, (_, frame) => FROM + frame * everyMs),
    volts: [column(0), column(1), column(2)],
    distortion,
  };
};

const weekOf = (frames: SupplyFrames, windows = WINDOWS_OF_WEEK, ahead = 0) => {
  const events = voltageEvents(frames, 220);
  const all = supplyWindows(frames, events, FROM, windows + ahead);
  return supplyWeek(all.slice(0, windows), all.slice(windows), LIMITS);
};

test('judges each nominal voltage by its published limits, which belong to the better range', () => {
  const adequate = { 127: [117, 133], 220: [202, 231], 380: [350, 399], 440: [405, 462] } as const;
  const precarious = { 127: [110, 135], 220: [191, 233], 380: [331, 403], 440: [383, 466] } as const;
  for (const nominal of NOMINAL_VOLTS) {
    const limits = steadyLimits(nominal);
    expect(adequate[nominal].map((volts) => steadyLevel(volts, limits))).toEqual(['adequate', 'adequate']);
    expect(precarious[nominal].map((volts) => steadyLevel(volts, limits))).toEqual([
      'precarious',
      'precarious',
    ]);
    const [low, high] = precarious[nominal];
    expect([low - 0.1, high + 0.1].map((volts) => steadyLevel(volts, limits))).toEqual([
      'critical',
      'critical',
    ]);
  }
});

describe('a week of supply readings', () => {
  test('returns the manually counted shares of a week with fixed levels', () => {
    // Of 1,008 windows phase A has 40 precarious and 6 critical; phase B 10 precarious and none critical.
    const perWindow = 5;
    const frames = framesOf(WINDOWS_OF_WEEK * perWindow, 2 * MINUTE_MS, (frame, phase) => {
      const window = Math.floor(frame / perWindow);
      if (phase === 0 && window < 40) return 200;
      if (phase === 0 && window < 46) return 236;
      return phase === 1 && window < 10 ? 232 : 220;
    });
    const week = weekOf(frames);
    expect(week).toMatchObject({ counted: 1008, replaced: 0, distortion: null });
    expect(week.phases[0]).toMatchObject({ phase: 'A', precarious: 40, critical: 6, adequate: 962 });
    expect(week.phases[1]).toMatchObject({ phase: 'B', precarious: 10, critical: 0 });
    expect(week.precarious).toBe(40 / 1008);
    expect(week.critical).toBe(6 / 1008);
    expect(week.phases[0]).toMatchObject({ lowest: 200, highest: 236 });
    expect(week.phases[2]?.mean).toBeCloseTo(220, 9);
  });

  test('replaces invalid windows with the windows that follow the week', () => {
    // The third hour is missing, a dip of one frame lies in the tenth window; ten minutes have one frame of five.
    const total = framesOf((WINDOWS_OF_WEEK + 12) * 5, 2 * MINUTE_MS, (frame) => (frame === 47 ? 180 : 220));
    const isStored = (frame: number) => {
      const window = Math.floor(frame / 5);
      return !(window >= 12 && window < 18) && !(window === 20 && frame % 5 > 0);
    };
    const stored = [...total.at.keys()].filter(isStored);
    const cut = (column: Float64Array | undefined) =>
      Float64Array.from(stored, (frame) => column?.[frame] ?? 0);
    const frames: SupplyFrames = {
      at: cut(total.at),
      volts: [cut(total.volts[0]), cut(total.volts[1]), cut(total.volts[2])],
      distortion: NONE,
    };
    expect(weekOf(frames, WINDOWS_OF_WEEK, 12)).toMatchObject({ counted: 1008, replaced: 8 });
    expect(weekOf(frames, WINDOWS_OF_WEEK, 3)).toMatchObject({ counted: 1003, replaced: 3 });
    expect(weekOf(frames)).toMatchObject({ counted: 1000, replaced: 0 });
  });

  test('returns no indicators for a week without measurements', () => {
    const { isValid, ...nothing } = weekOf({ at: new Float64Array(), volts: NONE, distortion: NONE });
    expect(isValid.some(Boolean)).toBe(false);
    expect(nothing).toEqual({
      counted: 0,
      replaced: 0,
      phases: [],
      precarious: null,
      critical: null,
      unbalance: null,
      distortion: null,
    });
  });

  test('returns one phase without unbalance, and ignores frames without voltage', () => {
    const frames = framesOf(WINDOWS_OF_WEEK, WINDOW_MS, () => 220);
    const single = weekOf({ ...frames, volts: [frames.volts[0], undefined, undefined] });
    expect(single).toMatchObject({
      counted: 1008,
      unbalance: null,
      phases: [{ phase: 'A', adequate: 1008 }],
    });
    expect(weekOf({ ...frames, volts: NONE })).toMatchObject({ counted: 0, phases: [] });
  });

  test('omits windows without a phase that was measured at other times', () => {
    const frames = framesOf(WINDOWS_OF_WEEK, WINDOW_MS, (frame, phase) =>
      phase === 2 && frame < 8 ? Number.NaN : 220,
    );
    expect(weekOf(frames)).toMatchObject({ counted: 1000 });
  });

  test('returns the distortion of the worse phase that 95 of 100 readings do not exceed', () => {
    const column = (highest: number) =>
      Float64Array.from({ length: WINDOWS_OF_WEEK }, (_, frame) => (frame * highest) / WINDOWS_OF_WEEK);
    const frames = framesOf(WINDOWS_OF_WEEK, WINDOW_MS, () => 220, [column(4), column(9), undefined]);
    const { distortion } = weekOf(frames);
    const values = [...column(9)];
    expect(distortion?.phase).toBe('B');
    const beyond = values.filter((value) => value > (distortion?.percent ?? 0)).length;
    expect(beyond / values.length).toBeLessThanOrEqual(0.05);
    expect(beyond / values.length).toBeGreaterThan(0.049);
  });

  test('counts a voltage that is low for hours as critical, and not as a dip', () => {
    const frames = framesOf(WINDOWS_OF_WEEK * 5, 2 * MINUTE_MS, (frame) => (frame < 60 ? 180 : 220));
    expect(weekOf(frames)).toMatchObject({ counted: 1008, critical: 12 / 1008 });
  });

  test('computes a reading as the root of the mean square', () => {
    const frames = framesOf(2, MINUTE_MS, (frame) => (frame === 0 ? 200 : 240));
    const [window] = supplyWindows(frames, [], FROM, 1);
    expect(window?.volts[0]).toBeCloseTo(Math.hypot(200, 240) / Math.SQRT2, 9);
    // A frame outside the windows counts in none of them.
    expect(supplyWindows(frames, [], instant(FROM + WINDOW_MS), 1)[0]).toMatchObject({ frames: 0 });
    expect(supplyWindows(frames, [], instant(FROM - WINDOW_MS), 1)[0]).toMatchObject({ frames: 0 });
  });
});

test('treats a phase without any voltage as not connected, and omits its distortion', () => {
  const noise = Float64Array.of(50, 50);
  const frames = framesOf(2, 10_000, (_, phase) => (phase === 2 ? 3 : 220), [noise, noise, noise]);
  const { volts, distortion } = connectedOnly(frames, 220);
  expect(volts.map((column) => column !== undefined)).toEqual([true, true, false]);
  expect(distortion.map((column) => column !== undefined)).toEqual([true, true, false]);
  expect(connectedOnly({ ...frames, volts: NONE }, 220).volts).toEqual(NONE);
  expect(supplyWindows(connectedOnly(frames, 220), [], FROM, 1)[0]?.unbalance).toBeNull();
});

describe('voltage events', () => {
  test('joins dips, swells and interruptions within three minutes into one event', () => {
    const course = [220, 190, 180, 220, 190, 220, 245, 10, 220];
    const frames = framesOf(course.length, MINUTE_MS, (frame) => course[frame] ?? 220);
    const one = { ...frames, volts: [frames.volts[0], undefined, undefined] as const };
    expect(voltageEvents(one, 220)).toEqual([
      { kind: 'dip', from: FROM + MINUTE_MS, to: FROM + 4 * MINUTE_MS, phase: 'A', volts: 180, frames: 3 },
      {
        kind: 'swell',
        from: FROM + 6 * MINUTE_MS,
        to: FROM + 6 * MINUTE_MS,
        phase: 'A',
        volts: 245,
        frames: 1,
      },
      {
        kind: 'interruption',
        from: FROM + 7 * MINUTE_MS,
        to: FROM + 7 * MINUTE_MS,
        phase: 'A',
        volts: 10,
        frames: 1,
      },
    ]);
  });

  test('separates distant events, and returns the maximum voltage of a swell', () => {
    const course = [250, 255, 245, 220, 220, 220, 220, 250];
    const frames = framesOf(course.length, MINUTE_MS, (frame) => course[frame] ?? 220);
    const events = voltageEvents({ ...frames, volts: [undefined, frames.volts[1], undefined] }, 220);
    expect(events.map(({ volts, phase, frames: count }) => [volts, phase, count])).toEqual([
      [255, 'B', 3],
      [250, 'B', 1],
    ]);
  });

  test('excludes events longer than three minutes from short durations', () => {
    expect(isShort({ from: FROM, to: instant(FROM + 3 * MINUTE_MS) })).toBe(true);
    expect(isShort({ from: FROM, to: instant(FROM + 3 * MINUTE_MS + 1) })).toBe(false);
  });

  test('marks every window within an interruption as disturbed', () => {
    const frames = framesOf(60, MINUTE_MS, (frame) => (frame >= 15 && frame < 35 ? 0 : 220));
    const windows = supplyWindows(frames, voltageEvents(frames, 220), FROM, 6);
    expect(windows.map(({ isDisturbed }) => isDisturbed)).toEqual([false, true, true, true, false, false]);
  });
});

describe('the voltage unbalance', () => {
  const turned = (volts: number, degrees: number) => ({
    re: volts * Math.cos((degrees * Math.PI) / 180),
    im: volts * Math.sin((degrees * Math.PI) / 180),
  });
  const length = (parts: readonly { re: number; im: number }[]) =>
    Math.hypot(
      parts.reduce((sum, { re }) => sum + re, 0),
      parts.reduce((sum, { im }) => sum + im, 0),
    );

  test('computes the negative over the positive sequence, as defined by Fortescue', () => {
    const volts = fc.double({ min: 60, max: 300, noNaN: true });
    fc.assert(
      fc.property(volts, volts, volts, (a, b, c) => {
        const positive = a + b + c;
        const negative = length([turned(a, 0), turned(b, 120), turned(c, 240)]);
        expect(phaseUnbalance(a, b, c)).toBeCloseTo(negative / positive, 6);
      }),
    );
  });

  test('returns zero for equal voltages, and for no voltage', () => {
    expect(lineUnbalance(380, 380, 380)).toBeCloseTo(0, 7);
    expect(lineUnbalance(0, 0, 0)).toBe(0);
  });
});

test('compensates the precarious share above its limit three times, the critical share seven times', () => {
  expect(compensationShare(0.03, 0.005)).toBe(0);
  expect(compensationShare(0.05, 0.001)).toBeCloseTo(0.06, 12);
  expect(compensationShare(0.01, 0.015)).toBeCloseTo(0.07, 12);
  expect(compensationShare(0.05, 0.015)).toBeCloseTo(0.13, 12);
});

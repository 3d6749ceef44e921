import { MAX_CURVE_MS } from '@nascente/contract/energy/curves';
import { DAY_MS, HOUR_MS, type Zone } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { timeTicks } from './time-ticks.ts';
import { bounded, isFar, loadedFor, MAX_MS, MIN_MS, panned, pinched, zoomed } from './viewport.ts';

const NOW = Date.parse('2026-11-20T15:00:00Z');
const WEEK = { from: NOW - 7 * DAY_MS, to: NOW };

describe('the visible interval', () => {
  it('zooms about the instant below the pointer', () => {
    const at = NOW - 2 * DAY_MS;
    const closer = zoomed(WEEK, 0.5, at, NOW);
    expect(closer.to - closer.from).toBe(3.5 * DAY_MS);
    expect((at - closer.from) / (closer.to - closer.from)).toBeCloseTo(5 / 7, 9);
  });

  it('the visible interval has a minimum and a maximum length, and always includes some of the past', () => {
    expect(zoomed(WEEK, 1e-9, NOW, NOW).to - zoomed(WEEK, 1e-9, NOW, NOW).from).toBe(MIN_MS);
    expect(bounded({ from: 0, to: NOW * 2 }, NOW).to - bounded({ from: 0, to: NOW * 2 }, NOW).from).toBe(
      MAX_MS,
    );
    const late = panned(WEEK, 900 * DAY_MS, NOW);
    expect(late.from).toBeLessThan(NOW);
    expect(late.to).toBeGreaterThan(NOW);
  });

  it('a gesture is far from the screen after a move by half a view or a change of length by half', () => {
    expect(isFar(panned(WEEK, -DAY_MS, NOW), WEEK)).toBe(false);
    expect(isFar(panned(WEEK, -4 * DAY_MS, NOW), WEEK)).toBe(true);
    expect(isFar(zoomed(WEEK, 0.9, NOW, NOW), WEEK)).toBe(false);
    expect(isFar(zoomed(WEEK, 0.5, NOW, NOW), WEEK)).toBe(true);
  });

  it('follows two instants below two fingers', () => {
    const view = pinched([NOW - 6 * DAY_MS, NOW - 4 * DAY_MS], [0.25, 0.75], NOW);
    expect(view).toEqual({ from: NOW - 7 * DAY_MS, to: NOW - 3 * DAY_MS });
    expect(pinched([NOW - 6 * DAY_MS, NOW - 4 * DAY_MS], [0.5, 0.5], NOW).to).toBeGreaterThan(
      NOW - 4 * DAY_MS,
    );
  });

  it('loads a margin on both sides, and the same data after a small move', () => {
    const loaded = loadedFor(WEEK, 900, 400 * DAY_MS);
    expect(loaded.from).toBeLessThan(WEEK.from);
    expect(loaded.to).toBeGreaterThan(WEEK.to);
    expect(loaded.points).toBeGreaterThanOrEqual(900);
    expect(loadedFor({ from: WEEK.from + HOUR_MS, to: WEEK.to + HOUR_MS }, 900, 400 * DAY_MS)).toEqual(
      loaded,
    );
  });

  it('loads the complete view when the maximum is almost reached', () => {
    const maxMs = 31 * DAY_MS;
    for (const days of [16, 20, 30, 31]) {
      for (let moved = 0; moved < 60; moved += 1) {
        const from = NOW - days * DAY_MS - moved * 7 * HOUR_MS;
        const view = { from, to: from + days * DAY_MS };
        const loaded = loadedFor(view, 900, maxMs);
        expect(loaded.to - loaded.from).toBeLessThanOrEqual(maxMs);
        expect(loaded.from).toBeLessThanOrEqual(view.from);
        expect(loaded.to).toBeGreaterThanOrEqual(view.to);
      }
    }
    const month = { from: NOW - 30 * DAY_MS, to: NOW };
    const loaded = loadedFor(month, 900, maxMs);
    expect(loadedFor(panned(month, -HOUR_MS, NOW), 900, maxMs)).toEqual(loaded);
  });

  it('loads the complete view of the maximum length, and the same data after long moves', () => {
    const view = { from: NOW - MAX_MS, to: NOW };
    const loaded = loadedFor(view, 900, MAX_CURVE_MS);
    expect(loaded.from).toBeLessThan(view.from);
    expect(loaded.to).toBeGreaterThan(view.to);
    expect(loadedFor(panned(view, -20 * DAY_MS, NOW), 900, MAX_CURVE_MS)).toEqual(loaded);
  });
});

describe('the labels of the time axis', () => {
  const SAO_PAULO = 'America/Sao_Paulo' as Zone;
  const labels = (from: string, to: string, zone = SAO_PAULO, width = 800) =>
    timeTicks({ from: Date.parse(from), to: Date.parse(to) }, width, zone).map(({ label }) => label);

  it('time labels are as fine as space allows, from seconds to years', () => {
    expect(labels('2026-11-20T15:00:00Z', '2026-11-20T15:00:30Z').slice(0, 2)).toEqual([
      '12:00:00',
      '12:00:05',
    ]);
    expect(labels('2026-11-20T03:00:00Z', '2026-11-21T04:00:00Z', SAO_PAULO, 600)).toEqual([
      '20 nov',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '21 nov',
    ]);
    expect(labels('2026-11-01T03:00:00Z', '2026-12-01T03:00:00Z')).toEqual([
      '2 nov',
      '9 nov',
      '16 nov',
      '23 nov',
      '30 nov',
    ]);
    expect(labels('2026-11-20T12:00:00Z', '2026-11-27T12:00:00Z', SAO_PAULO, 212)).toEqual([
      '21 nov',
      '24 nov',
      '27 nov',
    ]);
    expect(labels('2026-01-01T03:00:00Z', '2027-01-02T03:00:00Z', SAO_PAULO, 500).slice(-3)).toEqual([
      'set',
      'nov',
      '2027',
    ]);
    expect(labels('2020-01-01T03:00:00Z', '2024-06-01T03:00:00Z', SAO_PAULO, 300)).toEqual([
      '2020',
      '2021',
      '2022',
      '2023',
      '2024',
    ]);
  });

  it('time labels follow the local clock: a repeated hour appears twice, and a skipped one not', () => {
    const berlin = 'Europe/Berlin' as Zone;
    expect(labels('2026-10-24T22:00:00Z', '2026-10-25T04:00:00Z', berlin, 520)).toEqual([
      '25 out',
      '01:00',
      '02:00',
      '02:00',
      '03:00',
      '04:00',
    ]);
    expect(labels('2026-03-28T23:00:00Z', '2026-03-29T03:00:00Z', berlin, 400)).toEqual([
      '29 mar',
      '01:00',
      '03:00',
      '04:00',
    ]);
  });
});

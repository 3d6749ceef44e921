import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, civilDate } from '../../base/time/civil-day.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { Quantity } from '../../telemetry/intervals/totals.ts';
import daiad from './fixtures/daiad-w01.json' with { type: 'json' };
import type { DayOfFlow } from './night-flow.ts';
import { judgeNights } from './night-flow.ts';

const FIRST = civilDate('2026-10-01');
const LITRE = 1_000;

/** Days with `night` litres in each night hour except hour 3, when a baker makes dough; null is a night without readings. */
function daysOf(nights: readonly (number | null)[]): DayOfFlow[] {
  return nights.map((night, index) => ({
    date: addDays(FIRST, index),
    hours: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      total: (night === null ? 0 : (hour === 3 || hour > 5 ? night + 80 : night) * LITRE) as Quantity,
      presentQuarters: night === null ? 0 : 4,
    })),
  }));
}

const repeat = <T>(value: T, times: number): T[] => Array.from({ length: times }, () => value);

describe('the nights of a water meter', () => {
  test('reports no leak when no water flows at night', () => {
    const { nights, baseline, leak } = judgeNights(daysOf(repeat(0, 20)), 9);
    expect(nights.every(({ flow, isAbove }) => flow === 0 && !isAbove)).toBe(true);
    expect(baseline).toBe(0);
    expect(leak).toBeNull();
  });

  test('reports a leak from its first night with the lost volume', () => {
    const { nights, baseline, leak } = judgeNights(daysOf([...repeat(0, 20), 18, 18, 19]), 10);
    expect(baseline).toBe(0);
    expect(nights.map(({ isAbove }) => isAbove).lastIndexOf(false)).toBe(19);
    expect(leak).toEqual({
      since: addDays(FIRST, 20),
      flow: 18 * LITRE,
      lost: 18 * LITRE * (2 * 24 + 10),
    });
  });

  test('treats a steady low flow as usual, and only a higher flow as a leak', () => {
    const cooling = [...repeat(8, 14), 12, 15, 16];
    expect(judgeNights(daysOf(cooling), 0)).toMatchObject({ baseline: 8 * LITRE, leak: null });
    expect(judgeNights(daysOf([...cooling, 35, 36]), 0).leak?.flow).toBe(27.5 * LITRE);
  });

  test('reports no leak for a single night, or for a flow that has ended', () => {
    expect(judgeNights(daysOf([...repeat(0, 20), 40]), 0).leak).toBeNull();
    expect(judgeNights(daysOf([...repeat(0, 20), 40, 40, 40, 0]), 0).leak).toBeNull();
  });

  test('neither confirms nor ends a leak with an unmeasured night', () => {
    const { nights, leak } = judgeNights(daysOf([...repeat(0, 10), 18, null, null, 18, null]), 24);
    expect(nights.at(-1)).toEqual({ date: addDays(FIRST, 14), flow: null, isAbove: false });
    expect(leak).toMatchObject({ since: addDays(FIRST, 10), lost: 18 * LITRE * 5 * 24 });
  });

  test('returns no baseline for few nights, but reports a leak for a flow that never stops', () => {
    expect(judgeNights(daysOf([0, 0]), 0)).toMatchObject({ baseline: null, leak: null });
    expect(judgeNights(daysOf([18, 18]), 0)).toMatchObject({ baseline: null, leak: { since: FIRST } });
    expect(judgeNights([], 0)).toEqual({ nights: [], baseline: null, leak: null, continuous: null });
  });

  test('reports water that flows in every hour for more than two days at the usual flow', () => {
    const { leak, continuous } = judgeNights(daysOf(repeat(8, 3)), 24);
    expect(leak).toBeNull();
    expect(continuous).toEqual({ since: FIRST, flow: 8 * LITRE, lost: 8 * LITRE * 72 });
    expect(judgeNights(daysOf(repeat(8, 2)), 24).continuous).toBeNull();
    expect(judgeNights(daysOf([...repeat(8, 3), 0]), 24).continuous).toBeNull();
    expect(judgeNights(daysOf([...repeat(0, 20), 18, 18, 18]), 24)).toMatchObject({
      leak: { flow: 18 * LITRE },
      continuous: null,
    });
  });

  test('omits a leak answered as resolved, and reports a new leak after it', () => {
    const on = addDays(FIRST, 22);
    const mended = { verdict: 'resolved', on, accepted: 0 as Millilitres } as const;
    const leaking = [...repeat(0, 20), 18, 18, 18];
    expect(judgeNights(daysOf(leaking), 9, mended)).toMatchObject({ leak: null, continuous: null });
    expect(judgeNights(daysOf([...leaking, 0, 0, 15]), 9, mended).leak).toBeNull();
    const again = judgeNights(daysOf([...leaking, 0, 0, 15, 15]), 9, mended);
    expect(again.leak).toMatchObject({ since: addDays(FIRST, 25), flow: 15 * LITRE });
    expect(judgeNights(daysOf([...leaking, 18, 18]), 9, mended).leak).toMatchObject({
      since: addDays(FIRST, 23),
    });
  });

  test('treats the flow answered as no leak as usual, and reports only a higher flow', () => {
    const on = addDays(FIRST, 22);
    const meant = { verdict: 'notALeak', on, accepted: (18 * LITRE) as Millilitres } as const;
    const leaking = [...repeat(0, 20), 18, 18, 18];
    expect(judgeNights(daysOf([...leaking, ...repeat(18, 9)]), 9, meant).leak).toBeNull();
    const more = judgeNights(daysOf([...leaking, 18, 40, 40]), 9, meant);
    expect(more.leak).toMatchObject({ since: addDays(FIRST, 24), flow: 22 * LITRE });
  });

  test('applies the same answers to continuous flow', () => {
    const days = daysOf(repeat(8, 20));
    const on = addDays(FIRST, 15);
    const of = (accepted: number, verdict: 'resolved' | 'notALeak') =>
      judgeNights(days, 9, { verdict, on, accepted: (accepted * LITRE) as Millilitres }).continuous;
    expect(of(8, 'notALeak')).toBeNull();
    expect(of(0, 'resolved')).toMatchObject({ since: addDays(FIRST, 16) });
    const grown = daysOf([...repeat(8, 10), ...repeat(30, 10)]);
    const accepted = (8 * LITRE) as Millilitres;
    const verdict = { verdict: 'notALeak', on: addDays(FIRST, 8), accepted } as const;
    expect(judgeNights(grown, 9, verdict).leak).toMatchObject({ since: addDays(FIRST, 10) });
  });

  test('reports no continuous flow for a meter that is silent at night', () => {
    const byDay = daysOf(repeat(8, 5)).map(({ date, hours }) => ({
      date,
      hours: hours.filter(({ hour }) => hour > 5),
    }));
    expect(judgeNights(byDay, 24)).toMatchObject({ continuous: null, leak: null });
  });

  test('judges a counter read once an hour, in a household whose water ran for months', () => {
    // DAIAD, meter w01 (CC BY-SA 4.0): nothing flowed for the last time on 22 August 2016, before 23 h.
    const begin = Date.parse(`${daiad.start}Z`);
    const rows = daiad.rows.map(([minutes = 0, litres = 0], index) => ({
      clock: new Date(begin + minutes * 60_000).toISOString(),
      total: ((litres - (daiad.rows[index - 1]?.[1] ?? litres)) * LITRE) as Quantity,
    }));
    const days = [...Map.groupBy(rows, ({ clock }) => clock.slice(0, 10))].map(([date, nightRows]) => ({
      date: civilDate(date),
      hours: nightRows.map(({ clock, total }) => ({
        hour: Number(clock.slice(11, 13)),
        total,
        presentQuarters: 1,
      })),
    }));
    const { nights, leak, continuous } = judgeNights(days, 8);
    expect(nights.every(({ flow }) => flow !== null)).toBe(true);
    expect(leak).toBeNull();
    // From 22 August, 23 h, to 1 September, 8 h: 225 hours at 4 litres, the flow of the nights.
    expect(continuous).toEqual({ since: '2016-08-22', flow: 4 * LITRE, lost: 225 * 4 * LITRE });
  });

  test('never reports a larger leak than the flow at night', () => {
    const nights = fc.array(fc.option(fc.integer({ min: 0, max: 200 }), { nil: null }), { maxLength: 60 });
    fc.assert(
      fc.property(nights, (sample) => {
        const { leak } = judgeNights(daysOf(sample), 24);
        const maximum = Math.max(0, ...sample.map((night) => night ?? 0)) * LITRE;
        if (leak !== null) {
          expect(leak.flow).toBeGreaterThan(0);
          expect(leak.flow).toBeLessThanOrEqual(maximum);
          expect(leak.lost).toBeLessThanOrEqual(maximum * 24 * sample.length);
        }
      }),
    );
  });
});

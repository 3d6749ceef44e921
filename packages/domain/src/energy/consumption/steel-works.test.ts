import { describe, expect, test } from 'vitest';
import { civilDate, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { monthOf } from '../../base/time/civil-month.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Zone } from '../../base/time/zone.ts';
import { kilowattHours } from '../../base/units/energy.ts';
import type { Mac } from '../../sites/boards/mac.ts';
import { simpleTouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { type Frame, parsePayload } from '../../telemetry/frames/frame.ts';
import { addFrame, emptyLedger, quartersOf } from '../../telemetry/intervals/quarters.ts';
import { phaseSum } from '../../telemetry/intervals/totals.ts';
import { consolidateDays, highestDay, sumDays } from './consolidate.ts';
import week from './fixtures/steel-works-week.json' with { type: 'json' };
import { seriesOfQuarters } from './testing/series-of-quarters.ts';

const MAC = 'A4:CF:12:00:0B:01' as Mac;
const SEOUL = 'Asia/Seoul' as Zone;
const MESSAGES_A_QUARTER = 3;

/** A day as three messages a quarter from a single-phase board, the reactive energy of either sign apart. */
function payloadOf(day: (typeof week)[number]): string {
  const start = startOfDay(civilDate(day.date), SEOUL);
  return day.consumedWh
    .flatMap((wh, index) => {
      const at = start + index * QUARTER_MS;
      const share = Math.floor(wh / MESSAGES_A_QUARTER);
      const parts = [
        `${share},${day.inductiveVarh[index]}`,
        `${share},-${day.capacitiveVarh[index]}`,
        `${wh - 2 * share},0`,
      ];
      return parts.map((part, message) => `${MAC},${at + message * 299_999},-60,,,,,,,${part},,`);
    })
    .join('\n');
}

function readWeek(payloads: readonly string[]) {
  const ledger = emptyLedger();
  for (const payload of payloads) {
    for (const frame of parsePayload(payload, MAC) as Frame[]) addFrame(ledger, 1, frame);
  }
  const first = civilDate('2018-01-29');
  const last = civilDate('2018-02-04');
  const options = { zone: SEOUL, first, last, now: endOfDay(last, SEOUL), since: startOfDay(first, SEOUL) };
  const series = seriesOfQuarters(quartersOf(ledger, 1), 60);
  return consolidateDays(series, { ...options, kind: 'electric', touPeriodsOn: simpleTouPeriodsOn });
}

describe('the published week of a steel works', () => {
  const days = readWeek(week.map(payloadOf));

  test('sums to the published kWh of each month', () => {
    const kwhOf = (month: string) =>
      kilowattHours(sumDays(days.filter((day) => monthOf(day.date) === month)).consumed.a);
    expect(kwhOf('2018-01')).toBe(16_923.17);
    expect(kwhOf('2018-02')).toBe(13_482.61);
  });

  test('sums to the active and reactive energy of each day', () => {
    const sum = (values: readonly number[]) => 1000 * values.reduce((total, value) => total + value, 0);
    for (const [index, day] of days.entries()) {
      expect(day.total).toBe(sum(week[index]?.consumedWh ?? []));
      expect(phaseSum(day.inductive)).toBe(sum(week[index]?.inductiveVarh ?? []));
      expect(phaseSum(day.capacitive)).toBe(sum(week[index]?.capacitiveVarh ?? []));
      expect(day.completeness).toBe(1);
    }
  });

  test('returns the highest day and the highest quarter-hour', () => {
    expect(highestDay(days)?.date).toBe('2018-01-31');
    expect(sumDays(days).peakQuarter?.energy).toBe(145_510_000);
  });

  test('returns the same days when the readings arrive backwards and twice', () => {
    const backwards = week.map(payloadOf).map((payload) => payload.split('\n').reverse().join('\r\n'));
    expect(readWeek([...backwards.reverse(), ...backwards])).toEqual(days);
  });
});

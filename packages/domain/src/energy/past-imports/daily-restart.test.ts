import { describe, expect, it } from 'vitest';
import { type Instant, MINUTE_MS, type Zone } from '../../base/time/zone.ts';
import { dailyGains, dailyRestart } from './daily-restart.ts';
import { openText } from './testing/open-text.ts';

const ZONE = 'America/Sao_Paulo' as Zone;
const two = (number: number) => String(number).padStart(2, '0');
const comma = (value: number) => value.toFixed(2).replace('.', ',');

interface CounterFile {
  readonly days: number;
  readonly minutes: number;
  /** kWh of each interval, by the hour in which it ends. */
  readonly amountOf: (hour: number) => number;
  readonly header?: string;
  /** The value at midnight is the last one of the previous day, or zero. */
  readonly isTotalAtMidnight?: boolean;
}

/** Rows of a counter at the end of each interval. */
const counterFile = ({ days, minutes, amountOf, isTotalAtMidnight, header }: CounterFile): string => {
  const rows: string[] = [];
  for (let day = 0; day < days; day++) {
    let level = 0;
    for (let minute = minutes; minute <= 1440; minute += minutes) {
      level += amountOf(minute / 60);
      const isMidnight = minute === 1440;
      const clock = isMidnight ? '00:00' : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
      const shown = isMidnight && isTotalAtMidnight !== true ? 0 : level;
      rows.push(`${two(day + 3 + Number(isMidnight))}/03/2025 ${clock};${comma(shown)}`);
    }
  }
  return [header ?? 'Data;Energia (kWh)', ...rows].join('\n');
};
const always = () => 0.5;
const byDay = (hour: number) => (hour > 6 && hour <= 18 ? 0.75 : 0);

describe('a counter that restarts at midnight', () => {
  it.each([
    ['hours', { days: 4, minutes: 60, amountOf: always, isTotalAtMidnight: true }, 4 * 12],
    ['quarter-hours', { days: 3, minutes: 15, amountOf: always, isTotalAtMidnight: true }, 3 * 48],
    ['solar hours', { days: 4, minutes: 60, amountOf: byDay, isTotalAtMidnight: true }, 4 * 9],
    ['solar hours, zero at midnight', { days: 4, minutes: 60, amountOf: byDay }, 4 * 9],
    ['solar quarter-hours', { days: 3, minutes: 15, amountOf: byDay }, 3 * 48 * 0.75],
  ] as const)('reads a restarting counter without a question: %s', (_, file, kwh) => {
    const { reading, answers, total, found } = openText(counterFile(file));
    expect(answers).toEqual([]);
    expect(reading.values).toMatchObject([{ isRegister: true, restartsDaily: true }]);
    expect(total.consumed).toBeCloseTo(kwh, 6);
    expect([found.refusals, found.verdicts]).toEqual([[], []]);
  });

  it('places the gain of the counter in the interval of the gain', () => {
    const { found } = openText(counterFile({ days: 4, minutes: 60, amountOf: byDay }));
    const of = (iso: string) => found.quarters.get(Date.parse(iso))?.consumedA;
    expect(of('2025-03-04T15:00-03:00')).toBe(187_500);
    expect([of('2025-03-04T05:00-03:00'), of('2025-03-04T20:00-03:00')]).toEqual([0, 0]);
  });

  it('asks the user when interval amounts look similar, and shows the sum of each answer', () => {
    const { answers, reading } = openText(
      counterFile({ days: 2, minutes: 60, amountOf: always, isTotalAtMidnight: true }),
    );
    expect(reading.open).toEqual(['register']);
    const [register] = answers;
    expect(register?.about).toBe('register');
    expect(register?.totals.map(({ consumed }) => consumed)).toEqual([24, 300]);
  });

  it('detects no restarting counter when values fall by day, do not restart, or are named as intervals', () => {
    const noon = [
      'Data;Energia (kWh)',
      ...Array.from({ length: 72 }, (_, hour) => {
        const [day, clock] = [Math.floor(hour / 24), hour % 24];
        return `${two(day + 3)}/03/2025 ${two(clock)}:00;${comma(((hour + 12) % 24) / 2 + day / 100)}`;
      }),
    ].join('\n');
    const { reading } = openText(noon);
    expect(reading.open).toEqual(['register']);
    expect(reading.values[0]).not.toHaveProperty('restartsDaily');
    const named = { days: 4, minutes: 60, amountOf: always, header: 'Data;Energia no periodo (kWh)' };
    expect(openText(counterFile(named)).reading.values).toMatchObject([{ isRegister: false }]);
    const levels = (values: readonly number[], everyHours: number) =>
      values.map((value, index) => ({
        at: (Date.parse('2025-03-03T03:00Z') + index * everyHours * 60 * MINUTE_MS) as Instant,
        value,
      }));
    expect(dailyRestart(levels([5, 6, 7, 8, 9, 1, 2, 3], 24), ZONE)).toBe('no');
    expect(dailyRestart(levels([1, 2, 0, 1, -1], 6), ZONE)).toBe('no');
    expect(dailyRestart([], ZONE)).toBe('no');
  });

  it('counts the first level of a day as gained since midnight when midnight is near', () => {
    const at = (iso: string) => Date.parse(iso) as Instant;
    const levels = [
      { at: at('2025-03-03T12:00-03:00'), value: 5 },
      { at: at('2025-03-03T13:00-03:00'), value: 6 },
      { at: at('2025-03-03T13:00-03:00'), value: 6.5 },
      { at: at('2025-03-03T14:00-03:00'), value: 8 },
      { at: at('2025-03-04T01:00-03:00'), value: 7 },
    ];
    expect(dailyGains(levels, ZONE, 90 * MINUTE_MS)).toEqual([
      { from: at('2025-03-03T12:00-03:00'), to: at('2025-03-03T13:00-03:00'), amount: 1 },
      // The second value of an instant changes nothing: no increase is lost.
      { from: at('2025-03-03T13:00-03:00'), to: at('2025-03-03T14:00-03:00'), amount: 2 },
      { from: at('2025-03-04T00:00-03:00'), to: at('2025-03-04T01:00-03:00'), amount: 7 },
    ]);
    const [early] = dailyGains([{ at: at('2025-03-03T01:00-03:00'), value: 2 }], ZONE, 90 * MINUTE_MS);
    expect(early).toEqual({
      from: at('2025-03-03T00:00-03:00'),
      to: at('2025-03-03T01:00-03:00'),
      amount: 2,
    });
  });
});

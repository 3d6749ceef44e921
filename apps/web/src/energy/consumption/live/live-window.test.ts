import { instant } from '@nascente/domain/base/time/zone';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import { type Frame, parseLine } from '@nascente/domain/telemetry/frames/frame';
import { isRefusal } from '@nascente/domain/telemetry/frames/refusal';
import { describe, expect, it } from 'vitest';
import { readingOfAnswer, readingOfFrame, totalPower } from './live-reading.ts';
import { courseOf, newestOf, WINDOW_MS, withReadings } from './use-live-readings.ts';

const END = Date.parse('2026-11-20T14:15:00Z');
const MAC = 'A4:CF:12:00:0B:01';

const frame = (at: number, watts = '1000', wh = '5'): Frame => {
  const mac = normalizeMac(MAC);
  if (mac === null) throw new Error('mac');
  const read = parseLine(`${MAC},${at},-55,31,219.8,4.9,0.95,${watts},,${wh},,,`, mac);
  if (isRefusal(read)) throw new Error(read.refused);
  return read;
};
const reading = (at: number, watts?: string) => readingOfFrame(frame(at, watts));

describe('a message', () => {
  it('a message gives the same reading live and stored', () => {
    const live = reading(END);
    const {
      at: _at,
      kind: _kind,
      energyA: _a,
      energyB: _b,
      energyC: _c,
      reactiveA: _ra,
      reactiveB: _rb,
      reactiveC: _rc,
      volume: _v,
      ...same
    } = frame(END);
    const stored = readingOfAnswer({
      ...same,
      date: new Date(END).toISOString(),
      kwha: 5,
      kwhb: null,
      kwhc: null,
      kvarha: null,
      kvarhb: null,
      kvarhc: null,
      litres: null,
    });
    expect(stored).toEqual(live);
    expect(live.consumed).toBe(0.005);
    expect(totalPower(live)).toBe(1000);
  });

  it('a message with negative energy counts as injection', () => {
    const solar = readingOfFrame(frame(END, '-800', '-4'));
    expect([solar.consumed, solar.injected]).toEqual([0, 0.004]);
  });
});

describe('the last fifteen minutes', () => {
  it('the last fifteen minutes contain each message once, in the order of the board', () => {
    const window = withReadings([], [reading(END), reading(END - 5000)]);
    expect(window.map(({ at }) => at)).toEqual([END - 5000, END]);
    expect(withReadings(window, [reading(END)])).toBe(window);
    expect(newestOf(window)?.at).toBe(END);
  });

  it('the last fifteen minutes drop older messages', () => {
    const window = withReadings([reading(END - WINDOW_MS - 1)], [reading(END)]);
    expect(window).toHaveLength(1);
  });

  it('the last fifteen minutes show an outage as a gap and a slow board as a line', () => {
    const every30s = Array.from({ length: 30 }, (_, at) => reading(END - at * 30_000));
    const total = courseOf(withReadings([], every30s), instant(END), totalPower);
    expect(total.slice(5)).not.toContain(null);
    const withOutage = every30s.filter(({ at }) => END - at < 120_000 || END - at > 400_000);
    expect(courseOf(withReadings([], withOutage), instant(END), totalPower).slice(30)).toContain(null);
  });
});

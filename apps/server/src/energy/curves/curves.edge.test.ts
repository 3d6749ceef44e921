import { createCorrection } from '@nascente/contract/energy/corrections';
import { CURVE_TEXTS, type CurveQuantity, readCurve } from '@nascente/contract/energy/curves';
import { instant } from '@nascente/domain/base/time/zone';
import { blankFrame, type Frame } from '@nascente/domain/telemetry/frames/frame';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestIngest } from '../../testing/boards/test-ingest.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const INSTALLED = Date.parse('2026-09-01T03:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** One frame of a day in September draws so much, kW, and one of the last hours. */
const [OLD_SPIKE, NEW_SPIKE] = [99, 77];
const OLD_SPIKE_AT = Date.parse('2026-09-20T12:00:00Z');
/** In a week a frame told a dip of phase A. */
const DIP_AT = Date.parse('2026-11-08T10:00:00Z');
const NEW_SPIKE_AT = Date.parse('2026-11-13T10:00:00Z');

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;
let water: SeededMeter;
let ingest: ReturnType<typeof createTestIngest>;

/** Every five minutes 1 kW of phase A, and half as much of phase B. */
const frameAt = (at: number): Frame => {
  const kw = at === OLD_SPIKE_AT ? OLD_SPIKE : at === NEW_SPIKE_AT ? NEW_SPIKE : 1;
  return {
    ...blankFrame('tri', instant(at)),
    ...({ energyA: (kw * 1e6) / 12, energyB: 1e6 / 24, pfa: -0.9, pfb: 0.5 } as Partial<Frame>),
    ...({ reactiveA: 0.3e6 / 12, reactiveB: -0.1e6 / 12, vara: 300, varb: -100 } as Partial<Frame>),
    wa: kw * 1000,
    wb: 500,
    va: at === DIP_AT ? 150 : 220,
    vb: 221,
    ia: 5,
  };
};

const ask = (quantity: CurveQuantity, from: number | string, to: number | string, points = 400) => ({
  token: owner.token,
  payload: {
    id: meter.mac,
    quantity,
    start: new Date(from).toISOString(),
    end: new Date(to).toISOString(),
    points,
  },
});
const read = async (...requested: Parameters<typeof ask>) =>
  (await api.succeed(readCurve, '/board/curve', ask(...requested))).curve;
const refused = async (...requested: Parameters<typeof ask>) =>
  api.fail('POST', '/board/curve', ask(...requested));

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment, { installed_at: new Date(INSTALLED) });
  water = await api.seed.meter(establishment, {}, { type: 'water', model: 'mono' });
  ingest = createTestIngest(api, NOW);
  const frames: Frame[] = [];
  for (let at = INSTALLED; at < Date.parse(NOW); at += 5 * MINUTE) frames.push(frameAt(at));
  await ingest.store(meter, frames);
  await api.closeDays();
});
afterAll(() => ingest.stop());

describe('the curve of a meter', () => {
  it('a curve of hours is built from frames, and preserves a single spike when thinned', async () => {
    const frames = await read('power', NEW_SPIKE_AT - HOUR, NEW_SPIKE_AT + HOUR);
    expect([frames.source, frames.length, frames.low, frames.high]).toEqual(['frames', 0, null, null]);
    expect(frames.at).toHaveLength(24);
    // The board sends every five minutes: nothing is missing between its frames.
    expect(frames.step).toBe(5 * MINUTE);
    expect(Math.max(...frames.mean)).toBe(NEW_SPIKE + 0.5);
    const thinned = await read('power', Date.parse(NOW) - 2 * DAY, NOW, 100);
    expect([thinned.source, thinned.length]).toEqual(['frames', 30 * MINUTE]);
    expect(thinned.at.length).toBeLessThanOrEqual(100);
    expect(Math.max(...(thinned.high ?? []))).toBe(NEW_SPIKE + 0.5);
    expect(Math.min(...(thinned.low ?? []))).toBe(1.5);
    expect(thinned.at.every((at) => (Date.parse(thinned.origin) + at) % (30 * MINUTE) === 0)).toBe(true);
  });

  it('a curve of months is built from quarter-hours, and counted quantities as sums of civil days', async () => {
    const power = await read('power', '2026-09-01T03:00:00Z', NOW, 100);
    expect(power.source).toBe('quarters');
    expect(power.at.length).toBeLessThanOrEqual(100);
    // A spike of five minutes: a third of its quarter-hour.
    expect(Math.max(...(power.high ?? []))).toBeCloseTo((OLD_SPIKE + 2) / 3 + 0.5, 4);
    expect(Math.min(...power.mean)).toBeGreaterThanOrEqual(1.49);
    const consumed = await read('consumed', '2026-09-01T03:00:00Z', '2026-11-01T03:00:00Z', 100);
    expect([consumed.source, consumed.length]).toEqual(['sums', DAY]);
    expect(consumed.at).toHaveLength(61);
    expect(consumed.mean[1]).toBeCloseTo(36, 3);
    const sum = consumed.mean.reduce((total, kwh) => total + kwh, 0);
    // Frames tell whole thousandths of a Wh.
    expect(sum).toBeCloseTo(61 * 36 + (OLD_SPIKE - 1) / 12, 1);
  });

  it('returns voltage and power factor of months by the hour, other quantities up to 31 days', async () => {
    const volts = await read('voltageB', '2026-09-01T03:00:00Z', NOW);
    expect(volts.source).toBe('hours');
    expect(new Set(volts.mean)).toEqual(new Set([221]));
    const factor = await read('powerFactor', '2026-09-01T03:00:00Z', NOW);
    expect(factor.mean.every((mean) => Math.abs(mean - 0.7) < 1e-6)).toBe(true);
    expect((await read('powerFactor', NEW_SPIKE_AT, NOW)).mean[0]).toBeCloseTo(0.7, 6);
    expect(new Set((await read('currentA', '2026-10-10T03:00:00Z', '2026-11-09T03:00:00Z')).mean)).toEqual(
      new Set([5]),
    );
    expect(await refused('currentA', '2026-09-01T03:00:00Z', NOW)).toMatchObject({
      type: 'validation',
      msg: CURVE_TEXTS.frames,
    });
  });

  it('preserves the dip of a single frame in a week of voltage', async () => {
    const week = await read('voltageA', '2026-10-31T03:00:00Z', '2026-11-13T03:00:00Z', 600);
    expect(week.source).toBe('frames');
    expect(week.at.length).toBeLessThanOrEqual(600);
    expect(Math.min(...(week.low ?? []))).toBe(150);
    expect(Math.max(...(week.high ?? []))).toBe(220);
    const factor = await read('powerFactor', '2026-10-31T03:00:00Z', '2026-11-13T03:00:00Z', 600);
    expect(factor.source).toBe('frames');
  });

  it('returns reactive power, capacitive minus inductive, alike from frames and from quarter-hours', async () => {
    // The quarter-hour that goes on is not whole yet.
    const to = '2026-11-13T14:15:00Z';
    for (const from of ['2026-11-13T03:00:00Z', '2026-09-01T03:00:00Z']) {
      const [all, a, b] = await Promise.all([
        read('reactivePower', from, to),
        read('reactivePowerA', from, to),
        read('reactivePowerB', from, to),
      ]);
      expect(all.source).toBe(from.startsWith('2026-11') ? 'frames' : 'quarters');
      for (const [curve, kvar] of [
        [all, 0.2],
        [a, 0.3],
        [b, -0.1],
      ] as const) {
        expect(curve.mean.length).toBeGreaterThan(100);
        expect(curve.mean.every((mean) => Math.abs(mean - kvar) < 1e-3)).toBe(true);
      }
    }
  });

  it('returns no values before the installation or in the future, and the installation time', async () => {
    const before = await read('power', '2025-01-01T00:00:00Z', '2025-02-01T00:00:00Z');
    expect([before.at, before.mean]).toEqual([[], []]);
    expect(Date.parse(before.since)).toBe(INSTALLED);
    expect((await read('power', '2027-01-01T00:00:00Z', '2027-01-02T00:00:00Z')).at).toEqual([]);
    const complete = await read('power', '2026-08-01T00:00:00Z', '2026-09-10T00:00:00Z');
    expect(Date.parse(complete.origin)).toBe(INSTALLED);
  });

  it('returns a single frame as one point', async () => {
    const one = await read('power', NEW_SPIKE_AT, NEW_SPIKE_AT + 1);
    expect([one.at, one.mean]).toEqual([[0], [NEW_SPIKE + 0.5]]);
  });

  it('returns excluded intervals separately from the curve', async () => {
    const [start, end] = ['2026-11-12T12:00:00.000Z', '2026-11-12T13:00:00.000Z'];
    await api.succeed(createCorrection, `/board/${meter.mac}/corrections`, {
      token: owner.token,
      payload: { start, end, reason: 'Alicate solto' },
    });
    const curve = await read('power', '2026-11-12T11:00:00Z', '2026-11-12T14:00:00Z');
    expect(curve.excluded).toEqual([{ start, end }]);
    expect(curve.at).toHaveLength(24);
  });

  it('returns a curve with the rules of the time-of-use periods, and none for water', async () => {
    const curve = await read('power', NEW_SPIKE_AT, NOW);
    expect(curve.touPeriods).toMatchObject([{ tariff: null, windows: { peak: { start: 1080, end: 1260 } } }]);
    const { curve: ofWater } = await api.succeed(readCurve, '/board/curve', {
      token: owner.token,
      payload: { ...ask('flow', NEW_SPIKE_AT, NOW).payload, id: water.mac },
    });
    expect([ofWater.touPeriods, ofWater.at]).toEqual([[], []]);
  });

  it('refuses an unmeasured quantity, reversed times, and more than five years', async () => {
    expect((await refused('volume', NEW_SPIKE_AT, NOW)).msg).toBe(CURVE_TEXTS.kind);
    expect((await refused('power', NOW, NEW_SPIKE_AT)).msg).toBe(CURVE_TEXTS.order);
    expect((await refused('power', '2020-01-01T00:00:00Z', NOW)).msg).toBe(CURVE_TEXTS.length);
  });

  it('answers 404 for a curve when the account cannot see the meter', async () => {
    const otherAccount = await api.seed.person();
    const requested = { ...ask('power', NEW_SPIKE_AT, NOW), token: otherAccount.token };
    expect((await api.fail('POST', '/board/curve', requested)).type).toBe('not-found');
  });
});

describe('a board that sends a hundred messages a second', () => {
  const BEGIN = Date.parse('2026-11-11T03:00:00Z');
  const ofFast = async (quantity: CurveQuantity, hours: number) => {
    const { token, payload } = ask(quantity, BEGIN, BEGIN + hours * HOUR);
    return { token, payload: { ...payload, id: fast.mac } };
  };
  let fast: SeededMeter;
  beforeAll(async () => {
    fast = await api.seed.meter(await api.seed.establishment(owner), { installed_at: new Date(INSTALLED) });
    await api.database.pool.query(
      `insert into quarter (installation_id, start, consumed_a_mwh, frames) select $1, start, 250000, 90000
        from generate_series($2::timestamptz, $2::timestamptz + interval '2 days', interval '15 minutes') start`,
      [fast.installationId, new Date(BEGIN)],
    );
  });

  it('draws the curve of a fast board from quarter-hours instead of frames', async () => {
    const { curve } = await api.succeed(readCurve, '/board/curve', await ofFast('power', 48));
    expect(curve.source).toBe('quarters');
    expect(curve.at.length).toBeGreaterThan(100);
  });

  it('refuses a long curve of a frame-only quantity of a fast board', async () => {
    const body = await api.fail('POST', '/board/curve', await ofFast('currentA', 48));
    expect(body).toMatchObject({ status: 400, errors: [{ path: 'end', msg: CURVE_TEXTS.tooMany }] });
    const { curve } = await api.succeed(readCurve, '/board/curve', await ofFast('currentA', 1));
    expect(curve.source).toBe('frames');
  });

  it('refuses grouped rows and the frames of a complete day for a fast board', async () => {
    const { token } = owner;
    const filter = { fields: ['va'], dateIn: '2026-11-11', dateOut: '2026-11-12', every: '15m', limit: 100 };
    const text = 'O medidor enviou leituras demais neste período: escolha um período mais curto.';
    const rows = await api.fail('POST', '/board/values/project', {
      token,
      payload: { id: fast.mac, filter },
    });
    expect(rows).toMatchObject({ msg: text });
    const day = await api.fail('POST', '/board/telemetries', {
      token,
      payload: { id: fast.mac, date: '2026-11-11' },
    });
    expect(day).toMatchObject({ msg: text });
  });
});

import { readBill } from '@nascente/contract/money/bills';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  brancaCents,
  COSIP,
  cut,
  energyOf,
  flagCents,
  isBeside,
  isPeak,
  type RawQuarter,
  rawQuarters,
  sum,
} from '../../testing/boards/raw-quarters.ts';
import { openDays, startSender } from '../../testing/boards/send-lines.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { AGREED_FROM, agreeAt } from '../../testing/seeds/agree.ts';
import { BRANCA, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** Checks bills at unusual dates to the cent, against raw readings that PostgreSQL divides by its own time zones. */
const QUARTER = 900_000;
let api: TestApi;
let branca: string;
let verde: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:00:00Z');
  await openDays(api, ['2026-09-02']);
  branca = await seedRules(api.seed, [{ validFrom: AGREED_FROM, rules: BRANCA }]);
  verde = await seedRules(api.seed, [{ validFrom: AGREED_FROM, rules: VERDE }], { tariff_group: 'A4' });
});

const billOf = async (owner: SeededPerson, establishment: string, query = '') =>
  (await api.succeed(readBill, `/establishment/${establishment}/bill${query}`, { token: owner.token })).bill;

/** One frame a quarter-hour, no two hours alike; inductive by day, capacitive in some nights. */
const irregular = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / QUARTER) }, (_, index) => ({
    at: new Date(from + index * QUARTER),
    energy_a_mwh: 5_000_000 + ((index * 7919) % 400_009) * 100,
    reactive_b_mvarh: ((index * 104_729) % 99_991) * 300 - (index % 5 === 0 ? 25_000_000 : 0),
  }));

/** kvarh beyond 0.92 in each local hour: capacitive from 0 to 6 h, inductive in the others. */
const excessOf = (quarters: readonly RawQuarter[]): number => {
  const hours = Map.groupBy(quarters, (one) => `${one.date} ${Math.floor(one.minute / 60)} ${one.offset}`);
  return sum(
    [...hours.values()].map((hour) => {
      const active = energyOf(hour);
      const counted = hour.map(({ minute, mvarh }) => Math.max(0, minute < 360 ? -mvarh : mvarh));
      return Math.max(0, 0.92 * Math.hypot(active, sum(counted)) - active) / 1e6;
    }),
  );
};

interface Case {
  readonly name: string;
  readonly zone: string;
  readonly readDay?: number;
  readonly now: string;
  readonly query?: string;
  /** The days of the bill, and of the cycle where it is open. */
  readonly days: readonly [first: string, last: string];
  readonly cycleEnd?: string;
}
const CASES: readonly Case[] = [
  {
    name: 'a February with a leap day',
    zone: 'America/Sao_Paulo',
    now: '2024-03-05T12:00:00Z',
    query: '?start=2024-02-01',
    days: ['2024-02-01', '2024-02-29'],
  },
  {
    name: 'a cycle that begins on a leap day',
    zone: 'America/Sao_Paulo',
    readDay: 30,
    now: '2024-03-20T12:07:00Z',
    days: ['2024-02-29', '2024-03-20'],
    cycleEnd: '2024-03-29',
  },
  {
    name: 'the cycle of a meter read on the 31st, from January into February',
    zone: 'America/Sao_Paulo',
    readDay: 31,
    now: '2026-03-05T12:00:00Z',
    query: '?start=2026-01-31',
    days: ['2026-01-31', '2026-02-27'],
  },
  {
    name: 'the last minute of 31 January',
    zone: 'America/Sao_Paulo',
    now: '2026-02-01T02:59:00Z',
    days: ['2026-01-01', '2026-01-31'],
    cycleEnd: '2026-01-31',
  },
  {
    name: 'the first quarter-hour of a new cycle',
    zone: 'America/Manaus',
    now: '2026-02-01T04:20:00Z',
    days: ['2026-02-01', '2026-02-01'],
    cycleEnd: '2026-02-28',
  },
  {
    name: 'clocks that are set back',
    zone: 'America/New_York',
    now: '2025-12-05T12:00:00Z',
    query: '?start=2025-11-01',
    days: ['2025-11-01', '2025-11-30'],
  },
  {
    name: 'clocks that are set forward, over the end of a month with another flag',
    zone: 'Europe/Lisbon',
    readDay: 20,
    now: '2025-11-20T12:00:00Z',
    query: '?start=2025-10-20',
    days: ['2025-10-20', '2025-11-19'],
  },
  {
    name: 'half an hour of offset',
    zone: 'Asia/Kolkata',
    now: '2026-10-05T12:00:00Z',
    query: '?start=2026-09-01',
    days: ['2026-09-01', '2026-09-30'],
  },
];

describe('calculating a bill from its readings', () => {
  it.each(CASES)(
    'the bill equals its readings to the cent on $name',
    async ({ zone, readDay, now, query, days, cycleEnd }) => {
      api.setClock(now);
      const [first, last] = days;
      const owner = await api.seed.person();
      const establishment = await api.seed.establishment(owner, { zone, bill_read_day: readDay ?? null });
      const meter = await api.seed.meter(establishment);
      const DAY = 86_400_000;
      const until = Math.min(Date.parse(now), Date.parse(last) + 3 * DAY);
      await api.seed.readings(meter, irregular(Date.parse(first) - 2 * DAY, until - (until % QUARTER)));
      const quarters = await rawQuarters(api, [meter], zone, days);

      await agreeAt(api, owner, establishment, branca, { modality: 'branca' });
      const bill = await billOf(owner, establishment, query);
      const cycle = { start: first, end: cycleEnd ?? last };
      expect(bill).toMatchObject({ start: first, end: last, cycle, isOpen: cycleEnd !== undefined });
      expect(bill.completeness).toBe(1);
      expect(bill.consumed).toEqual({
        total: expect.closeTo(energyOf(quarters) / 1e6, 6),
        inPoint: expect.closeTo(energyOf(quarters.filter(isPeak)) / 1e6, 6),
        interPoint: expect.closeTo(energyOf(quarters.filter(isBeside)) / 1e6, 6),
        outPoint: expect.closeTo(energyOf(quarters.filter((one) => !isPeak(one) && !isBeside(one))) / 1e6, 6),
      });
      expect(Math.round(bill.total * 100)).toBe(brancaCents(quarters, first, last));
      expect(sum(bill.lines.map(({ amount }) => Math.round(amount * 100)))).toBe(
        Math.round(bill.total * 100),
      );

      const terms = { group: 'A', subgroup: 'A4', demand: { mode: 'single', demand: 1000 } } as const;
      await agreeAt(api, owner, establishment, verde, { ...terms, modality: 'verde' });
      const ofA = await billOf(owner, establishment, query);
      const highest = Math.max(...quarters.map(({ mwh }) => mwh));
      expect(ofA.demand).toMatchObject([{ measured: expect.closeTo((highest * 4) / 1e6, 6), overrun: 0 }]);
      const excess = excessOf(quarters);
      expect(ofA.reactive.total).toBeCloseTo(excess, 3);
      const demand =
        Math.floor((highest * 4 * 2000) / 1e6) + Math.floor(((250e6 - highest) * 4 * 2000) / 1e6);
      const byHand =
        cut(quarters.filter(isPeak), 170) +
        cut(
          quarters.filter((one) => !isPeak(one)),
          40,
        ) +
        flagCents(quarters, first, last) +
        demand +
        COSIP;
      const reactive = ofA.lines.filter(({ kind }) => kind === 'reactive-energy').map(({ amount }) => amount);
      expect(sum(reactive)).toBeCloseTo(excess * 0.3, 1);
      expect(Math.round(ofA.total * 100)).toBe(byHand + Math.round(sum(reactive) * 100));
      await api.closeDays();
      expect(await billOf(owner, establishment, query)).toEqual(ofA);
    },
  );
});

describe('the readings of a bill', () => {
  const SEPTEMBER = '?start=2026-09-01&end=2026-09-30';
  const ZONE = 'America/Sao_Paulo';
  const first = Date.parse('2026-09-01T03:00:00Z');
  const last = Date.parse('2026-10-01T03:00:00Z');

  it('counts a frame at midnight in the new day, and one just before in the old day', async () => {
    api.setClock('2026-10-12T15:00:00Z');
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    const frames = [first - 1, first, last - 1, last].map((at, index) => ({
      at: new Date(at),
      energy_a_mwh: 10 ** index * 1e6,
    }));
    await api.seed.readings(await api.seed.meter(establishment), frames);
    await agreeAt(api, owner, establishment, branca, { modality: 'branca' });
    expect((await billOf(owner, establishment, SEPTEMBER)).consumed.total).toBe(110);
    expect((await billOf(owner, establishment, '?start=2026-08-01&end=2026-08-31')).consumed.total).toBe(1);
    expect((await billOf(owner, establishment, '?start=2026-10-01&end=2026-10-12')).consumed.total).toBe(
      1000,
    );
  });

  it('a bill without readings has only public lighting, and lists the missing data', async () => {
    api.setClock('2026-10-12T15:00:00Z');
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    await api.seed.meter(establishment);
    await agreeAt(api, owner, establishment, branca, { modality: 'branca' });
    const bill = await billOf(owner, establishment, SEPTEMBER);
    expect(bill).toMatchObject({ total: 12.34, completeness: 0, consumed: { total: 0 } });
    expect(bill.missing.join()).toContain('medições');
  });

  it('recalculates a bill to the cent after a late MQTT backlog', async () => {
    api.setClock('2026-10-12T15:00:00Z');
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment);
    await api.seed.readings(meter, irregular(first, last));
    await agreeAt(api, owner, establishment, branca, { modality: 'branca' });
    await api.closeDays();
    await billOf(owner, establishment, SEPTEMBER);
    const sender = await startSender(api, () => instant(Date.parse('2026-10-12T15:00:00Z')));
    const none = { energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 };
    // On a Wednesday from 17:30 to 18:30, within two time-of-use periods; one frame per minute, the newest first.
    const lines = Array.from({ length: 60 }, (_, minute) => {
      const at = Date.parse('2026-09-02T20:30:07Z') + (59 - minute) * 60_000;
      return triLine(meter.mac, at, { energyA: 777_777, ...none } as Partial<Frame>);
    });
    await sender.send(meter, lines);
    const quarters = await rawQuarters(api, [meter], ZONE, ['2026-09-01', '2026-09-30']);
    const bill = await billOf(owner, establishment, SEPTEMBER);
    expect(bill.consumed.total).toBeCloseTo(
      sum(irregular(first, last).map((row) => row.energy_a_mwh)) / 1e6 + (60 * 777_777) / 1e6,
      6,
    );
    expect(Math.round(bill.total * 100)).toBe(brancaCents(quarters, '2026-09-01', '2026-09-30'));
  });

  it('the bill of a board with a new owner covers for each owner only their own time', async () => {
    api.setClock('2026-10-12T15:00:00Z');
    const at = new Date('2026-09-16T15:00:00Z');
    const [former, owner] = [await api.seed.person(), await api.seed.person()];
    const [old, establishment] = [await api.seed.establishment(former), await api.seed.establishment(owner)];
    const gone = await api.seed.meter(old, { removed_at: at });
    const meter = await api.seed.meter(establishment, { mac: gone.mac, installed_at: at });
    await api.seed.readings(gone, irregular(first, at.getTime()));
    await api.seed.readings(meter, irregular(at.getTime(), last));
    // Until noon of the sixteenth of thirty days, and from then on.
    for (const [person, where, seeded, share] of [
      [former, old, gone, 15.5 / 30],
      [owner, establishment, meter, 14.5 / 30],
    ] as const) {
      await agreeAt(api, person, where, branca, { modality: 'branca' });
      const quarters = await rawQuarters(api, [seeded], ZONE, ['2026-09-01', '2026-09-30']);
      const bill = await billOf(person, where, SEPTEMBER);
      expect(bill.completeness).toBeCloseTo(share, 2);
      expect(bill.consumed.total).toBeCloseTo(energyOf(quarters) / 1e6, 6);
      expect(Math.round(bill.total * 100)).toBe(brancaCents(quarters, '2026-09-01', '2026-09-30'));
    }
    const url = `/establishment/${old}/bill${SEPTEMBER}`;
    expect((await api.fail('GET', url, { token: owner.token })).status).toBe(404);
  });
});

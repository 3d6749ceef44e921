import { readDemandOptimum, readTariffComparison } from '@nascente/contract/money/tariff-comparison';
import { enterUtilityBill, readReconciliation } from '@nascente/contract/money/utility-bills';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  brancaCents,
  COSIP,
  cut,
  energyOf,
  flagCents,
  isPeak,
  type RawQuarter,
  rawQuarters,
  sum,
} from '../../testing/boards/raw-quarters.ts';
import { openDays, startSender } from '../../testing/boards/send-lines.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { AGREED_FROM, agreeAt } from '../../testing/seeds/agree.ts';
import { AZUL, BRANCA, CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** Checks comparisons, contracted demand and reconciliation at unusual dates against a computation from raw readings. */
const QUARTER = 900_000;
const DAY = 86_400_000;
const NAMES = { distributor: 'Aurora', comment: 'Comercial' };

let api: TestApi;
let convencional: string;
let verde: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:00:00Z');
  await openDays(api, ['2026-09-02']);
  const store = (rules: typeof VERDE, overrides: object = {}) =>
    seedRules(api.seed, [{ validFrom: AGREED_FROM, rules }], { ...NAMES, ...overrides });
  convencional = await store(CONVENCIONAL);
  await store(BRANCA);
  verde = await store(VERDE, { tariff_group: 'A4' });
  await store(AZUL, { tariff_group: 'A4' });
});

/** Loads of which no two days are alike, higher by day. */
const load = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / QUARTER) }, (_, index) => {
    const at = new Date(from + index * QUARTER);
    const daily = 1 + ((Math.floor(at.getTime() / DAY) * 7919) % 101) / 100;
    const hourly = at.getUTCHours() >= 12 && at.getUTCHours() < 22 ? 16 : 5;
    return { at, energy_a_mwh: Math.round(daily * hourly * 1e6 + ((index * 7919) % 400_009)) };
  });

const DEMAND = { group: 'A', subgroup: 'A4', modality: 'verde' } as const;
const compare = async ({ token }: SeededPerson, establishment: string) =>
  (await api.succeed(readTariffComparison, `/establishment/${establishment}/tariff-comparison`, { token }))
    .comparison;
const optimum = async ({ token }: SeededPerson, establishment: string) =>
  (await api.succeed(readDemandOptimum, `/establishment/${establishment}/demand-optimum`, { token })).optimum;

type Days = readonly [first: string, last: string];
interface Case {
  readonly name: string;
  readonly zone: string;
  readonly readDay?: number;
  readonly now: string;
  readonly installed: string;
  readonly cycles: readonly Days[];
}
const CASES: readonly Case[] = [
  {
    name: 'a meter read on the 31st, over a leap day',
    zone: 'America/Sao_Paulo',
    readDay: 31,
    now: '2024-04-02T12:00:00Z',
    installed: '2023-12-31T03:00:00Z',
    cycles: [
      ['2023-12-31', '2024-01-30'],
      ['2024-01-31', '2024-02-28'],
      ['2024-02-29', '2024-03-30'],
    ],
  },
  {
    name: 'the first minute after 31 January',
    zone: 'America/Sao_Paulo',
    now: '2026-02-01T03:00:30Z',
    installed: '2025-12-01T03:00:00Z',
    cycles: [
      ['2025-12-01', '2025-12-31'],
      ['2026-01-01', '2026-01-31'],
    ],
  },
  {
    name: 'the last minute of 31 January',
    zone: 'America/Sao_Paulo',
    now: '2026-02-01T02:59:30Z',
    installed: '2025-12-01T03:00:00Z',
    cycles: [['2025-12-01', '2025-12-31']],
  },
  {
    name: 'clocks that are set back',
    zone: 'America/New_York',
    now: '2025-12-02T12:00:00Z',
    installed: '2025-10-01T04:00:00Z',
    cycles: [
      ['2025-10-01', '2025-10-31'],
      ['2025-11-01', '2025-11-30'],
    ],
  },
  {
    name: 'half an hour of offset',
    zone: 'Asia/Kolkata',
    now: '2026-10-02T12:00:00Z',
    installed: '2026-08-31T18:30:00Z',
    cycles: [['2026-09-01', '2026-09-30']],
  },
];

const quartersOf = (meter: SeededMeter, zone: string, cycles: readonly Days[]) =>
  Promise.all(cycles.map((cycle) => rawQuarters(api, [meter], zone, cycle)));
const convencionalCents = (quarters: readonly RawQuarter[], [first, last]: Days): number =>
  cut(quarters, 70) + flagCents(quarters, first, last) + COSIP;

/** R$ 20 per kW of the higher of measured and contracted demand, and R$ 40 per excess kW when the excess is above 5 %. */
const demandCost = (measured: readonly number[], contracted: number, price: number): number =>
  sum(
    measured.map((kw) => {
      const overrun = kw > 1.05 * contracted ? 2 * (kw - contracted) : 0;
      return price * (Math.max(kw, contracted) + overrun);
    }),
  );
const bestOf = (measured: readonly number[], price: number) => {
  const maximum = Math.ceil(Math.max(...measured) * 1.2);
  const all = Array.from({ length: maximum - 29 }, (_, kw) => ({
    contracted: 30 + kw,
    cost: demandCost(measured, 30 + kw, price),
  }));
  return all.reduce((best, one) => (one.cost < best.cost - 1e-6 ? one : best));
};

describe('comparing cycles of raw readings', () => {
  it.each(CASES)(
    'compares the expected cycles on $name',
    async ({ zone, readDay, now, installed, cycles }) => {
      api.setClock(now);
      const owner = await api.seed.person();
      const establishment = await api.seed.establishment(owner, { zone, bill_read_day: readDay ?? null });
      const meter = await api.seed.meter(establishment, { installed_at: new Date(installed) });
      await api.seed.readings(meter, load(Date.parse(installed), Date.parse(now)));
      const measured = await quartersOf(meter, zone, cycles);
      const days = cycles.map(([start, end]) => ({ start, end }));

      await agreeAt(api, owner, establishment, convencional);
      const found = await compare(owner, establishment);
      expect(found.cycles).toEqual(days.map((cycle) => ({ ...cycle, completeness: 1 })));
      const byHand = {
        convencional: measured.map((dayQuarters, index) =>
          convencionalCents(dayQuarters, cycles[index] as Days),
        ),
        branca: measured.map((dayQuarters, index) => brancaCents(dayQuarters, ...(cycles[index] as Days))),
      };
      for (const { modality, total, months } of found.modalities) {
        const cents = byHand[modality as keyof typeof byHand];
        expect(months.map((month) => Math.round(month.total * 100))).toEqual(cents);
        expect(Math.round(total * 100)).toBe(sum(cents));
      }
      expect(found.modalities).toHaveLength(2);
      const cheapest = Math.min(sum(byHand.convencional), sum(byHand.branca));
      expect(Math.round((found.saving ?? 0) * 100)).toBe(sum(byHand.convencional) - cheapest);

      const highest = (of: (quarter: RawQuarter) => boolean) =>
        measured.map(
          (dayQuarters) => (Math.max(0, ...dayQuarters.filter(of).map(({ mwh }) => mwh)) * 4) / 1e6,
        );
      const all = highest(() => true);
      await agreeAt(api, owner, establishment, verde, { ...DEMAND, demand: { mode: 'single', demand: 90 } });
      const { demands } = await optimum(owner, establishment);
      const best = bestOf(all, 20);
      expect(demands).toHaveLength(1);
      expect(demands[0]?.measured).toEqual(all.map((kw) => expect.closeTo(kw, 3)));
      expect(demands[0]?.best).toEqual({
        contracted: best.contracted,
        cost: expect.closeTo(best.cost, 1),
      });
      expect(demands[0]?.current).toEqual({
        contracted: 90,
        cost: expect.closeTo(demandCost(all, 90, 20), 1),
      });
      expect(demands[0]?.curve.length).toBeGreaterThan(3);
      for (const { contracted, cost } of demands[0]?.curve ?? [])
        expect(Math.abs(cost - demandCost(all, contracted, 20))).toBeLessThan(0.02);
      const azul = (await compare(owner, establishment)).modalities.find(
        ({ modality }) => modality === 'azul',
      );
      const touPeriods = [
        ['inPoint', bestOf(highest(isPeak), 50)],
        [
          'outPoint',
          bestOf(
            highest((one) => !isPeak(one)),
            20,
          ),
        ],
      ] as const;
      expect(azul?.optimal).toEqual(
        touPeriods.map(([touPeriod, { contracted, cost }]) => ({
          touPeriod,
          contracted,
          cost: expect.closeTo(cost, 1),
        })),
      );
      await api.closeDays();
      expect((await optimum(owner, establishment)).demands).toEqual(demands);
    },
  );

  it.each(CASES)('compares a bill of other days with the cycles, on $name', async (testCase) => {
    const { zone, readDay, now, installed, cycles } = testCase;
    api.setClock(now);
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner, { zone, bill_read_day: readDay ?? null });
    const meter = await api.seed.meter(establishment, { installed_at: new Date(installed) });
    await api.seed.readings(meter, load(Date.parse(installed), Date.parse(now)));
    await agreeAt(api, owner, establishment, convencional);
    const [first, last] = cycles.at(-1) as Days;
    const dayAfter = (date: string, days: number): string =>
      new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
    const external: Days = [dayAfter(first, 2), last];
    const [ours = [], same = []] = await quartersOf(meter, zone, [[first, last], external]);
    const [expected, period] = [convencionalCents(ours, [first, last]), convencionalCents(same, external)];
    // Whole kWh above the measurement: R$ 0.70 each and the flag, two lines truncated to cents.
    const billed = Math.ceil(energyOf(same) / 1e6) + 100;
    const counted: RawQuarter[] = [{ ...(same[0] as RawQuarter), mwh: billed * 1e6 }];
    const consumption = convencionalCents(counted, external);
    const payload = {
      start: external[0],
      end: external[1],
      total: (consumption + 777) / 100,
      consumed: { outPoint: billed },
    };
    const { token } = owner;
    const url = `/establishment/${establishment}/utility-bills`;
    const { bill } = await api.succeed(enterUtilityBill, url, { token, payload });
    const { reconciliation } = await api.succeed(readReconciliation, `${url}/${bill.id}/reconciliation`, {
      token,
    });
    expect(reconciliation).toMatchObject({ completeness: 1, expected: { start: first, end: last } });
    expect(Math.round(reconciliation.expected.total * 100)).toBe(expected);
    expect(Math.round(reconciliation.repriced.total * 100)).toBe(consumption);
    expect(reconciliation.parts.map(({ cause, amount }) => [cause, Math.round(amount * 100)])).toEqual([
      ['period', period - expected],
      ['missingData', 0],
      ['consumption', consumption - period],
      ['demand', 0],
      ['tariff', 0],
      ['taxes', 0],
      ['rest', 777],
    ]);
  });
});

describe('the readings of a tariff comparison', () => {
  const NOW = '2026-10-02T12:00:00Z';
  const SEPTEMBER: Days = ['2026-09-01', '2026-09-30'];
  const ZONE = 'America/Sao_Paulo';
  const first = Date.parse('2026-09-01T03:00:00Z');

  it('compares public lighting only for a meter without readings', async () => {
    api.setClock(NOW);
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    await api.seed.meter(establishment, { installed_at: new Date(first) });
    await agreeAt(api, owner, establishment, convencional);
    const { cycles, modalities, saving } = await compare(owner, establishment);
    expect(cycles).toEqual([{ start: SEPTEMBER[0], end: SEPTEMBER[1], completeness: 0 }]);
    expect(modalities.map(({ total }) => total)).toEqual([12.34, 12.34]);
    expect(saving).toBe(0);
  });

  it('counts late MQTT data in its time-of-use period', async () => {
    api.setClock(NOW);
    const owner = await api.seed.person();
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { installed_at: new Date(first) });
    await api.seed.readings(meter, load(first, Date.parse(NOW)));
    await agreeAt(api, owner, establishment, convencional);
    await api.closeDays();
    const before = await compare(owner, establishment);
    const sender = await startSender(api, () => instant(Date.parse(NOW)));
    const none = { energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 };
    // On a Wednesday from 18:00, 60 kWh in a quarter-hour: 240 kW more than before.
    const lines = Array.from({ length: 15 }, (_, minute) =>
      triLine(meter.mac, Date.parse('2026-09-02T21:00:07Z') + minute * 59_000, {
        ...({ energyA: 4_000_000, ...none } as Partial<Frame>),
      }),
    );
    await sender.send(meter, [lines.toReversed().join('\n')]);
    const after = await compare(owner, establishment);
    const [quarters = []] = await quartersOf(meter, ZONE, [SEPTEMBER]);
    const totalOf = ({ modalities }: typeof after, name: string): number =>
      Math.round((modalities.find(({ modality }) => modality === name)?.total ?? 0) * 100);
    expect(totalOf(after, 'branca')).toBe(brancaCents(quarters, ...SEPTEMBER));
    expect(totalOf(after, 'convencional')).toBe(convencionalCents(quarters, SEPTEMBER));
    expect(totalOf(after, 'branca') - totalOf(before, 'branca')).toBeGreaterThanOrEqual(60 * 140);
    await agreeAt(api, owner, establishment, verde, { ...DEMAND, demand: { mode: 'single', demand: 90 } });
    const highest = (Math.max(...quarters.map(({ mwh }) => mwh)) * 4) / 1e6;
    expect(highest).toBeGreaterThan(240);
    expect((await optimum(owner, establishment)).demands[0]?.measured).toEqual([expect.closeTo(highest, 3)]);
  });

  it('starts the comparison of a board with a new owner at its first complete cycle', async () => {
    api.setClock(NOW);
    const at = new Date('2026-08-20T15:00:00Z');
    const [former, owner] = [await api.seed.person(), await api.seed.person()];
    const gone = await api.seed.meter(await api.seed.establishment(former), {
      installed_at: new Date('2026-06-01T03:00:00Z'),
      removed_at: at,
    });
    await api.seed.readings(gone, load(Date.parse('2026-06-01T03:00:00Z'), at.getTime()));
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { mac: gone.mac, installed_at: at });
    await api.seed.readings(meter, load(at.getTime(), Date.parse(NOW)));
    await agreeAt(api, owner, establishment, convencional);
    const { cycles, modalities } = await compare(owner, establishment);
    expect(cycles).toEqual([{ start: SEPTEMBER[0], end: SEPTEMBER[1], completeness: 1 }]);
    const [quarters = []] = await quartersOf(meter, ZONE, [SEPTEMBER]);
    const own = modalities.find(({ modality }) => modality === 'convencional');
    expect(Math.round((own?.total ?? 0) * 100)).toBe(convencionalCents(quarters, SEPTEMBER));
  });
});

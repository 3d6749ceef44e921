import { readComparison } from '@nascente/contract/energy/analysis';
import {
  readEstablishmentCycle,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDays, startSender } from '../../../testing/boards/send-lines.ts';
import { triLine } from '../../../testing/boards/test-telemetry.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';

/** Checks the compared days at unusual dates against raw readings and the time zones of PostgreSQL. */
const QUARTER = 900_000;
const PRICES = { peak: 2, other: 0.5 };
/** National holidays on weekdays among the days below. */
const HOLIDAYS = ['2023-02-21', '2024-01-01', '2024-02-13', '2025-01-01', '2025-03-04', '2025-04-21'].concat([
  '2025-11-20',
  '2025-12-25',
  '2026-01-01',
  '2026-02-17',
  '2026-09-07',
  '2026-10-12',
  '2026-11-02',
]);

let api: TestApi;
let owner: SeededPerson;
let tariff: string;

beforeAll(async () => {
  api = await createTestApi('2026-11-13T14:20:00Z');
  await openDays(api, ['2026-10-04']);
  owner = await api.seed.person();
  const [in_point, out_point] = [String(PRICES.peak), String(PRICES.other)];
  tariff = await api.seed.tariff([{ valid_from: '2020-01-01', in_point, inter_point: out_point, out_point }]);
});

/** One frame a quarter-hour, no two hours alike. */
const irregular = (from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / QUARTER) }, (_, index) => ({
    at: new Date(from + index * QUARTER),
    energy_a_mwh: 50_000 + ((index * 7919) % 400_009),
  }));
const comparisonOf = async ({ mac }: SeededMeter, start: string, end: string, { token } = owner) =>
  (await api.succeed(readComparison, `/consolidated/comparison/${mac}?start=${start}&end=${end}`, { token }))
    .comparison;

const yearBeforeOf = async (establishment: string, { token }: SeededPerson) => {
  const url = `/establishment/${establishment}/consumption/year-before`;
  return (await api.succeed(readEstablishmentYearBefore, url, { token })).yearBefore;
};

/** From the first local midnight to a local time of the last day. */
interface CycleInterval {
  readonly start: string;
  readonly end: string;
  /** `HH:00`, or 24:00 for a whole last day. */
  readonly until: string;
}
interface RawHour {
  readonly day: number;
  readonly hour: number;
  /** Eight where the clock repeated it. */
  readonly quarters: number;
  readonly kwh: number;
  readonly cost: number;
}

const rawHours = async (
  meter: SeededMeter,
  zone: string,
  { start, end, until }: CycleInterval,
): Promise<RawHour[]> => {
  const { rows } = await api.database.pool.query<RawHour>(
    `select local::date - $3::date as day, extract(hour from local)::int as hour, count(*)::int as quarters,
       sum(mwh)::float8 / 1e6 as kwh,
       sum(mwh * case when extract(hour from local) between 18 and 20 and extract(isodow from local) < 6
         then $6::float8 else $7::float8 end)::float8 / 1e6 as cost
     from (select at at time zone $2 as local, energy_a_mwh as mwh from reading where installation_id = $1) frame
     where local >= $3::date and local < $4::date + $5::interval
     group by 1, 2`,
    [meter.installationId, zone, start, end, until, PRICES.peak, PRICES.other],
  );
  return rows;
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const workingDays = ({ start, end }: CycleInterval): number => {
  let count = 0;
  for (let day = Date.parse(start); day <= Date.parse(end); day += 86_400_000) {
    const isWeekend = new Date(day).getUTCDay() % 6 === 0;
    if (!isWeekend && !HOLIDAYS.includes(new Date(day).toISOString().slice(0, 10))) count += 1;
  }
  return count;
};
const savingOf = (timeInterval: CycleInterval, hours: readonly RawHour[]) => ({
  start: timeInterval.start,
  end: timeInterval.end,
  total: expect.closeTo(sum(hours.map(({ kwh }) => kwh)), 6),
  cost: expect.closeTo(sum(hours.map(({ cost }) => cost)), 2),
  completeness: 1,
  workingDays: workingDays(timeInterval),
});
const alikeOf = (ours: readonly RawHour[], external: readonly RawHour[]) => {
  const pairs = ours.flatMap((hour) => {
    const other = external.find((each) => each.day === hour.day && each.hour === hour.hour);
    return other?.quarters !== hour.quarters ? [] : [{ hour, other }];
  });
  const current = sum(pairs.map(({ hour }) => hour.kwh));
  const other = sum(pairs.map((pair) => pair.other.kwh));
  return {
    alike: {
      hours: pairs.length,
      ofHours: ours.length,
      current: expect.closeTo(current, 6),
      other: expect.closeTo(other, 6),
      currentCost: expect.closeTo(sum(pairs.map(({ hour }) => hour.cost)), 2),
      otherCost: expect.closeTo(sum(pairs.map((pair) => pair.other.cost)), 2),
    },
    change: expect.closeTo((current - other) / other, 9),
  };
};

interface Case {
  readonly name: string;
  readonly zone: string;
  readonly readDay?: number;
  readonly now: string;
  readonly requests?: readonly [string, string];
  readonly spans: readonly [current: string, previous: string, lastYear: string];
}

/** Spans as `first..last until`. */
const CASES: readonly Case[] = [
  {
    name: 'a leap day, the last of its month',
    zone: 'America/Sao_Paulo',
    now: '2024-02-29T21:40:00Z',
    spans: ['2024-02-01..2024-02-29 18:00', '2024-01-01..2024-01-29 18:00', '2023-02-01..2023-02-28 24:00'],
  },
  {
    name: '31 January',
    zone: 'America/Sao_Paulo',
    now: '2026-01-31T18:20:00Z',
    spans: ['2026-01-01..2026-01-31 15:00', '2025-12-01..2025-12-31 15:00', '2025-01-01..2025-01-31 15:00'],
  },
  {
    name: 'a meter that is read on the 31st, in March',
    zone: 'America/Manaus',
    readDay: 31,
    now: '2026-03-16T03:59:00Z',
    spans: ['2026-02-28..2026-03-15 23:00', '2026-01-31..2026-02-15 23:00', '2025-02-28..2025-03-15 23:00'],
  },
  {
    name: 'the first minutes after midnight',
    zone: 'America/Sao_Paulo',
    now: '2026-11-13T03:05:00Z',
    spans: ['2026-11-01..2026-11-13 00:00', '2026-10-01..2026-10-13 00:00', '2025-11-01..2025-11-13 00:00'],
  },
  {
    name: 'a month that is over',
    zone: 'America/Sao_Paulo',
    now: '2026-11-13T14:20:00Z',
    requests: ['2026-10-01', '2026-10-31'],
    spans: ['2026-10-01..2026-10-31 24:00', '2026-09-01..2026-09-30 24:00', '2025-10-01..2025-10-31 24:00'],
  },
  {
    name: 'the day on which clocks are set back',
    zone: 'America/New_York',
    readDay: 20,
    now: '2026-11-01T17:30:00Z',
    spans: ['2026-10-20..2026-11-01 12:00', '2026-09-20..2026-10-02 12:00', '2025-10-20..2025-11-01 12:00'],
  },
  {
    name: 'the day on which clocks are set forward',
    zone: 'Europe/Lisbon',
    readDay: 10,
    now: '2026-03-29T14:10:00Z',
    spans: ['2026-03-10..2026-03-29 15:00', '2026-02-10..2026-03-01 15:00', '2025-03-10..2025-03-29 15:00'],
  },
  {
    name: 'a day on which clocks were set forward a year ago',
    zone: 'Europe/Lisbon',
    readDay: 10,
    now: '2026-03-30T14:10:00Z',
    spans: ['2026-03-10..2026-03-30 15:00', '2026-02-10..2026-03-02 15:00', '2025-03-10..2025-03-30 15:00'],
  },
  {
    name: 'half an hour of offset, within a month',
    zone: 'Asia/Kolkata',
    now: '2026-11-05T05:10:00Z',
    requests: ['2026-11-03', '2026-11-05'],
    spans: ['2026-11-03..2026-11-05 10:00', '2026-10-31..2026-11-02 10:00', '2025-11-03..2025-11-05 10:00'],
  },
];
const intervalOf = (text: string): CycleInterval => {
  const [, start = '', end = '', until = ''] = /^(.+)\.\.(.+) (.+)$/.exec(text) ?? [];
  return { start, end, until };
};

describe('comparing days with the days before and a year ago', () => {
  it.each(CASES)('compares the expected days on $name', async ({ zone, readDay, now, requests, spans }) => {
    api.setClock(now);
    const person = await api.seed.person();
    const establishment = await api.seed.establishment(person, { zone, bill_read_day: readDay ?? null });
    const meter = await api.seed.meter(establishment, { tariff_id: tariff });
    const [current, previous, lastYear] = spans.map(intervalOf) as [
      CycleInterval,
      CycleInterval,
      CycleInterval,
    ];
    const DAY = 86_400_000;
    for (const [from, to] of [
      [lastYear.start, lastYear.end],
      [previous.start, current.end],
    ] as const) {
      const until = Math.min(Date.parse(to) + 2 * DAY, Date.parse(now));
      await api.seed.readings(meter, irregular(Date.parse(from) - DAY, until));
    }
    const [start, end] = requests ?? [current.start, current.end];
    const comparison = await comparisonOf(meter, start, end, person);
    const hours = await rawHours(meter, zone, current);
    expect(comparison.current).toEqual(savingOf(current, hours));
    for (const [timeInterval, answer] of [
      [previous, comparison.previous],
      [lastYear, comparison.lastYear],
    ] as const) {
      const external = await rawHours(meter, zone, timeInterval);
      expect(external.length).toBeGreaterThan(24);
      expect(answer).toEqual({ ...savingOf(timeInterval, external), ...alikeOf(hours, external) });
    }
    // Home shows the same for the current cycle.
    if (requests === undefined) {
      const { start, end, alike } = comparison.lastYear;
      const { currentCost, otherCost, ...hours } = alike;
      expect(await yearBeforeOf(establishment, person)).toEqual({ start, end, ...hours });
      expect([currentCost, otherCost]).not.toContain(null);
      const url = `/establishment/${establishment}/consumption`;
      const { consolidated } = await api.succeed(readEstablishmentCycle, url, { token: person.token });
      const { alike: before } = comparison.previous;
      expect(consolidated?.previous).toMatchObject({
        start: comparison.previous.start,
        end: comparison.previous.end,
        hours: before.hours,
        total: expect.closeTo(before.other, 6),
        cost: before.otherCost,
        current: {
          until: comparison.until,
          total: expect.closeTo(before.current, 6),
          cost: before.currentCost,
        },
      });
    }
    await api.closeDays();
    expect(await comparisonOf(meter, start, end, person)).toEqual(comparison);
  });
});

describe('a comparison', () => {
  const NOW = '2026-11-13T14:20:00Z';
  const local = (text: string): number => Date.parse(`${text}-03:00`);

  it('returns an empty comparison for a meter without readings', async () => {
    api.setClock(NOW);
    const meter = await api.seed.meter(await api.seed.establishment(owner), { tariff_id: tariff });
    const empty = { total: 0, cost: null, completeness: 0 };
    const none = { ...empty, alike: { hours: 0, current: 0, other: 0 }, change: null };
    expect(await comparisonOf(meter, '2026-11-01', '2026-11-30')).toMatchObject({
      current: empty,
      previous: none,
      lastYear: none,
    });
  });

  it('counts late MQTT data in the hour of measurement', async () => {
    api.setClock(NOW);
    const meter = await api.seed.meter(await api.seed.establishment(owner), { tariff_id: tariff });
    await api.seed.readings(meter, irregular(local('2026-11-01T00:00'), Date.parse(NOW)));
    await api.seed.readings(meter, irregular(local('2026-10-01T00:00'), local('2026-10-04T12:00')));
    await api.closeDays();
    const before = await comparisonOf(meter, '2026-11-01', '2026-11-30');
    const sender = await startSender(api, () => instant(Date.parse(NOW)));
    const none = { energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 };
    const lines = Array.from({ length: 4 }, (_, quarter) => {
      const at = local('2026-10-04T12:00') + quarter * QUARTER + 7_000;
      return triLine(meter.mac, at, { energyA: 250_000, ...none } as Partial<Frame>);
    });
    await sender.send(meter, lines);
    const after = await comparisonOf(meter, '2026-11-01', '2026-11-30');
    expect(after.current).toEqual(before.current);
    expect(after.previous.total - before.previous.total).toBeCloseTo(1, 9);
    // A Sunday: 1 kWh at R$ 0.50.
    expect((after.previous.cost ?? 0) - (before.previous.cost ?? 0)).toBeCloseTo(0.5, 1);
    expect(after.previous.alike.hours - before.previous.alike.hours).toBe(1);
    expect(after.previous.alike.other - before.previous.alike.other).toBeCloseTo(1, 9);
  });

  it('leaves out of a comparison the data of a board before its change of owner', async () => {
    api.setClock(NOW);
    const at = new Date('2026-11-05T03:00:00Z');
    const former = await api.seed.person();
    const gone = await api.seed.meter(await api.seed.establishment(former), { removed_at: at });
    await api.seed.readings(gone, irregular(local('2025-11-01T00:00'), local('2025-11-14T00:00')));
    await api.seed.readings(gone, irregular(local('2026-10-01T00:00'), at.getTime()));
    const meter = await api.seed.meter(await api.seed.establishment(owner), {
      mac: gone.mac,
      installed_at: at,
    });
    const rows = irregular(at.getTime(), local('2026-11-13T11:00'));
    await api.seed.readings(meter, rows);
    const { current, previous, lastYear } = await comparisonOf(meter, '2026-11-01', '2026-11-30');
    expect(current.total).toBeCloseTo(sum(rows.map(({ energy_a_mwh }) => energy_a_mwh)) / 1e6, 9);
    expect(current.completeness).toBe(1);
    for (const other of [previous, lastYear]) expect(other).toMatchObject({ total: 0, change: null });
    const url = `/consolidated/comparison/${gone.mac}?start=2026-10-01&end=2026-10-31`;
    expect((await api.fail('GET', url, { token: former.token })).status).toBe(404);
  });
});

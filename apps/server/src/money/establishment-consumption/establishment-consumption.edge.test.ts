import { readMonth } from '@nascente/contract/energy/consumption';
import { readBill } from '@nascente/contract/money/bills';
import {
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { moveMeter } from '@nascente/contract/sites/meter-changes';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPriceApi } from '../../testing/price-api.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';

/** Friday, 11:20 in São Paulo. */
const NOW = '2026-11-13T14:20:00Z';
const HOUR = 3_600_000;
const PRICE = 0.8;

const { api, meterAt } = await createPriceApi(NOW, PRICE);
let owner: SeededPerson;

beforeEach(async () => {
  api.setClock(NOW);
  owner = await api.seed.person({ profile: 'Manager' });
});

/** As many kWh in each hour of UTC. */
const hourly = (from: string, to: string, kwh: number) =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / HOUR }, (_, hour) => ({
    at: new Date(Date.parse(from) + hour * HOUR),
    energy_a_mwh: kwh * 1e6,
  }));
const general = { is_general: true };

const monthsOf = async (
  establishment: string,
  months: readonly string[],
  { token } = owner,
  type = 'eletric',
) => {
  const url = `/establishment/${establishment}/consumption/months`;
  return (await api.succeed(readEstablishmentMonths, url, { token, payload: { type, months } })).hist;
};
const totalsOf = async (establishment: string, months: readonly string[], person = owner) =>
  (await monthsOf(establishment, months, person)).map(({ value }) => value.total);
const cycleOf = async (establishment: string, { token } = owner, type = 'eletric') => {
  const url = `/establishment/${establishment}/consumption?type=${type}`;
  return (await api.succeed(readEstablishmentCycle, url, { token })).consolidated;
};
const monthOfMeter = async ({ mac }: SeededMeter) =>
  (await api.succeed(readMonth, `/consolidated/monthly/${mac}`, { token: owner.token })).consolidated;

/** What frames add up to between two instants, in kWh. */
const rawKwh = async (meters: readonly SeededMeter[], from: string, to: string): Promise<number> => {
  const { rows } = await api.database.pool.query<{ kwh: number }>(
    `select coalesce(sum(energy_a_mwh), 0)::float8 / 1e6 as kwh from reading
     where installation_id = any($1) and at >= $2 and at < $3`,
    [meters.map(({ installationId }) => installationId), from, to],
  );
  return rows[0]?.kwh ?? 0;
};

describe('the months of an establishment', () => {
  it('preserves past months when the meter moves, and starts the new establishment with the move', async () => {
    const [bakery, shop] = [await api.seed.establishment(owner), await api.seed.establishment(owner)];
    const meter = await meterAt(bakery, general);
    await api.seed.readings(meter, hourly('2026-10-01T03:00:00Z', '2026-11-13T14:00:00Z', 1));
    const before = await monthsOf(bakery, ['10/2026', '11/2026']);
    expect(before.map(({ value }) => value.total)).toEqual([31 * 24, 12 * 24 + 11]);
    await api.succeed(moveMeter, `/installation-meter/${meter.installationId}/move`, {
      token: owner.token,
      payload: { locationCode: shop },
    });
    api.setClock('2026-11-13T15:10:00Z');
    expect(await totalsOf(bakery, ['10/2026', '11/2026'])).toEqual([31 * 24, 12 * 24 + 11]);
    expect((await monthsOf(bakery, ['10/2026']))[0]).toEqual(before[0]);
    expect(await totalsOf(shop, ['10/2026', '11/2026'])).toEqual([0, 0]);
    expect((await cycleOf(bakery))?.total).toBe(12 * 24 + 11);
  });

  it('counts a removed meter until its removal, and its successor from then on', async () => {
    const establishment = await api.seed.establishment(owner);
    const gone = await meterAt(establishment, { ...general, removed_at: new Date('2026-10-10T12:00:00Z') });
    const next = await meterAt(establishment, { ...general, installed_at: new Date('2026-10-10T12:00:00Z') });
    await api.seed.readings(gone, hourly('2026-09-01T03:00:00Z', '2026-10-10T12:00:00Z', 1));
    await api.seed.readings(next, hourly('2026-10-10T12:00:00Z', '2026-11-01T03:00:00Z', 2));
    expect(await totalsOf(establishment, ['09/2026', '10/2026'])).toEqual([720, 225 + (31 * 24 - 225) * 2]);
    expect((await monthsOf(establishment, ['10/2026']))[0]?.value.cost).toBeCloseTo(
      (225 + (31 * 24 - 225) * 2) * PRICE,
      2,
    );
  });

  it.each([['quarters'], ['closed days']])(
    'changes from the sum to a general meter in the quarter-hour of installation, from %s',
    async (from) => {
      const establishment = await api.seed.establishment(owner);
      const parts = [await meterAt(establishment), await meterAt(establishment)];
      const complete = await meterAt(establishment, {
        ...general,
        installed_at: new Date('2026-10-10T12:37:00Z'),
      });
      for (const part of parts) {
        const quarters = hourly('2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z', 1).flatMap(({ at }) =>
          [0, 15, 30, 45].map((minute) => ({
            at: new Date(at.getTime() + minute * 60_000),
            energy_a_mwh: 250_000 + minute,
          })),
        );
        await api.seed.readings(part, quarters);
      }
      await api.seed.readings(complete, hourly('2026-10-10T13:00:00Z', '2026-11-01T03:00:00Z', 5));
      if (from === 'closed days') await api.closeDays();
      const expected =
        (await rawKwh(parts, '2026-10-01T03:00:00Z', '2026-10-10T12:30:00Z')) +
        (await rawKwh([complete], '2026-10-10T12:30:00Z', '2026-11-01T03:00:00Z'));
      const [october] = await monthsOf(establishment, ['10/2026']);
      expect(october?.value.total).toBeCloseTo(expected, 9);
      const { bill } = await api.succeed(
        readBill,
        `/establishment/${establishment}/bill?start=2026-10-01&end=2026-10-31`,
        {
          token: owner.token,
        },
      );
      expect(bill.consumed.total).toBeCloseTo(expected, 9);
      expect(october?.value.cost).toBeCloseTo(bill.total, 2);
    },
  );

  it('separates water from energy, each priced by its own meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const dear = await api.seed.tariff([
      { valid_from: '2020-01-01', in_point: '1.5', inter_point: '1.5', out_point: '1.5' },
      { valid_from: '2026-10-16', in_point: '2', inter_point: '2', out_point: '2' },
    ]);
    await api.seed.readings(
      await meterAt(establishment),
      hourly('2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z', 1),
    );
    const other = await meterAt(establishment, { tariff_id: dear });
    await api.seed.readings(other, hourly('2026-10-01T03:00:00Z', '2026-11-01T03:00:00Z', 2));
    const tap = await api.seed.meter(establishment, { tariff_id: dear }, { type: 'water' });
    await api.seed.readings(tap, [{ at: '2026-10-20T12:00:00Z', volume_ml: 3_000_000 }]);
    const [energy] = await monthsOf(establishment, ['10/2026']);
    const expected = 744 * PRICE + 15 * 48 * 1.5 + 16 * 48 * 2;
    expect(energy?.value).toMatchObject({ total: 3 * 744, cost: Number(expected.toFixed(2)) });
    const [water] = await monthsOf(establishment, ['10/2026'], owner, 'water');
    expect(water?.value).toMatchObject({ total: 3, cost: 6 });
  });

  it.each([
    ['a leap day', 'America/Sao_Paulo', '02/2024', '2024-02-01T03:00:00Z', '2024-03-01T03:00:00Z', 29 * 24],
    ['a zone ahead of UTC', 'Europe/Lisbon', '07/2026', '2026-06-30T23:00:00Z', '2026-07-31T23:00:00Z', 744],
    [
      'a clock set forward',
      'America/New_York',
      '03/2026',
      '2026-03-01T05:00:00Z',
      '2026-04-01T04:00:00Z',
      743,
    ],
    ['a clock set back', 'America/New_York', '11/2025', '2025-11-01T04:00:00Z', '2025-12-01T05:00:00Z', 721],
    [
      'half an hour of offset',
      'Asia/Kolkata',
      '09/2026',
      '2026-08-31T18:30:00Z',
      '2026-09-30T18:30:00Z',
      720,
    ],
  ])('splits civil months with %s', async (_, zone, month, from, to, hours) => {
    const establishment = await api.seed.establishment(owner, { zone });
    const before = new Date(Date.parse(from) - 5 * HOUR).toISOString();
    const after = new Date(Math.min(Date.parse(to) + 5 * HOUR, Date.parse(NOW) - HOUR)).toISOString();
    const there = { installed_at: new Date(before), removed_at: new Date(after) };
    const meters = [await meterAt(establishment, there), await meterAt(establishment, there)];
    for (const meter of meters) await api.seed.readings(meter, hourly(before, after, 1));
    const [answer] = await monthsOf(establishment, [month]);
    expect(answer?.value.total).toBe(await rawKwh(meters, from, to));
    expect(answer?.value).toMatchObject({ total: 2 * hours, completeness: 0.25 });
    await api.closeDays();
    expect((await monthsOf(establishment, [month]))[0]).toEqual(answer);
  });

  it('a client user sees the months of its assigned meters only, while they were installed', async () => {
    const establishment = await api.seed.establishment(owner);
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    const oven = await meterAt(establishment);
    const complete = await meterAt(establishment, general);
    await api.seed.readings(oven, hourly('2026-10-01T03:00:00Z', '2026-11-13T14:00:00Z', 1));
    await api.seed.readings(complete, hourly('2026-10-01T03:00:00Z', '2026-11-13T14:00:00Z', 7));
    await api.seed.give(client, oven);
    expect(await totalsOf(establishment, ['10/2026'], client)).toEqual([744]);
    expect(await cycleOf(establishment, client)).toEqual(await monthOfMeter(oven));
    expect(await totalsOf(establishment, ['10/2026'])).toEqual([7 * 744]);
    const otherAccount = await api.seed.person();
    expect(
      await api.fail('POST', `/establishment/${establishment}/consumption/months`, {
        token: otherAccount.token,
        payload: { type: 'eletric', months: ['10/2026'] },
      }),
    ).toMatchObject({ status: 404, msg: 'Estabelecimento não encontrado.' });
  });

  it('returns zero months and no cycle for an establishment without meters', async () => {
    const establishment = await api.seed.establishment(owner);
    expect(await monthsOf(establishment, ['11/2026', '12/2026'])).toMatchObject([
      { date: '11/2026', value: { total: 0, completeness: 0 } },
      { date: '12/2026', value: { total: 0, completeness: 0 } },
    ]);
    expect(await cycleOf(establishment)).toBeNull();
  });
});

describe('energy not counted by other meters', () => {
  it('returns the unmeasured rest only for the time of the general meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const complete = await meterAt(establishment, {
      ...general,
      installed_at: new Date('2026-11-11T03:00:00Z'),
    });
    await api.seed.readings(complete, hourly('2026-11-11T03:00:00Z', '2026-11-13T14:00:00Z', 4));
    const gone = await meterAt(establishment, { removed_at: new Date('2026-11-12T03:00:00Z') });
    for (const meter of [await meterAt(establishment), gone])
      await api.seed.readings(meter, hourly('2026-11-01T03:00:00Z', '2026-11-12T03:00:00Z', 1));
    const { rest } = await api.succeed(
      readEstablishmentRest,
      `/establishment/${establishment}/consumption/rest`,
      {
        token: owner.token,
      },
    );
    const [all, others, before] = [59 * 4, 24 * 2, 10 * 24 * 2];
    expect(rest?.total).toBeCloseTo(all - others, 9);
    expect(rest?.share).toBeCloseTo((all - others) / (all + before), 9);
    expect(rest?.cost).toBeCloseTo((all - others) * PRICE, 2);
  });
});

describe('the same days a year before', () => {
  const yearBeforeOf = async (establishment: string) =>
    (
      await api.succeed(
        readEstablishmentYearBefore,
        `/establishment/${establishment}/consumption/year-before`,
        {
          token: owner.token,
        },
      )
    ).yearBefore;
  const everyQuarter = (from: string, to: string, kwh: number) =>
    Array.from({ length: (Date.parse(to) - Date.parse(from)) / 900_000 }, (_, quarter) => ({
      at: new Date(Date.parse(from) + quarter * 900_000),
      energy_a_mwh: kwh * 250_000,
    }));

  it('compares with the year before when both were measured by a general meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const gone = await meterAt(establishment, { ...general, removed_at: new Date('2026-03-01T12:00:00Z') });
    const next = await meterAt(establishment, { ...general, installed_at: new Date('2026-03-01T12:00:00Z') });
    await api.seed.readings(gone, everyQuarter('2025-11-01T03:00:00Z', '2025-11-14T03:00:00Z', 2));
    await api.seed.readings(next, everyQuarter('2026-11-01T03:00:00Z', '2026-11-13T14:15:00Z', 3));
    const hours = 12 * 24 + 11;
    const days = { start: '2025-11-01', end: '2025-11-13' };
    expect(await yearBeforeOf(establishment)).toEqual({
      ...days,
      hours,
      ofHours: hours,
      current: hours * 3,
      other: hours * 2,
    });
  });

  it('compares with no year before when the number of meters differs', async () => {
    const establishment = await api.seed.establishment(owner);
    const old = await meterAt(establishment);
    const added = await meterAt(establishment, { installed_at: new Date('2026-06-01T03:00:00Z') });
    await api.seed.readings(old, everyQuarter('2025-11-01T03:00:00Z', '2025-11-14T03:00:00Z', 2));
    await api.seed.readings(added, everyQuarter('2026-11-01T03:00:00Z', '2026-11-13T14:15:00Z', 3));
    expect(await yearBeforeOf(establishment)).toBeNull();
  });
});

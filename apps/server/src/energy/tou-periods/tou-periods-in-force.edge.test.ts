import { readAlwaysOn, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import type { TouRule } from '@nascente/contract/energy/tou-periods';
import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readEstablishmentTouPeriods } from '@nascente/contract/money/establishment-consumption';
import type { TariffRules, TouWindows } from '@nascente/domain/sites/tariffs/tariff-rules';
import { beforeAll, describe, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { AZUL, BRANCA, CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

/** Wednesday, 12:07 in São Paulo. */
const NOW = '2026-10-14T15:07:00Z';
const QUARTER = 900_000;
const SEPTEMBER = 'start=2026-09-01&end=2026-09-30';
const LIGHT: TouWindows = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: 2024,
};
const GENERAL = {
  peak: { start: 1080, end: 1260 },
  intermediate: [],
  blackAwarenessFrom: 2024,
  hasPeakOnHolidays: true,
};
const OF_LIGHT = { ...LIGHT, intermediate: [] };
const under = <R extends TariffRules>(rules: R, windows = LIGHT): R => ({ ...rules, windows });

let api: TestApi;
let owner: SeededPerson;

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
});

/** A pattern that no two quarter-hours of a day share, inductive by day and capacitive by night. */
const pattern = (from: string, to = NOW) => {
  const first = Date.parse(`${from}T00:00-03:00`);
  const count = Math.ceil((Date.parse(to) - first) / QUARTER);
  return Array.from({ length: count }, (_, index) => ({
    at: new Date(first + index * QUARTER),
    energy_a_mwh: 1_000_000 + ((index * 7919) % 400_009),
    energy_b_mwh: (index * 104_729) % 90_001,
    reactive_a_mvarh: ((index * 15_485_863) % 1_500_007) - (index % 96 < 24 ? 900_000 : 200_000),
  }));
};
const meteredEstablishment = async (tariffs: { establishment?: string; meter?: string } = {}) => {
  const establishment = await api.seed.establishment(owner, {
    tariff_group: 'A',
    tariff_id: tariffs.establishment ?? null,
  });
  const meter = await api.seed.meter(establishment, { is_general: true, tariff_id: tariffs.meter ?? null });
  return { establishment, meter };
};
const measured = async (from: string, tariffs: { establishment?: string; meter?: string } = {}) => {
  const made = await meteredEstablishment(tariffs);
  await api.seed.readings(made.meter, pattern(from));
  return made;
};
const agree = (
  establishment: string,
  tax: string | null,
  validFrom: string,
  terms: Partial<BillingContractJson>,
) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { type: 'eletric', validFrom, tax, terms: aContract(terms) },
  });
const OF_A = { group: 'A', subgroup: 'A4', supply: null } as const;
const VERDE_TERMS = { ...OF_A, modality: 'verde', demand: { mode: 'single', demand: 6 } } as const;
const AZUL_TERMS = {
  ...OF_A,
  modality: 'azul',
  demand: { mode: 'by-post', inPoint: 6, outPoint: 6 },
} as const;

const demandOf = async ({ mac }: SeededMeter, days = SEPTEMBER) =>
  (await api.succeed(readDemand, `/consolidated/demand/${mac}?${days}`, { token: owner.token })).demand;
const touPeriodsOf = async (establishment: string) =>
  (
    await api.succeed(
      readEstablishmentTouPeriods,
      `/establishment/${establishment}/consumption/tou-periods`,
      {
        token: owner.token,
      },
    )
  ).energy;
const billOf = async (establishment: string, days = '') =>
  (await api.succeed(readBill, `/establishment/${establishment}/bill${days}`, { token: owner.token })).bill;
const hoursOf = (rules: readonly TouRule[]) =>
  rules.map(({ start, end, tariff, windows }) => [start, end, tariff?._id ?? null, windows.peak.start]);

/** The highest quarter-hours of days by time-of-use period, kW, by PostgreSQL; the peak lies between two local times. */
const highestOf = async (meter: SeededMeter, first: string, last: string, from: string, to: string) => {
  const { rows } = await api.database.pool.query<{ peak: boolean; kw: number }>(
    `select extract(isodow from local) < 6 and local::date <> '2026-09-07' and local::time >= $4::time
       and local::time < $5::time as peak, max(consumed_a_mwh + consumed_b_mwh)::float8 * 4 / 1e6 as kw
     from quarter, lateral (select start at time zone 'America/Sao_Paulo' as local) clock
     where installation_id = $1 and local::date between $2::date and $3::date group by 1 order by 1`,
    [meter.installationId, first, last, from, to],
  );
  return { outPoint: rows[0]?.kw, inPoint: rows[1]?.kw };
};

describe('time-of-use periods of a contract with a peak from half past', () => {
  it('demand equals the billed demand of the cycle, under Azul for each time-of-use period', async () => {
    const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(AZUL) }]);
    const { establishment, meter } = await measured('2026-08-25');
    await agree(establishment, tax, '2026-01-01', AZUL_TERMS);
    const demand = await demandOf(meter);
    const bill = await billOf(establishment, `?${SEPTEMBER}`);
    expect(bill.demand.map(({ touPeriod, measured: power, at }) => [touPeriod, power, at])).toEqual([
      ['inPoint', demand.highest.inPoint?.power, demand.highest.inPoint?.start],
      ['outPoint', demand.highest.outPoint?.power, demand.highest.outPoint?.start],
    ]);
    expect(demand.highest).toMatchObject({ interPoint: null });
    const found = await highestOf(meter, '2026-09-01', '2026-09-30', '17:30', '20:30');
    expect(demand.highest.inPoint?.power).toBeCloseTo(found.inPoint ?? 0, 9);
    expect(demand.highest.outPoint?.power).toBeCloseTo(found.outPoint ?? 0, 9);
    expect(demand.touPeriods).toMatchObject([
      { start: '2026-09-01', end: '2026-09-30', tariff: { _id: tax, modality: 'azul' }, windows: OF_LIGHT },
    ]);
  });

  it('Home shows the active and reactive energy of the bill by time-of-use period', async () => {
    const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(VERDE) }]);
    const { establishment, meter } = await measured('2026-09-25');
    const added = await api.seed.meter(establishment, {
      is_general: true,
      installed_at: new Date('2026-10-06T14:20:00Z'),
    });
    await api.seed.readings(added, pattern('2026-10-07'));
    await agree(establishment, tax, '2026-01-01', VERDE_TERMS);
    const check = async () => {
      const [energy, { consumed, reactive }] = [
        await touPeriodsOf(establishment),
        await billOf(establishment),
      ];
      expect(energy).toMatchObject({
        peak: { active: consumed.inPoint, excessReactive: reactive.inPoint },
        intermediate: null,
        offPeak: { active: consumed.outPoint, excessReactive: reactive.outPoint },
      });
      expect(energy.touPeriods).toMatchObject([
        { start: '2026-10-01', end: '2026-10-14', windows: OF_LIGHT },
      ]);
      return energy;
    };
    const energy = await check();
    expect(
      Math.min(energy.peak.active, energy.peak.excessReactive, energy.offPeak.excessReactive),
    ).toBeGreaterThan(0);
    const day = await demandOf(meter, 'start=2026-10-13&end=2026-10-13&top=20');
    const touPeriods = Map.groupBy(day.peaks, ({ touPeriod }) => touPeriod);
    const minutes = (touPeriods.get('inPoint') ?? []).map(({ start }) =>
      new Date(start).toISOString().slice(11, 16),
    );
    expect(minutes.length).toBeGreaterThan(0);
    for (const at of minutes) expect(at >= '20:30' && at < '23:30').toBe(true);
  });

  it('the contract periods price the always-on load, and appear beside the heat map', async () => {
    const simple = await api.seed.tariff([
      { valid_from: '2020-01-01', in_point: '2', inter_point: '1', out_point: '0.5' },
    ]);
    const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(BRANCA) }]);
    const { establishment, meter } = await meteredEstablishment({ meter: simple });
    const at = (clock: string) => ({ at: `2026-10-13T${clock}:00-03:00`, energy_a_mwh: 1e6 });
    await api.seed.readings(meter, ['17:00', '17:15', '17:30', '17:45', '20:15', '20:30'].map(at));
    const { token } = owner;
    const readBase = async () =>
      (
        await api.succeed(readAlwaysOn, `/always-on/retrieve-interval/${meter.mac}/2026-10-13/2026-10-13`, {
          token,
        })
      ).alwaysOn;
    // Two quarter-hours from 18 to 21 h, as no contract says otherwise.
    expect(await readBase()).toMatchObject({
      energy: 6,
      cost: 2 * 2 + 4 * 0.5,
      touPeriods: [{ tariff: null }],
    });
    await agree(establishment, tax, '2026-01-01', { modality: 'branca' });
    // Nothing else was measured in its cycle: the bill charges for consumption what the base costs.
    const { lines } = await billOf(establishment);
    const billed = lines.filter(({ kind }) => kind === 'energy' || kind === 'flag');
    const cost = billed.reduce((sum, { amount }) => sum + amount, 0);
    expect(await readBase()).toMatchObject({
      cost: expect.closeTo(cost, 9),
      touPeriods: [{ windows: LIGHT }],
    });
    const { heatmap } = await api.succeed(
      readHeatMap,
      `/consolidated/heatmap/${meter.mac}?start=2026-10-12&end=2026-10-20`,
      { token },
    );
    expect(heatmap.touPeriods).toMatchObject([
      { start: '2026-10-12', end: '2026-10-14', tariff: { _id: tax }, windows: LIGHT },
    ]);
    const { intermediate } = await touPeriodsOf(establishment);
    expect(intermediate).toEqual({ active: 1, excessReactive: 0 });
  });
});

describe('time-of-use periods of days under more than one rule', () => {
  it('the periods follow a contract from the cycle of its start, like its bills', async () => {
    const plain = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
    const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(VERDE) }]);
    const { establishment, meter } = await measured('2026-08-25');
    await agree(establishment, plain, '2026-01-01', {});
    await agree(establishment, tax, '2026-09-16', VERDE_TERMS);
    const demand = await demandOf(meter, 'start=2026-08-25&end=2026-09-30&top=20');
    expect(hoursOf(demand.touPeriods)).toEqual([
      ['2026-08-25', '2026-08-31', null, 1080],
      ['2026-09-01', '2026-09-30', tax, 1050],
    ]);
    const complete = await demandOf(meter);
    const [billed] = (await billOf(establishment, `?${SEPTEMBER}`)).demand;
    const highest = Math.max(complete.highest.inPoint?.power ?? 0, complete.highest.outPoint?.power ?? 0);
    expect(billed?.measured).toBe(highest);
    const [before, after] = [
      await highestOf(meter, '2026-08-25', '2026-08-31', '18:00', '21:00'),
      await highestOf(meter, '2026-09-01', '2026-09-30', '17:30', '20:30'),
    ];
    expect(demand.highest.inPoint?.power).toBeCloseTo(Math.max(before.inPoint ?? 0, after.inPoint ?? 0), 9);
    const { highest: ofAugust } = await demandOf(meter, 'start=2026-08-25&end=2026-08-31');
    expect(ofAugust.inPoint?.power).toBeCloseTo(before.inPoint ?? 0, 9);
  });

  it('the periods follow the tariff versions day by day', async () => {
    const tax = await seedRules(api.seed, [
      { validFrom: '2026-01-01', rules: AZUL },
      { validFrom: '2026-09-16', rules: under(AZUL) },
    ]);
    const { establishment, meter } = await measured('2026-08-30');
    await agree(establishment, tax, '2026-01-01', AZUL_TERMS);
    const { touPeriods, highest } = await demandOf(meter);
    expect(hoursOf(touPeriods)).toEqual([
      ['2026-09-01', '2026-09-15', tax, 1080],
      ['2026-09-16', '2026-09-30', tax, 1050],
    ]);
    const { demand } = await billOf(establishment, `?${SEPTEMBER}`);
    expect(demand.map(({ measured: power }) => power)).toEqual([
      highest.inPoint?.power,
      highest.outPoint?.power,
    ]);
  });
});

describe('time-of-use periods of an establishment without a contract', () => {
  it('an establishment without a contract uses the general periods', async () => {
    const { establishment, meter } = await measured('2026-08-30');
    const { touPeriods, highest } = await demandOf(meter);
    expect(touPeriods).toEqual([{ start: '2026-09-01', end: '2026-09-30', tariff: null, windows: GENERAL }]);
    const found = await highestOf(meter, '2026-09-01', '2026-09-30', '18:00', '21:00');
    expect(highest.inPoint?.power).toBeCloseTo(found.inPoint ?? 0, 9);
    const energy = await touPeriodsOf(establishment);
    expect(energy).toMatchObject({ intermediate: null, touPeriods: [{ tariff: null, windows: GENERAL }] });
    expect(energy.peak.active + energy.offPeak.active).toBeCloseTo(
      (await billOf(establishment)).consumed.total,
      9,
    );
  });

  it.each(['establishment', 'meter'] as const)(
    'an establishment without a contract uses the tariff of its %s',
    async (whose) => {
      const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(AZUL) }], {
        tariff_group: 'A4',
      });
      const { establishment, meter } = await measured('2026-08-30', { [whose]: tax });
      await api.seed.meter(establishment, {
        tariff_id: await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: AZUL }]),
      });
      const { touPeriods } = await demandOf(meter);
      expect(hoursOf(touPeriods)).toEqual([['2026-09-01', '2026-09-30', tax, 1050]]);
    },
  );

  it('uses the tariff of the first meter, or of the last one after all have left', async () => {
    const [first, second, third] = await Promise.all(
      [LIGHT, { ...LIGHT, peak: { start: 1110, end: 1290 }, intermediate: [] }, GENERAL].map((windows) =>
        seedRules(api.seed, [{ validFrom: '2026-01-01', rules: under(AZUL, windows) }]),
      ),
    );
    const at = (day: string) => new Date(`${day}T12:00:00Z`);
    const { establishment, meter } = await meteredEstablishment();
    await api.seed.meter(establishment, {
      tariff_id: third ?? null,
      installed_at: at('2026-01-01'),
      removed_at: at('2026-05-01'),
    });
    const gone = { tariff_id: first ?? null, installed_at: at('2026-02-01'), removed_at: at('2026-05-01') };
    await api.seed.meter(establishment, gone);
    const tariffs = async () => [
      (await demandOf(meter)).touPeriods[0]?.tariff?._id,
      (await billOf(establishment, `?${SEPTEMBER}`)).tariff?._id,
    ];
    expect(await tariffs()).toEqual([first, first]);
    await api.seed.meter(establishment, { tariff_id: second ?? null, installed_at: at('2026-03-01') });
    await api.seed.meter(establishment, { tariff_id: third ?? null, installed_at: at('2026-04-01') });
    expect(await tariffs()).toEqual([second, second]);
  });
});

it('water has no time-of-use periods', async () => {
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, {}, { type: 'water' });
  await api.seed.readings(meter, [{ at: '2026-10-13T20:00:00Z', volume_ml: 5000 }]);
  const { heatmap } = await api.succeed(
    readHeatMap,
    `/consolidated/heatmap/${meter.mac}?start=2026-10-13&end=2026-10-13`,
    { token: owner.token },
  );
  expect(heatmap.touPeriods).toEqual([]);
});

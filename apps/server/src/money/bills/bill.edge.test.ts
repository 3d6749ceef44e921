import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { saveContract, saveReadingDates } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { parseZone } from '@nascente/domain/base/time/zone';
import { parsePrice } from '@nascente/domain/base/units/price';
import { beforeAll, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let convencional: string;
let branca: string;
let verde: string;

const SEPTEMBER = '?start=2026-09-01&end=2026-09-30';
const FROM = '2026-01-01';

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  convencional = await seedRules(api.seed, [{ validFrom: FROM, rules: CONVENCIONAL }]);
  branca = await seedRules(api.seed, [{ validFrom: FROM, rules: BRANCA }]);
  verde = await seedRules(api.seed, [{ validFrom: FROM, rules: VERDE }], { tariff_group: 'A4' });
});

const billOf = async (establishment: string, query = SEPTEMBER, token = owner.token) =>
  (await api.succeed(readBill, `/establishment/${establishment}/bill${query}`, { token })).bill;
const agree = (
  establishment: string,
  tax: string | null,
  terms: Partial<BillingContractJson> = {},
  validFrom = FROM,
  type = 'eletric',
) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { type, validFrom, tax, terms: aContract(terms) },
  });
const kwh = (at: string, amount: number) => ({ at, energy_a_mwh: amount * 1e6 });

describe('a Group B bill', () => {
  it('a bill has kWh at the taxed price, flag and public lighting, each truncated to cents', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(
      await api.seed.meter(establishment),
      steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }),
    );
    await agree(establishment, convencional);
    const bill = await billOf(establishment);
    // 0.70 / (0.82 × 0.95) × 200 = 179.7175…; the yellow flag 0.01885 / 0.779 × 200 = 4.8395…
    expect(bill.lines.map(({ kind, amount, quantity }) => [kind, amount, quantity])).toEqual([
      ['energy', 179.71, 200],
      ['flag', 4.83, 200],
      ['cosip', 12.34, null],
    ]);
    expect(bill).toMatchObject({ total: 196.88, completeness: 1, missing: [], isOpen: false });
    // ICMS is 18 % of both taxed lines: 32.34 and 0.86, each cut.
    expect(bill.taxes.icms).toBe(33.2);
    expect(bill.tariff).toMatchObject({ _id: convencional, versions: [{ validFrom: FROM }] });
  });

  it('leaves out the readings of an inverter meter where no general meter exists', async () => {
    const establishment = await api.seed.establishment(owner);
    const days = ['2026-09-01', '2026-09-30'] as const;
    await api.seed.readings(await api.seed.meter(establishment), steadyReadings(...days, { kwh: 200 }));
    const inverter = await api.seed.meter(establishment, { solar_panel: true });
    await api.seed.readings(inverter, steadyReadings(...days, { kwh: 90 }));
    await agree(establishment, convencional);
    const { consumed, missing } = await billOf(establishment);
    expect(consumed.total).toBe(200);
    expect(missing).toEqual([]);
  });

  it('counts each quarter-hour in its time-of-use period, without a peak at weekends', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), [
      kwh('2026-09-02T21:30:00Z', 10),
      kwh('2026-09-02T20:15:00Z', 20),
      kwh('2026-09-02T13:00:00Z', 30),
      kwh('2026-09-05T21:30:00Z', 5),
      // Independence day.
      kwh('2026-09-07T21:30:00Z', 7),
    ]);
    await agree(establishment, branca, { modality: 'branca', taxes: [], supply: null });
    const bill = await billOf(establishment);
    expect(bill.consumed).toEqual({ total: 72, inPoint: 10, interPoint: 20, outPoint: 42 });
    const energy = bill.lines.filter(({ kind }) => kind === 'energy').map(({ amount }) => amount);
    expect(energy).toEqual([14, 18, 21]);
  });

  it('names missing contract data, and still returns a bill', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), [kwh('2026-09-02T13:00:00Z', 200)]);
    await agree(establishment, convencional, { taxes: [], supply: null, cosip: null });
    const { missing, total } = await billOf(establishment);
    expect(total).toBe(143.77);
    expect(missing.map((text) => text.replace(/ [\d.]+ de [\d.]+ /, ' … '))).toEqual([
      expect.stringContaining('Faltam … medições'),
      expect.stringContaining('ICMS'),
      expect.stringContaining('tipo de fornecimento'),
      expect.stringContaining('COSIP'),
    ]);
  });

  it('names the tariff of the meter as price source when the contract has none', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { tariff_id: convencional });
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree(establishment, null);
    const bill = await billOf(establishment);
    expect(bill).toMatchObject({ total: 196.88, tariff: { _id: convencional } });
    expect(bill.missing).toEqual([
      expect.stringMatching(/^O contrato não diz a tarifa: os preços são os de .+, a tarifa do cadastro\.$/),
    ]);
    await agree(establishment, convencional);
    expect((await billOf(establishment)).missing).toEqual([]);
  });

  it('a bill without a contract uses the tariff of its meter', async () => {
    const tax = await api.seed.tariff([
      { valid_from: FROM, in_point: '1', inter_point: '1', out_point: '0.5' },
    ]);
    const establishment = await api.seed.establishment(owner, { tariff_group: 'B' });
    const meter = await api.seed.meter(establishment, { tariff_id: tax });
    await api.seed.readings(meter, [kwh('2026-09-02T21:30:00Z', 10), kwh('2026-09-02T13:00:00Z', 30)]);
    const bill = await billOf(establishment);
    expect(bill).toMatchObject({
      total: 25,
      contract: { validFrom: null, terms: { group: 'B', modality: 'simple' } },
    });
  });

  it.each([
    ['convencional', () => convencional],
    ['branca', () => branca],
    ['verde', () => verde],
  ])('a bill without a contract equals Home for a tariff that is %s', async (_, tax) => {
    const other = await api.seed.tariff([
      { valid_from: FROM, in_point: '9', inter_point: '9', out_point: '9' },
    ]);
    const establishment = await api.seed.establishment(owner, { tariff_group: 'B', tariff_id: other });
    const meter = await api.seed.meter(establishment, { tariff_id: tax(), is_general: true });
    await api.seed.readings(meter, steadyReadings('2026-10-01', '2026-10-11', { kwh: 331 }));
    const bill = await billOf(establishment, '');
    const { consolidated } = await api.succeed(
      readEstablishmentCycle,
      `/establishment/${establishment}/consumption?type=eletric`,
      { token: owner.token },
    );
    expect(bill.total).toBeGreaterThan(100);
    expect([consolidated?.basis, consolidated?.cost]).toEqual(['tariff', bill.total]);
    expect(new Set(bill.lines.map(({ kind }) => kind))).toEqual(new Set(['energy']));
  });

  it('a bill without a contract prices each kWh by the tariff of its meter', async () => {
    const establishment = await api.seed.establishment(owner);
    const ofPrice = async (price: string, color: string) =>
      api.seed.tariff([{ valid_from: FROM, in_point: price, inter_point: price, out_point: price }], {
        color,
      });
    const [one, two] = [await ofPrice('0.5', 'Uma'), await ofPrice('0.8', 'Outra')];
    for (const [name, tariff_id, used] of [
      ['A', one, 100],
      ['B', two, 50],
    ] as const) {
      const meter = await api.seed.meter(establishment, { name, tariff_id });
      await api.seed.readings(meter, [kwh('2026-10-05T15:00:00Z', used)]);
    }
    const bill = await billOf(establishment, '');
    expect(
      bill.lines.map(({ label, quantity, amount }) => [label.split(' – ')[0], quantity, amount]),
    ).toEqual([
      ['Consumo', 100, 50],
      ['Consumo', 50, 40],
    ]);
    expect(new Set(bill.lines.map(({ label }) => label)).size).toBe(2);
    const { consolidated } = await api.succeed(
      readEstablishmentCycle,
      `/establishment/${establishment}/consumption`,
      { token: owner.token },
    );
    expect([bill.total, consolidated?.cost]).toEqual([90, 90]);
  });

  it('a bill without a meter is zero, and shows the reason', async () => {
    const bill = await billOf(await api.seed.establishment(owner));
    expect(bill).toMatchObject({ total: 0, lines: [], completeness: 0, tariff: null, meters: [] });
    expect(bill.missing).toEqual(['Falta um medidor de energia: não há consumo medido nestes dias.']);
  });

  it('has separate lines for each price when prices changed within the bill', async () => {
    const dearer = {
      ...CONVENCIONAL,
      energy: { outPoint: { tusd: parsePrice('1'), te: parsePrice('0.4') } },
    };
    const tax = await seedRules(api.seed, [
      { validFrom: FROM, rules: CONVENCIONAL },
      { validFrom: '2026-09-16', rules: dearer as typeof CONVENCIONAL },
    ]);
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), [
      kwh('2026-09-15T13:00:00Z', 100),
      kwh('2026-09-16T13:00:00Z', 100),
    ]);
    await agree(establishment, tax, { taxes: [] });
    const { lines, tariff } = await billOf(establishment);
    const energy = lines.filter(({ kind }) => kind === 'energy');
    expect(energy.map(({ label, amount }) => [label.slice(-12), amount])).toEqual([
      [' 01/01/2026)', 70],
      [' 16/09/2026)', 140],
    ]);
    expect(tariff?.versions).toEqual([{ validFrom: FROM }, { validFrom: '2026-09-16' }]);
  });

  it('counts the hours of the local zone, also where March has a clock change', async () => {
    const zone = parseZone('America/New_York');
    if (zone === null) throw new Error('no zone');
    const establishment = await api.seed.establishment(owner, { zone });
    const readings = steadyReadings('2026-03-01', '2026-03-31', { kwh: 743, zone });
    expect(readings).toHaveLength(743 * 4);
    await api.seed.readings(await api.seed.meter(establishment), readings);
    await agree(establishment, branca, { modality: 'branca' });
    const bill = await billOf(establishment, '?start=2026-03-01&end=2026-03-31');
    // A kWh an hour: 22 working days with 3 hours of peak, and one hour before and after it.
    expect(bill).toMatchObject({ completeness: 1, consumed: { inPoint: 66, interPoint: 44, total: 743 } });
  });
});

describe('the bill of Group A', () => {
  it('shows demand beside the contract, and doubles the price above the tolerance', async () => {
    const establishment = await api.seed.establishment(owner, { tariff_group: 'A' });
    await api.seed.readings(await api.seed.meter(establishment), [
      kwh('2026-09-02T13:00:00Z', 17.5),
      kwh('2026-09-02T21:30:00Z', 10),
    ]);
    const demand = { mode: 'single', demand: 60 } as const;
    await agree(establishment, verde, { group: 'A', subgroup: 'A4', modality: 'verde', demand, taxes: [] });
    const bill = await billOf(establishment);
    expect(bill.demand).toEqual([
      {
        touPeriod: null,
        measured: 70,
        at: '2026-09-02T13:00:00.000Z',
        contracted: 60,
        billed: 70,
        overrun: 10,
      },
    ]);
    const amounts = bill.lines.map(({ kind, amount }) => [kind, amount]);
    expect(amounts).toContainEqual(['demand', 1400]);
    expect(amounts).toContainEqual(['overrun', 400]);
    // 10 kWh at R$ 1.70 and 17.5 at R$ 0.40.
    expect(amounts.filter(([kind]) => kind === 'energy')).toEqual([
      ['energy', 17],
      ['energy', 7],
    ]);
  });

  it('shows reactive excess, hour by hour', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment);
    // An hour of P = 60 kWh and Q = 80 kvarh: f = 0.6, so 60 × (0.92 / 0.6 − 1) = 32 kvarh.
    await api.seed.readings(meter, [
      { at: '2026-09-02T13:00:00Z', energy_a_mwh: 60e6, reactive_a_mvarh: 80e6 },
    ]);
    await agree(establishment, verde, { group: 'A', subgroup: 'A4', modality: 'verde', taxes: [] });
    const { reactive, lines } = await billOf(establishment);
    expect(reactive).toEqual({ total: 32, inPoint: 0, interPoint: 0, outPoint: 32 });
    expect(lines.find(({ kind }) => kind === 'reactive-energy')?.amount).toBe(9.6);
  });
});

describe('meters counted in a bill', () => {
  it('counts the general meter while it exists, and all meters before', async () => {
    const establishment = await api.seed.establishment(owner);
    const oven = await api.seed.meter(establishment, { name: 'Forno' });
    const light = await api.seed.meter(establishment, {
      name: 'Luz',
      removed_at: new Date('2026-09-20T00:00:00Z'),
    });
    const since = new Date('2026-09-10T03:00:00Z');
    const general = await api.seed.meter(establishment, {
      name: 'Geral',
      is_general: true,
      installed_at: since,
    });
    await api.seed.readings(oven, [kwh('2026-09-05T13:00:00Z', 10), kwh('2026-09-15T13:00:00Z', 1000)]);
    await api.seed.readings(light, [kwh('2026-09-05T13:00:00Z', 5), kwh('2026-09-15T13:00:00Z', 1000)]);
    await api.seed.readings(general, [kwh('2026-09-15T13:00:00Z', 300)]);
    const bill = await billOf(establishment);
    expect(bill.consumed.total).toBe(315);
    expect(bill.meters.map(({ name }) => name).toSorted()).toEqual(['Forno', 'Geral', 'Luz']);
    expect((await billOf(establishment, '?start=2026-09-01&end=2026-09-09')).missing[0]).toBe(
      'Falta um medidor geral: a fatura soma os 2 medidores do estabelecimento.',
    );
  });

  it('uses the demand of all meters together, not the sum of their own demands', async () => {
    const establishment = await api.seed.establishment(owner);
    for (const [at, other] of [
      ['13:00', '13:15'],
      ['13:15', '13:00'],
    ]) {
      await api.seed.readings(await api.seed.meter(establishment), [
        kwh(`2026-09-02T${at}:00Z`, 20),
        kwh(`2026-09-02T${other}:00Z`, 5),
      ]);
    }
    await agree(establishment, verde, { group: 'A', subgroup: 'A4', modality: 'verde' });
    expect((await billOf(establishment)).demand[0]?.measured).toBe(100);
  });

  it('bills water by volume, in tiers', async () => {
    const tier = (upTo: number | null, price: string) => ({ upTo, price: parsePrice(price), flat: false });
    const tax = await seedRules(api.seed, [
      {
        validFrom: FROM,
        rules: {
          modality: 'water',
          category: 'comercial',
          water: { fixedFee: 0 as never, minimum: 10, tiers: [tier(10, '5'), tier(null, '8')] },
          sewage: { mode: 'percent', share: 5_000_000_000n as never },
          otherFees: [],
          rounding: 'half-up',
          integerM3: true,
        },
      },
    ]);
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment, { tariff_id: tax }, { type: 'water' });
    await api.seed.readings(meter, [{ at: '2026-09-02T13:00:00Z', volume_ml: 14_700_000 }]);
    const bill = await billOf(establishment, `${SEPTEMBER}&type=water`);
    // 14 whole m³: 10 × 5 + 4 × 8 = 82, and half of it for sewage.
    expect(bill).toMatchObject({ type: 'water', total: 123, consumed: { total: 14.7 } });
    expect(bill.contract.terms.modality).toBe('water');
  });

  it('carries generation credits from cycle to cycle', async () => {
    const establishment = await api.seed.establishment(owner);
    await api.seed.readings(await api.seed.meter(establishment), [
      kwh('2026-08-05T13:00:00Z', -500),
      kwh('2026-08-06T13:00:00Z', 200),
      kwh('2026-09-05T13:00:00Z', 120),
    ]);
    const taxes = { icms: false, pisCofins: false };
    const generation = { class: 'I', credits: [], ownTaxes: taxes, otherTaxes: taxes } as const;
    await agree(establishment, convencional, { generation: { ...generation, credits: [] } }, '2026-08-01');
    expect((await billOf(establishment)).credits).toEqual({
      before: 300,
      injected: 0,
      used: 120,
      expired: 0,
      after: 180,
    });
  });
});

describe('the days of a bill', () => {
  it('a bill covers the current cycle so far unless other days are requested', async () => {
    const establishment = await api.seed.establishment(owner, { bill_read_day: 5 });
    expect(await billOf(establishment, '')).toMatchObject({
      start: '2026-10-05',
      end: '2026-10-12',
      isOpen: true,
      cycle: { start: '2026-10-05', end: '2026-11-04' },
      previousCycle: { start: '2026-09-05', end: '2026-10-04' },
      nextCycle: null,
    });
    expect(await billOf(establishment, '?start=2026-08-17')).toMatchObject({
      start: '2026-08-05',
      end: '2026-09-04',
      isOpen: false,
      nextCycle: { start: '2026-09-05', end: '2026-10-04' },
    });
  });

  it('bill days follow the reading dates of the meter', async () => {
    const establishment = await api.seed.establishment(owner, { bill_read_day: 5 });
    const url = `/establishment/${establishment}/reading-dates`;
    const payload = { dates: ['2026-09-08', '2026-08-04'] };
    const { readings } = await api.succeed(saveReadingDates, url, { token: owner.token, payload });
    expect(readings.dates).toEqual(['2026-08-04', '2026-09-08']);
    expect(readings.cycles.slice(0, 3)).toEqual([
      { start: '2026-10-05', end: '2026-11-04' },
      { start: '2026-09-08', end: '2026-10-04' },
      { start: '2026-08-04', end: '2026-09-07' },
    ]);
    expect(await billOf(establishment, '?start=2026-08-04')).toMatchObject({ end: '2026-09-07' });
    const near = { dates: ['2026-09-08', '2026-09-12'] };
    expect(await api.fail('PUT', url, { token: owner.token, payload: near })).toMatchObject({ status: 400 });
  });

  it.each([
    ['?start=2026-09-02&end=2026-09-01', 'A data final deve ser posterior à inicial.'],
    ['?start=2025-01-01&end=2026-09-01', 'O período deve ser de no máximo um ano.'],
    ['?start=2026-11-01', 'Este período ainda não começou.'],
    ['?start=2026-10-13&end=2026-10-20', 'Este período ainda não começou.'],
    ['?start=2026-02-30', 'Data inválida: use AAAA-MM-DD'],
    ['?month=09', null],
  ])('refuses the bill days %s', async (query, msg) => {
    const establishment = await api.seed.establishment(owner);
    const refusal = await api.fail('GET', `/establishment/${establishment}/bill${query}`, {
      token: owner.token,
    });
    expect(refusal).toMatchObject({ status: 400, type: 'validation', ...(msg === null ? {} : { msg }) });
  });
});

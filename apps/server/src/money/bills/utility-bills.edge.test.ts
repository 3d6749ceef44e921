import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import {
  editUtilityBill,
  enterUtilityBill,
  listUtilityBills,
  readReconciliation,
  removeUtilityBill,
} from '@nascente/contract/money/utility-bills';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let tax: string;
let verde: string;
let establishment: string;
let meter: SeededMeter;

const PERIOD = { start: '2026-09-01', end: '2026-09-30' };

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], { tariff_group: 'A4' });
});

beforeEach(async () => {
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment);
});

const url = (rest = '') => `/establishment/${establishment}/utility-bills${rest}`;
const agree = (overrides: Parameters<typeof aContract>[0] = {}, tariff = tax) =>
  api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: tariff, terms: aContract(overrides) },
  });
const enter = async (bill: object) =>
  (await api.succeed(enterUtilityBill, url(), { token: owner.token, payload: { ...PERIOD, ...bill } })).bill;
const refuse = (bill: object) =>
  api.fail('POST', url(), { token: owner.token, payload: { ...PERIOD, ...bill } });
const list = async () => (await api.succeed(listUtilityBills, url(), { token: owner.token })).bills;
const split = async (bill: object) => {
  const { id } = await enter(bill);
  const { reconciliation } = await api.succeed(readReconciliation, url(`/${id}/reconciliation`), {
    token: owner.token,
  });
  const parts = Object.fromEntries(reconciliation.parts.map(({ cause, amount }) => [cause, amount]));
  const sum = reconciliation.parts.reduce((all, { amount }) => all + Math.round(amount * 100), 0);
  expect(sum).toBe(Math.round(reconciliation.difference * 100));
  return { ...reconciliation, parts };
};

describe('a bill of the utility', () => {
  it('enters, lists, changes and removes a utility bill', async () => {
    const image = await api.seed.image(owner);
    const bill = await enter({ total: 196.88, consumed: { outPoint: 200 }, image, note: ' Paga ' });
    expect(bill).toMatchObject({
      ...PERIOD,
      type: 'eletric',
      total: 196.88,
      image,
      note: 'Paga',
      taxes: null,
      others: null,
    });
    expect(await list()).toEqual([bill]);
    const payload = { total: 200.01, image: null };
    const edited = await api.succeed(editUtilityBill, url(`/${bill.id}`), { token: owner.token, payload });
    expect(edited.bill).toEqual({ ...bill, total: 200.01, image: null });
    await api.succeed(removeUtilityBill, url(`/${bill.id}`), { token: owner.token });
    expect(await list()).toEqual([]);
    expect(await api.fail('DELETE', url(`/${bill.id}`), { token: owner.token })).toMatchObject({
      status: 404,
      msg: 'Fatura não encontrada.',
    });
  });

  const lighting = {
    label: 'COSIP',
    kind: 'lighting',
    value: { mode: 'amount', amount: '12.34' },
    isCredit: false,
    taxes: { icms: false, pisCofins: false },
  };
  const refund = {
    ...lighting,
    label: 'Devolução',
    kind: 'refund',
    value: { mode: 'quantity', quantity: 1.5, price: '3.33' },
    isCredit: true,
  };

  it('stores the other lines as printed, and returns their sum', async () => {
    // 1.5 × 3.33 is 4.995.
    const bill = await enter({ total: 204.22, lines: [lighting, refund] });
    expect(bill).toMatchObject({ lines: [lighting, refund], others: 7.34 });
    expect(await list()).toEqual([bill]);
    const change = async (payload: object) =>
      (await api.succeed(editUtilityBill, url(`/${bill.id}`), { token: owner.token, payload })).bill;
    expect(await change({ total: 205 })).toEqual({ ...bill, total: 205 });
    expect(await change({ lines: [lighting] })).toMatchObject({ lines: [lighting], others: 12.34 });
    expect(await change({ lines: [] })).toMatchObject({ lines: [], others: 0 });
    // A user may enter only the sum.
    expect(await change({ lines: null, others: 3 })).toMatchObject({ lines: null, others: 3 });
  });

  it('refuses a sum that differs from the other lines', async () => {
    const refusal = {
      status: 400,
      errors: [{ path: 'others', msg: expect.stringContaining('As linhas somam') }],
    };
    expect(await refuse({ total: 1, lines: [lighting], others: 12.35 })).toMatchObject(refusal);
    const { id } = await enter({ total: 1, lines: [lighting], others: 12.34 });
    const payload = { others: 0 };
    expect(await api.fail('PATCH', url(`/${id}`), { token: owner.token, payload })).toMatchObject(refusal);
  });

  it('stores the image of a bill while the bill refers to it', async () => {
    const image = await api.seed.image(owner);
    await enter({ total: 1, image });
    api.setClock('2026-10-20T15:07:00Z');
    await api.removeUnusedImages();
    api.setClock('2026-10-12T15:07:00Z');
    expect((await api.raw('GET', `/image/${image}`, { token: owner.token })).statusCode).toBe(200);
  });

  it.each([
    [{ total: 1, end: '2026-08-31' }, 'end', 'O fim deve ser no dia do início ou depois.'],
    [{ total: 1, consumed: { outPoint: -1 } }, 'consumed.outPoint', 'O valor não pode ser negativo.'],
    [{ total: '1' }, 'total', 'Informe um valor em R$.'],
    [
      { total: 1, image: '01a00000-0000-7000-8000-000000000001' },
      'image',
      'Imagem não encontrada. Envie a imagem da fatura novamente.',
    ],
  ])('refuses the utility bill %j', async (bill, path, msg) => {
    expect(await refuse(bill)).toMatchObject({ status: 400, errors: [{ path, msg }] });
  });

  it('refuses a second utility bill for the same days, entered or changed', async () => {
    await enter({ total: 1 });
    expect(await refuse({ total: 2 })).toMatchObject({
      status: 409,
      msg: 'Já há uma fatura com este período.',
    });
    const { id } = await enter({ total: 1, end: '2026-09-29' });
    const refusal = await api.fail('PATCH', url(`/${id}`), {
      token: owner.token,
      payload: { end: '2026-09-30' },
    });
    expect(refusal.status).toBe(409);
  });

  it('refuses the image of another account', async () => {
    const image = await api.seed.image(await api.seed.person());
    expect((await refuse({ total: 1, image })).errors?.[0]?.path).toBe('image');
  });
});

describe('the difference between billed and expected amounts', () => {
  it('returns no difference for an equal bill', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree();
    const found = await split({ total: 196.88, consumed: { outPoint: 200 } });
    expect(found).toMatchObject({ difference: 0, missing: [], completeness: 1 });
    expect(new Set(Object.values(found.parts))).toEqual(new Set([0]));
  });

  it('splits the difference into energy counted by the utility and the rest', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree();
    // 220 kWh: 197.68 + 5.32 + 12.34 = 215.34, and R$ 5 of interest.
    const found = await split({ total: 220.34, consumed: { outPoint: 220 } });
    expect(found).toMatchObject({ difference: 23.46, parts: { consumption: 18.46, rest: 5 } });
    expect(found.repriced.total).toBe(215.34);
  });

  it('names overcharged lines, and days already charged by another bill', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree();
    expect((await split({ total: 196.88, consumed: { outPoint: 200 } })).findings).toEqual([]);
    // 20 kWh that the meter did not measure, COSIP charged twice, and one day that another bill already charged.
    const found = await split({ start: '2026-09-30', end: '2026-09-30', total: 1 });
    expect(found.findings.map(({ kind }) => kind)).toContain('overlap');
    establishment = await api.seed.establishment(owner);
    meter = await api.seed.meter(establishment);
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree();
    const { findings, distributor } = await split({ total: 215.34 + 12.34, consumed: { outPoint: 220 } });
    expect(findings).toEqual([
      {
        kind: 'energy',
        amount: 18.46,
        text: 'Foram faturados 220,0 kWh; o medidor registrou 200,0 kWh nos mesmos dias.',
      },
      { kind: 'twice', amount: 12.34, text: 'A linha “COSIP” parece ter sido cobrada duas vezes.' },
    ]);
    expect(distributor).toEqual(expect.any(String));
  });

  it('compares with the bill on the screen when no contract is stored', async () => {
    establishment = await api.seed.establishment(owner, { tariff_id: tax });
    meter = await api.seed.meter(establishment, { tariff_id: tax });
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    const bill = `/establishment/${establishment}/bill?type=eletric&start=${PERIOD.start}&end=${PERIOD.end}`;
    const { bill: onScreen } = await api.succeed(readBill, bill, { token: owner.token });
    const found = await split({ total: onScreen.total + 3.5, consumed: { outPoint: 200 } });
    expect(found).toMatchObject({ expected: { total: onScreen.total }, difference: 3.5 });
    // The terms are assumptions, so they may be wrong instead of the bill.
    expect(found.findings).toEqual([]);
  });

  it('explains a difference by other days', async () => {
    await api.seed.readings(meter, [
      { at: '2026-09-10T13:00:00Z', energy_a_mwh: 200e6 },
      { at: '2026-10-01T13:00:00Z', energy_a_mwh: 100e6 },
    ]);
    await agree({ taxes: [] });
    const found = await split({
      start: '2026-09-02',
      end: '2026-10-01',
      total: 226.02,
      consumed: { outPoint: 300 },
    });
    expect(found.expected).toMatchObject(PERIOD);
    // Ours: 140 + 3.77 + 12.34. Theirs: 210, the yellow flag on 29 of 30 days 5.46 (October is green), 12.34.
    expect(found.parts).toMatchObject({ consumption: 0, demand: 0, rest: -1.78 });
    expect(found.parts.period).toBe(71.69);
  });

  it('explains a difference by missing measurements as far as the billed energy confirms them', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-15', { kwh: 200 }));
    await agree({ taxes: [], cosip: { mode: 'flat', amount: '0' } });
    const found = await split({ total: 1, consumed: { outPoint: 400 } });
    // Half of the quarters have data: 200 kWh more, at 0.70 + 0.01885.
    expect(found.completeness).toBe(0.5);
    expect(found.parts).toMatchObject({ missingData: 143.77, consumption: 0 });
  });

  it('explains a difference by demand and by taxes', async () => {
    await api.seed.readings(meter, [{ at: '2026-09-10T13:00:00Z', energy_a_mwh: 20e6 }]);
    await agree(
      { group: 'A', subgroup: 'A4', modality: 'verde', demand: { mode: 'single', demand: 80 } },
      verde,
    );
    const found = await split({ total: 5000, demand: { outPoint: 84 }, taxes: 600 });
    // 20 / (0.82 × 0.95) is 25.6739…: 84 kW are 2,156.61, 80 kW 2,053.91.
    expect(found.parts).toMatchObject({ demand: 102.7 });
    const { taxes = 0, rest = 0 } = found.parts;
    expect(taxes).not.toBe(0);
    expect(taxes + rest).toBeCloseTo(5000 - found.repriced.total, 8);
  });

  it('explains a difference by prices when the bill states its taxes and other lines', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    await agree();
    const said = { total: 210, consumed: { outPoint: 200 }, taxes: 50, others: 14 };
    // Ours: 179.71 and 4.83 by the tariff, in them 33.20 of ICMS, 1.50 of PIS and 6.04 of COFINS; 12.34 of lighting.
    const { parts, billed } = await split(said);
    expect(billed).toMatchObject({ taxes: 50, others: 14 });
    expect(parts).toEqual({
      period: 0,
      missingData: 0,
      consumption: 0,
      demand: 0,
      tariff: 2.2,
      taxes: 9.26,
      rest: 1.66,
    });
  });

  it('explains other lines one by one, and names the line charged twice', async () => {
    await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 200 }));
    const line = {
      value: { mode: 'amount', amount: '12.34' },
      isCredit: false,
      taxes: { icms: false, pisCofins: false },
    } as const;
    await agree({
      ownLines: [
        {
          ...line,
          label: 'Devolução',
          kind: 'refund',
          isCredit: true,
          isBeforeTaxes: false,
          repeats: 'cycle',
          first: '2026-01-01',
          last: null,
          sharing: 'none',
        },
      ],
    });
    const lines = ['lighting', 'service', 'service'].map((kind) => ({
      ...line,
      kind,
      label: kind === 'lighting' ? 'Iluminação Pública' : 'Vistoria',
    }));
    const { lines: compared, findings } = await split({
      total: 184.54 + 3 * 12.34,
      consumed: { outPoint: 200 },
      lines,
    });
    expect(compared).toEqual([
      { label: 'Iluminação Pública', kind: 'lighting', billed: 12.34, expected: 12.34 },
      { label: 'Vistoria', kind: 'service', billed: 12.34, expected: null },
      { label: 'Vistoria', kind: 'service', billed: 12.34, expected: null },
      { label: 'Devolução', kind: 'refund', billed: null, expected: -12.34 },
    ]);
    expect(findings.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['twice', 12.34],
      ['discount', 12.34],
    ]);
  });

  it('explains a difference by water prices, without taxes', async () => {
    const water = await api.seed.tariff(
      [{ valid_from: '2026-01-01', in_point: '9', inter_point: '9', out_point: '9' }],
      { type: 'water' },
    );
    const hydrometer = await api.seed.meter(establishment, { tariff_id: water }, { type: 'water' });
    await api.seed.readings(hydrometer, [{ at: '2026-09-10T13:00:00Z', volume_ml: 20_000_000 }]);
    // 20 m³ at R$ 10 instead of 9, and R$ 4.50 of a fine.
    const { parts } = await split({ type: 'water', total: 204.5, volume: 20, others: 4.5 });
    expect(parts).toMatchObject({ consumption: 0, tariff: 20, taxes: 0, rest: 4.5 });
  });

  it('explains a difference of water by its volume', async () => {
    const water = await api.seed.tariff(
      [{ valid_from: '2026-01-01', in_point: '9', inter_point: '9', out_point: '9' }],
      { type: 'water' },
    );
    const hydrometer = await api.seed.meter(establishment, { tariff_id: water }, { type: 'water' });
    await api.seed.readings(hydrometer, [{ at: '2026-09-10T13:00:00Z', volume_ml: 20_000_000 }]);
    // The bill charges 22 m³ instead of 20 m³ at R$ 9, and R$ 2 without an explanation.
    const found = await split({ type: 'water', total: 200, volume: 22 });
    expect(found).toMatchObject({ difference: 20, parts: { consumption: 18, rest: 2 } });
    expect(found.repriced.lines).toMatchObject([{ kind: 'water', quantity: 22, unit: 'm³', amount: 198 }]);
  });

  it('refuses to reconcile a bill of future days', async () => {
    const { id } = await enter({ total: 1, start: '2026-10-01', end: '2026-10-31' });
    expect(await api.fail('GET', url(`/${id}/reconciliation`), { token: owner.token })).toMatchObject({
      status: 400,
      msg: 'O período desta fatura ainda não terminou.',
    });
  });
});

import { type BillingContractJson, readBillingContract } from '@nascente/contract/money/billing-contract';
import { readContract, removeContractVersion, saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { beforeAll, describe, expect, it } from 'vitest';
import { hardestContract } from '../../testing/fuzz/hardest-contract.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { BRANCA, CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let owner: SeededPerson;
let convencional: string;
let branca: string;

beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  owner = await api.seed.person();
  convencional = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  branca = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: BRANCA }]);
});

const url = (establishment: string, rest = '') => `/establishment/${establishment}/contract${rest}`;
const read = async (establishment: string, query = '') =>
  (await api.succeed(readContract, url(establishment, query), { token: owner.token })).contract;
const save = async (
  establishment: string,
  validFrom: string,
  terms: Partial<BillingContractJson>,
  tax = convencional,
) =>
  (
    await api.succeed(saveContract, url(establishment), {
      token: owner.token,
      payload: { validFrom, tax, terms: aContract(terms) },
    })
  ).contract;
const refuse = (establishment: string, terms: object, overrides: object = {}) =>
  api.fail('PUT', url(establishment), {
    token: owner.token,
    payload: { validFrom: '2026-01-01', tax: null, terms: { ...aContract(), ...terms }, ...overrides },
  });

describe('the assumed contract of an establishment', () => {
  it('assumes the group, demand and tariff of the establishment', async () => {
    const establishment = await api.seed.establishment(owner, {
      tariff_group: 'A',
      contracted_demand_kw: '75.5',
      tariff_id: convencional,
    });
    const { inForce, assumed, versions } = await read(establishment);
    expect(inForce).toMatchObject({
      validFrom: null,
      tariff: { _id: convencional },
      terms: {
        group: 'A',
        subgroup: 'A4',
        optanteB: true,
        demand: { mode: 'single', demand: 75.5 },
        taxes: [],
      },
    });
    expect(assumed).toEqual(['group', 'subgroup', 'modality', 'tax', 'supply', 'taxes', 'cosip']);
    expect(versions).toEqual([]);
  });

  it('assumes the tariff of the water meter for water', async () => {
    const tax = await api.seed.tariff(
      [{ valid_from: '2026-01-01', in_point: '9', inter_point: '9', out_point: '9' }],
      { type: 'water' },
    );
    const establishment = await api.seed.establishment(owner, { tariff_id: convencional });
    await api.seed.meter(establishment, { tariff_id: tax }, { type: 'water' });
    expect((await read(establishment, '?type=water')).inForce).toMatchObject({
      tariff: { _id: tax },
      terms: { modality: 'water', economias: 1 },
    });
  });
});

describe('contracts by validity', () => {
  it('a contract applies from its first day, and the first one to earlier days too', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment);
    const readings = ['2026-07-10', '2026-08-10', '2026-09-10'].map((day) => ({
      at: `${day}T13:00:00Z`,
      energy_a_mwh: 100e6,
    }));
    await api.seed.readings(meter, readings);
    const cosip = (amount: string) => ({ cosip: { mode: 'flat', amount } as const, taxes: [] });
    await save(establishment, '2026-08-15', cosip('10'));
    const { versions, inForce } = await save(establishment, '2026-09-01', cosip('20'));
    expect(versions.map(({ validFrom }) => validFrom)).toEqual(['2026-08-15', '2026-09-01']);
    expect(inForce.validFrom).toBe('2026-09-01');
    const cosipIn = async (month: string) => {
      const requested = `/establishment/${establishment}/bill?start=2026-${month}-01`;
      const { bill } = await api.succeed(readBill, requested, { token: owner.token });
      return bill.lines.find(({ kind }) => kind === 'cosip')?.amount;
    };
    expect([await cosipIn('07'), await cosipIn('08'), await cosipIn('09')]).toEqual([10, 10, 20]);
    const removed = await api.succeed(removeContractVersion, url(establishment, '/eletric/2026-09-01'), {
      token: owner.token,
    });
    expect(removed.contract.versions).toHaveLength(1);
    expect(await cosipIn('09')).toBe(10);
    expect(
      await api.fail('DELETE', url(establishment, '/eletric/2026-09-01'), { token: owner.token }),
    ).toMatchObject({ status: 404 });
  });

  it('replaces a contract of the same day, and returns it unchanged', async () => {
    const establishment = await api.seed.establishment(owner);
    await save(establishment, '2026-01-01', { economias: 3 });
    const { versions } = await save(establishment, '2026-01-01', { economias: 4 });
    expect(versions).toHaveLength(1);
    expect(readBillingContract(versions[0]?.terms)).toEqual(readBillingContract(aContract({ economias: 4 })));
  });
});

describe('changes of public lighting', () => {
  it('uses the lighting of the last day of each cycle, and leaves earlier bills unchanged', async () => {
    const establishment = await api.seed.establishment(owner);
    const meter = await api.seed.meter(establishment);
    const at = (day: string) => ({ at: `${day}T13:00:00Z`, energy_a_mwh: 150e6 });
    await api.seed.readings(meter, [at('2026-07-10'), at('2026-08-10'), at('2026-09-10')]);
    const lighting = async (month: string, days: number) => {
      const requested = `/establishment/${establishment}/bill?start=2026-${month}-01&end=2026-${month}-${days}`;
      const { bill } = await api.succeed(readBill, requested, { token: owner.token });
      return bill.lines.find(({ kind }) => kind === 'cosip')?.amount;
    };
    await save(establishment, '2026-01-01', { cosip: { mode: 'flat', amount: '12.34' } });
    const before = [await lighting('07', 31), await lighting('08', 31), await lighting('09', 30)];
    const bands = [
      { upTo: 100, amount: '5.00' },
      { upTo: null, amount: '50.00' },
    ];
    const { inForce } = await save(establishment, '2026-01-01', {
      cosip: { mode: 'flat', amount: '12.34' },
      cosipChanges: [
        { validFrom: '2026-08-31', cosip: { mode: 'flat', amount: '20.00' } },
        { validFrom: '2026-09-15', cosip: { mode: 'bands', bands } },
      ],
    });
    expect(inForce.terms.cosipChanges).toHaveLength(2);
    expect(before).toEqual([12.34, 12.34, 12.34]);
    expect([await lighting('07', 31), await lighting('08', 31), await lighting('09', 30)]).toEqual([
      12.34, 20, 50,
    ]);
  });

  it.each([
    [[{ validFrom: '2026-13-01', cosip: { mode: 'flat', amount: '1' } }]],
    [[{ validFrom: '2026-03-01', cosip: { mode: 'flat', amount: 'dez' } }]],
    [[{ validFrom: '2026-03-01', cosip: { mode: 'bands', bands: [] } }]],
    [Array.from({ length: 2 }, () => ({ validFrom: '2026-03-01', cosip: { mode: 'flat', amount: '1' } }))],
  ])('refuses an invalid change of public lighting: %j', async (cosipChanges) => {
    const refused = await refuse(await api.seed.establishment(owner), { cosipChanges });
    expect(refused).toMatchObject({ status: 400, type: 'validation' });
  });
});

describe('refused contracts', () => {
  it.each<[Partial<BillingContractJson>, string, string]>([
    [{ subgroup: 'A4' }, 'terms.subgroup', 'O subgrupo não é do grupo escolhido.'],
    [{ modality: 'verde' }, 'terms.modality', 'No grupo B as modalidades são Convencional e Branca.'],
    [
      { group: 'A', subgroup: 'A4' },
      'terms.modality',
      'No grupo A a modalidade é Verde ou Azul, ou do grupo B com a opção pela tarifa B.',
    ],
    [
      { group: 'A', subgroup: 'A4', modality: 'azul', demand: { mode: 'single', demand: 50 } },
      'terms.demand',
      'Na modalidade Azul informe a demanda de ponta e a de fora ponta.',
    ],
    [{ demand: { mode: 'single', demand: 50 } }, 'terms.demand', 'No grupo B não há demanda contratada.'],
    [
      { subgroup: 'B4', modality: 'branca' },
      'terms.modality',
      'A tarifa Branca não existe para iluminação pública (B4).',
    ],
    [
      { group: 'A', subgroup: 'A4', optanteB: true, transformerKva: 150 },
      'terms.transformerKva',
      'A opção pela tarifa B vale para transformadores de até 112,5 kVA.',
    ],
    [
      {
        cosip: {
          mode: 'bands',
          bands: [
            { upTo: null, amount: '1' },
            { upTo: 100, amount: '2' },
          ],
        },
      },
      'terms.cosip',
      'As faixas da COSIP devem crescer, e só a última não tem limite.',
    ],
    [
      {
        taxes: [
          {
            validFrom: '2026-01-01',
            icms: '0.9',
            icmsBands: [],
            pis: '0.05',
            cofins: '0.05',
            method: 'por-dentro',
          },
        ],
      },
      'terms.taxes',
      'ICMS, PIS e COFINS juntos devem ser menos de 100%.',
    ],
  ])('refuses a contract with %j', async (terms, path, msg) => {
    const refusal = await refuse(await api.seed.establishment(owner), terms);
    expect(refusal).toMatchObject({ status: 400, errors: [{ path, msg }] });
  });

  it('refuses a contract whose tariff is of another modality or utility, or absent', async () => {
    const establishment = await api.seed.establishment(owner);
    const water = await api.seed.tariff(
      [{ valid_from: '2026-01-01', in_point: '9', inter_point: '9', out_point: '9' }],
      { type: 'water' },
    );
    for (const [tax, msg] of [
      [branca, 'A tarifa escolhida é de outra modalidade.'],
      [water, 'Escolha uma tarifa.'],
      ['x', 'Escolha uma tarifa.'],
    ]) {
      expect(await refuse(establishment, {}, { tax })).toMatchObject({
        status: 400,
        errors: [{ path: 'tax', msg }],
      });
    }
    expect(await refuse(establishment, {}, { type: 'water' })).toMatchObject({
      status: 400,
      errors: [{ path: 'terms.modality', msg: 'Escolha uma tarifa de água.' }],
    });
  });
});

describe('the size limit of contracts', () => {
  it('stores one contract with every list full, and refuses a second one', async () => {
    const establishment = await api.seed.establishment(owner);
    const put = (validFrom: string, terms = hardestContract().terms) =>
      api.inject('PUT', url(establishment), {
        token: owner.token,
        payload: { ...hardestContract(), terms, validFrom },
      });
    expect((await put('2026-01-01')).status).toBe(200);
    expect(await put('2026-02-01')).toMatchObject({
      status: 400,
      body: { msg: expect.stringContaining('remova os que não valem mais') as string },
    });
    expect((await read(establishment)).versions).toHaveLength(1);
    expect((await put('2026-01-01')).status).toBe(200);
    expect((await put('2026-02-01', aContract())).status).toBe(200);
  });

  it.each([
    ['taxes', 'vigências de tributos'],
    ['generation', 'lotes de créditos'],
  ] as const)('limits the lists of %s', async (field, text) => {
    const establishment = await api.seed.establishment(owner);
    const { taxes, generation } = hardestContract().terms;
    const tooMany = {
      taxes: { taxes: [...taxes, ...taxes.slice(0, 1)] },
      generation: {
        generation: generation && {
          ...generation,
          credits: [...generation.credits, ...generation.credits.slice(0, 1)],
        },
      },
    };
    const refused = await refuse(establishment, tooMany[field]);
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused)).toContain(text);
  });
});

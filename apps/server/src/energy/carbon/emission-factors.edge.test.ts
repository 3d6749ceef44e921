import {
  importEmissionFactors,
  listEmissionFactors,
  removeEmissionFactor,
  saveEmissionFactor,
} from '@nascente/contract/energy/emission-factors';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { factorLabel } from '@nascente/domain/energy/carbon/emission-factors';
import { beforeAll, describe, expect, it } from 'vitest';
import { workbookOf } from '../../testing/fixtures/workbook-of.ts';
import { formFile } from '../../testing/form-file.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let admin: SeededPerson;

beforeAll(async () => {
  api = await createTestApi('2026-02-13T14:20:00Z');
  admin = await api.seed.person({ profile: 'Admin' });
});

const source = 'MCTI/SIRENE';
const list = () => api.succeed(listEmissionFactors, '/emission-factors', { token: admin.token });
const factorOf = async (year: number, month: number | null) =>
  (await list()).factors.find((factor) => factor.year === year && factor.month === month)?.kgPerKwh;
const URL = '/admin/emission-factors';
const queryOf = (query: Readonly<Record<string, string>>) =>
  `${URL}/import?${new URLSearchParams({ year: '2025', source, ...query }).toString()}`;
const send = async (content: Uint8Array | string, query: Readonly<Record<string, string>> = {}) =>
  (
    await api.succeed(importEmissionFactors, queryOf(query), {
      token: admin.token,
      ...(await formFile('file', content)),
    })
  ).summary;
const refuse = async (content: Uint8Array | string, query: Readonly<Record<string, string>> = {}) =>
  api.fail('POST', queryOf(query), { token: admin.token, ...(await formFile('file', content)) });

describe('emission factors', () => {
  it('begin with published values, and name the missing ones', async () => {
    const { factors, missing } = await list();
    expect(factors[0]).toEqual({ year: 2025, month: 11, kgPerKwh: 0.0778, source });
    expect(factors.at(-1)).toEqual({ year: 2018, month: null, kgPerKwh: 0.074, source });
    expect(factors).toHaveLength(30);
    expect(missing.map(factorLabel)).toEqual(['12/2025', 'média de 2025', '01/2026']);
  });

  it('are saved, replaced and removed by an Admin, each recorded in the audit trail', async () => {
    const { token } = admin;
    const factor = { year: 2026, month: 1, kgPerKwh: 0.0301, source };
    await api.succeed(saveEmissionFactor, URL, { token, payload: factor });
    const changed = { ...factor, kgPerKwh: 0.0302 };
    expect(await api.fail('POST', URL, { token, payload: changed })).toMatchObject({
      status: 409,
      msg: 'Já há um fator deste mês: altere-o na lista.',
    });
    expect(await factorOf(2026, 1)).toBe(0.0301);
    await api.succeed(saveEmissionFactor, URL, { token, payload: { ...changed, replaces: true } });
    expect(await factorOf(2026, 1)).toBe(0.0302);
    await api.succeed(removeEmissionFactor, `${URL}/2026/1`, { token });
    expect(await api.fail('DELETE', `${URL}/2026/1`, { token })).toMatchObject({
      status: 404,
      msg: 'Não há fator de 01/2026.',
    });
    const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token });
    expect(events.slice(0, 3).map(({ action, detail }) => [action, detail])).toEqual([
      ['emission-factor-removed', { of: '01/2026' }],
      [
        'emission-factor-saved',
        { of: '01/2026', factor: '0,030200 kg/kWh', factorBefore: '0,030100 kg/kWh', source },
      ],
      ['emission-factor-saved', { of: '01/2026', factor: '0,030100 kg/kWh', source }],
    ]);
  });

  it('store the mean of a year beside its months', async () => {
    const payload = { year: 2025, month: null, kgPerKwh: 0.046, source };
    await api.succeed(saveEmissionFactor, URL, { token: admin.token, payload });
    expect(await factorOf(2025, null)).toBe(0.046);
    const changed = { ...payload, kgPerKwh: 0.047 };
    expect(await api.fail('POST', URL, { token: admin.token, payload: changed })).toMatchObject({
      status: 409,
      msg: 'Já há uma média deste ano: altere-a na lista.',
    });
    await api.succeed(saveEmissionFactor, URL, {
      token: admin.token,
      payload: { ...changed, replaces: true },
    });
    expect(await factorOf(2025, null)).toBe(0.047);
    expect((await list()).missing.map(factorLabel)).toEqual(['01/2026']);
    await api.succeed(removeEmissionFactor, `${URL}/2025/mean`, { token: admin.token });
  });

  it.each([
    ['a month that has not ended', { month: 2 }, 400, '02/2026 ainda não terminou'],
    ['the mean of a year that has not ended', { month: null }, 400, 'média de 2026 ainda não terminou'],
    ['a negative factor', { kgPerKwh: -0.05 }, 400, 'Fator fora do possível'],
    ['a factor in kg per MWh', { kgPerKwh: 54.5 }, 400, 'Fator fora do possível'],
    ['no source', { source: ' ' }, 400, 'Diga de onde vem o fator.'],
  ])('refuse %s', async (_, change, status, msg) => {
    const payload = { year: 2026, month: 1, kgPerKwh: 0.05, source, ...change };
    const answer = await api.fail('POST', URL, { token: admin.token, payload });
    expect([answer.status, JSON.stringify(answer)]).toEqual([status, expect.stringContaining(msg)]);
  });

  it('are changed by an Admin only', async () => {
    const { token } = await api.seed.person({ profile: 'Manager' });
    const payload = { year: 2025, month: 12, kgPerKwh: 0.05, source };
    expect(await api.fail('POST', URL, { token, payload })).toMatchObject({ status: 403 });
    expect(await api.fail('DELETE', `${URL}/2025/11`, { token })).toMatchObject({ status: 403 });
    expect((await api.succeed(listEmissionFactors, '/emission-factors', { token })).factors).toHaveLength(30);
  });
});

describe('a file of emission factors', () => {
  const NEW = { year: 2025, month: 12, kgPerKwh: 0.0511, source };
  const FILE = 'Mês;Fator (tCO2/MWh)\n10/2025;0,0680\n11/2025;0,0779\n12/2025;0,0511\n01/2026;0,04\n';

  it('is previewed with what changes, and stored when requested', async () => {
    const expected = {
      added: [NEW],
      changed: [{ before: 0.0778, factor: { ...NEW, month: 11, kgPerKwh: 0.0779 } }],
      unchanged: 1,
      refused: [{ line: 5, why: 'É de 2026, e o ano escolhido é 2025.' }],
    };
    expect(await send(FILE)).toEqual({ stored: false, ...expected });
    expect([await factorOf(2025, 11), await factorOf(2025, 12)]).toEqual([0.0778, undefined]);
    expect(await send(FILE, { store: 'true' })).toEqual({ stored: true, ...expected });
    expect([await factorOf(2025, 11), await factorOf(2025, 12)]).toEqual([0.0779, 0.0511]);
    expect(await send(FILE, { store: 'true' })).toMatchObject({ added: [], changed: [], unchanged: 3 });
    const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token: admin.token });
    expect(events[0]).toMatchObject({
      action: 'emission-factors-imported',
      detail: { of: '12/2025, 11/2025', source },
    });
  });

  it('is read from a workbook with the months in columns', async () => {
    const names = ['Jan', 'Fev', 'Mar', 'Abr', 'Mai', 'Jun', 'Jul', 'Ago', 'Set', 'Out', 'Nov', 'Dez'];
    const values = [0.0421, 0.0376, 0.0278, 0.0195, 0.0283, 0.0365, 0.0571, 0.0739, 0.0917, 0.1127, 0.0701];
    const file = await workbookOf({
      Plan1: [
        ['Fator médio mensal (tCO2/MWh)', ...names],
        [2024, ...values, 0.06],
      ],
    });
    expect(await send(file, { year: '2024' })).toMatchObject({
      added: [],
      changed: [{ before: 0.0564, factor: { year: 2024, month: 12, kgPerKwh: 0.06 } }],
      unchanged: 11,
    });
  });

  it.each([
    ['of another unit than chosen', FILE, { unit: 'kg/MWh' }, 'unit', 'O arquivo diz t/mwh'],
    ['without a unit', 'Mês;Fator\n12/2025;0,05\n', {}, 'unit', 'O arquivo não diz a unidade'],
    ['of another year', `Ano base 2024;\n${FILE}`, {}, 'year', 'O arquivo é de 2024'],
    ['without a table', 'nada', {}, 'file', 'Não encontrei a tabela'],
    ['with too many lines', `${FILE}${'12/2025;0,05\n'.repeat(2_000)}`, {}, 'file', 'O arquivo tem mais de'],
    ['that is a broken workbook', 'PK\u0003\u0004', {}, undefined, 'A planilha está danificada'],
  ] as const)('%s is refused by its reason', async (_, content, query, path, msg) => {
    const answer = await refuse(content, query);
    expect(answer).toMatchObject({ status: 400, msg: expect.stringContaining(msg) });
    expect(answer.errors?.[0]?.path).toBe(path);
  });
});

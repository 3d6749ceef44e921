import { readApportionment } from '@nascente/contract/money/apportionment';
import { readBillChanges } from '@nascente/contract/money/bill-changes';
import { saveContract } from '@nascente/contract/money/billing-terms';
import { readBill } from '@nascente/contract/money/bills';
import { formatReais } from '@nascente/domain/base/units/format';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { seedRules, VERDE } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let manager: SeededPerson;
let establishment: string;
let oven: SeededMeter;

/** A factory with a general meter and an oven, measured in September and until 12 October. */
beforeAll(async () => {
  api = await createTestApi('2026-10-12T15:07:00Z');
  manager = await api.seed.person({ profile: 'Manager', email: 'ana@massas.test' });
  const verde = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: VERDE }], {
    tariff_group: 'A4',
  });
  establishment = await api.seed.establishment(manager, {
    name: 'Fábrica de Massas',
    fantasy_name: 'Massas & Pães',
  });
  const general = await api.seed.meter(establishment, { is_general: true });
  oven = await api.seed.meter(establishment, { name: 'Forno <1>' });
  for (const [first, last, kwh] of [
    ['2026-09-01', '2026-09-30', 3_000],
    ['2026-10-01', '2026-10-11', 1_100],
  ] as const) {
    await api.seed.readings(general, steadyReadings(first, last, { kwh }));
    await api.seed.readings(oven, steadyReadings(first, last, { kwh: kwh / 4 }));
  }
  const terms = aContract({
    group: 'A',
    subgroup: 'A4',
    modality: 'verde',
    demand: { mode: 'single', demand: 30 },
  });
  await api.succeed(saveContract, `/establishment/${establishment}/contract`, {
    token: manager.token,
    payload: { validFrom: '2026-01-01', tax: verde, terms },
  });
});

const fileOf = async (query: string, person = manager) => {
  const response = await api.raw('GET', `/establishment/${establishment}/report?type=eletric&${query}`, {
    token: person.token,
  });
  return { status: response.statusCode, headers: response.headers, content: response.rawPayload };
};

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');

const textOf = async (content: Buffer): Promise<string> =>
  plain((await extractText(new Uint8Array(content), { mergePages: true })).text);

describe('the report of a cycle', () => {
  it('shows the bill, days, meters and previous cycles as a PDF', async () => {
    const { status, headers, content } = await fileOf('start=2026-09-01');
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toContain(
      'relatorio-energia-massas-paes-2026-09-01-2026-09-30.pdf',
    );
    const text = await textOf(content);
    const url = `/establishment/${establishment}`;
    const { token } = manager;
    const { bill } = await api.succeed(readBill, `${url}/bill?type=eletric&start=2026-09-01`, { token });
    const { apportionment } = await api.succeed(
      readApportionment,
      `${url}/apportionment?type=eletric&start=2026-09-01`,
      { token },
    );
    const shown = [
      'Massas & Pães',
      'Relatório de energia · 1 set – 30 set 2026 · feito em 12/10/2026 12:07',
      '3.000,0 kWh',
      formatReais(bill.total),
      ...bill.lines.flatMap(({ label, amount }) => [label, formatReais(amount)]),
      ...apportionment.parts.flatMap(({ name, energy }) => [name, formatReais(energy ?? 0)]),
      '25,0%',
      'Sem medidor próprio',
      'Todos os quartos de hora destes dias foram medidos.',
      '1 de 1',
    ];
    for (const one of shown) expect(text).toContain(plain(one));
  });

  it('the report is tagged and titled for screen readers, in Portuguese', async () => {
    const { content } = await fileOf('start=2026-09-01');
    const pdf = await getDocumentProxy(new Uint8Array(content));
    const { info } = await pdf.getMetadata();
    expect(info).toMatchObject({ Title: 'Relatório de energia · Massas & Pães', Language: 'pt-BR' });
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree());
    for (const role of ['"H1"', '"H2"', '"Figure"', '"Table"', '"TR"', '"TD"']) expect(tree).toContain(role);
    expect(tree).toContain('Barras de consumo por dia');
  });

  it('the report of the running cycle states that it is not over, and compares with no cycle', async () => {
    const text = await textOf((await fileOf('')).content);
    expect(text).toContain('Valor até agora');
    expect(text).toContain('O período ainda não terminou');
    expect(text).not.toContain('que no ciclo anterior');
    expect(text).toContain('1 set – 30 set 2026');
  });

  it('explains the difference to the previous cycle, if that was measured as completely', async () => {
    const tariff = await api.seed.tariff([
      { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
    ]);
    const noteOf = async (first: string, installed_at: Date): Promise<string> => {
      const establishment = await api.seed.establishment(manager);
      const meter = await api.seed.meter(establishment, {
        is_general: true,
        tariff_id: tariff,
        installed_at,
      });
      await api.seed.readings(meter, steadyReadings(first, '2026-08-31', { kwh: 100 }));
      await api.seed.readings(meter, steadyReadings('2026-09-01', '2026-09-30', { kwh: 300 }));
      const { rawPayload } = await api.raw(
        'GET',
        `/establishment/${establishment}/report?type=eletric&start=2026-09-01`,
        { token: manager.token },
      );
      const text = await textOf(rawPayload);
      const { changes } = await api.succeed(
        readBillChanges,
        `/establishment/${establishment}/bill/changes?type=eletric&start=2026-09-01`,
        { token: manager.token },
      );
      const note =
        /200% a mais que no ciclo anterior, que teve um dia a mais.*Por que este valor (R\$ \d+ mais que agosto:.*?)\./.exec(
          text,
        )?.[1] ?? '';
      // The page 'O que mudou' has the same sentence.
      expect(changes.sentence?.replaceAll('\u00a0', ' ')).toContain(note.replaceAll('\u00a0', ' '));
      return note;
    };
    expect(await noteOf('2026-08-01', new Date('2026-01-01'))).toBe(
      'R$ 200 mais que agosto: consumo por dia +210,0% (+R$ 203)',
    );
    expect(await noteOf('2026-08-22', new Date('2026-01-01'))).toBe('');
    expect(await noteOf('2026-08-22', new Date('2026-08-22T03:00:00Z'))).toBe('');
  });

  it('writes the report as a workbook with the same figures', async () => {
    const { status, headers, content } = await fileOf('start=2026-09-01&format=xlsx');
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    const files = filesOfWorkbook(content);
    const sheet = (number: number) => rowsOfSheet(files.get(`xl/worksheets/sheet${number}.xml`));
    const { bill } = await api.succeed(
      readBill,
      `/establishment/${establishment}/bill?type=eletric&start=2026-09-01`,
      { token: manager.token },
    );
    const total = sheet(2).find(([label]) => label === 'Total');
    expect(Number(total?.[sheet(2)[0]?.indexOf('Valor') ?? -1])).toBe(bill.total);
    expect(sheet(3)).toHaveLength(1 + 30);
    expect(
      sheet(3)
        .slice(1)
        .reduce((sum, [, kwh]) => sum + Number(kwh), 0),
    ).toBeCloseTo(3_000, 3);
    expect(sheet(4)[1]?.[0]).toBe('Forno &lt;1&gt;');
    expect(files.get('xl/workbook.xml')).toContain('name="Medidores"');
  });
});

describe('access to the report of a cycle', () => {
  it('returns the report only to an account that sees the complete bill', async () => {
    const other = await api.seed.person({ profile: 'Manager' });
    expect((await fileOf('', other)).status).toBe(404);
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, oven);
    const { status, content } = await fileOf('', client);
    expect(status).toBe(403);
    expect(content.toString()).toContain('só parte dos medidores');
  });

  it.each(['format=doc', 'start=2026-13-01', 'start=2027-01-01', 'type=gas'])(
    'refuses a report request with %s',
    async (query) => {
      expect((await fileOf(query)).status).toBe(400);
    },
  );
});

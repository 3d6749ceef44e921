import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readDays } from '@nascente/contract/energy/consumption';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesOfWorkbook, rowsOfSheet } from '../../testing/read-workbook.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T14:20:00Z';
const MINUTE = 60_000;
const local = (text: string): number => Date.parse(`${text}-03:00`);

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;
const frames: { at: Date; va: number; wa: number; energy_a_mwh: number; energy_b_mwh: number }[] = [];

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  // Boards of this test measure milliwatt-hours, so the price is high enough for a day to cost some reais.
  const tariff_id = await api.seed.tariff([
    { valid_from: '2026-11-03', in_point: '950', inter_point: '900', out_point: '850' },
  ]);
  meter = await api.seed.meter(await api.seed.establishment(owner), { tariff_id });
  for (let at = local('2026-11-01T00:00'), n = 0; at < Date.parse(NOW); n++, at += 4 * MINUTE) {
    frames.push({
      at: new Date(at),
      va: 219.5 + (n % 10) / 10,
      wa: n,
      energy_a_mwh: 1000 + n,
      energy_b_mwh: -n,
    });
  }
  await api.seed.readings(meter, frames);
});

const urlOf = (query: string, mac: string = meter.mac) => `/api/board/${mac}/export?${query}`;
const download = async (query: string, mac?: string) => {
  const headers = { 'access-token': owner.token };
  const answer = await api.fastify.inject({ method: 'GET', url: urlOf(query, mac), headers });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload };
};
const rowsOf = (text: string): string[][] =>
  text
    .slice(1)
    .split('\r\n')
    .slice(0, -1)
    .map((line) => line.split(';'));
const between = (from: number, to: number) =>
  frames.filter(({ at }) => at.getTime() >= from && at.getTime() < to);
const number = (cell: string | undefined): number => Number(cell?.replace(',', '.'));
const plus = (value: number): number => Math.max(value, 0);

describe('frames as CSV', () => {
  it('exports all frames, oldest first, each with the start of its interval', async () => {
    const { status, headers, text } = await download('start=2026-11-02&end=2026-11-12');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const name = `leituras-${meter.mac.replaceAll(':', '')}-2026-11-02-2026-11-12.csv`;
    expect(headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const [head = [], ...rows] = rowsOf(text);
    const spanRows = between(local('2026-11-02T00:00'), local('2026-11-13T00:00'));
    expect(spanRows.length).toBeGreaterThan(3000);
    expect(rows).toHaveLength(spanRows.length);
    const column = (label: string) => head.indexOf(label);
    for (const [index, row] of rows.entries()) {
      const { at, va, wa, energy_a_mwh, energy_b_mwh } = spanRows[index] ?? assertNever();
      expect(row[column('Fim (UTC)')]).toBe(at.toISOString());
      expect(row[column('Tensão A (V)')]).toBe(String(va).replace('.', ','));
      expect(number(row[column('Potência ativa A (W)')])).toBe(wa);
      expect(number(row[column('Energia ativa A (Wh)')])).toBe(energy_a_mwh / 1000);
      expect(number(row[column('Energia ativa B (Wh)')])).toBe(energy_b_mwh / 1000 + 0);
      expect(row[column('Energia ativa C (Wh)')]).toBe('');
    }
    expect(rows[0]?.slice(0, 2)).toEqual(['01/11/2026 23:56:00', '02/11/2026 00:00:00']);
    expect(rows.slice(1).map((row) => row[0])).toEqual(rows.slice(0, -1).map((row) => row[1]));
  });

  it('exports the quantities of the kind of meter', async () => {
    const water = await api.seed.meter(
      await api.seed.establishment(owner),
      {},
      { type: 'water', model: 'mono' },
    );
    await api.seed.readings(water, [{ at: '2026-11-10T12:00:00Z', volume_ml: 12_345, flow: 2.5 }]);
    const { text } = await download('start=2026-11-10&end=2026-11-10', water.mac);
    const [head, row] = rowsOf(text);
    expect(head?.slice(3)).toEqual([
      'Volume (L)',
      'Vazão (L/min)',
      'Sinal (dBm)',
      'Temperatura da placa (°C)',
    ]);
    expect(row).toEqual(['', '10/11/2026 09:00:00', '2026-11-10T12:00:00.000Z', '12,345', '2,5', '', '']);
  });

  it('exports the header only for days without frames', async () => {
    const { text } = await download('start=2026-10-10&end=2026-10-11');
    expect(rowsOf(text)).toHaveLength(1);
  });
});

const assertNever = (): never => {
  throw new Error('there is no such frame');
};

describe('totals as CSV', () => {
  it.each([
    ['15m', 15 * MINUTE],
    ['1h', 60 * MINUTE],
    ['1d', 24 * 60 * MINUTE],
  ] as const)('totals by %s are the sums of their readings', async (every, step) => {
    const { text } = await download(`start=2026-11-05&end=2026-11-09&every=${every}`);
    const [head = [], ...rows] = rowsOf(text);
    const from = local('2026-11-05T00:00');
    expect(rows).toHaveLength((5 * 24 * 60 * MINUTE) / step);
    const column = (label: string) => head.indexOf(label);
    for (const [index, row] of rows.entries()) {
      const start = from + index * step;
      const stepRows = between(start, start + step);
      expect(row[2]).toBe(new Date(start + step).toISOString());
      const consumed = stepRows.reduce((sum, { energy_a_mwh }) => sum + plus(energy_a_mwh), 0);
      const injected = stepRows.reduce((sum, { energy_b_mwh }) => sum + plus(-energy_b_mwh), 0);
      expect(number(row[column('Consumo (kWh)')])).toBe(consumed / 1e6);
      expect(number(row[column('Energia injetada B (kWh)')])).toBe(injected / 1e6);
      expect(row[column('Completude (%)')]).toBe('100');
      const quarters = Map.groupBy(stepRows, ({ at }) => Math.floor(at.getTime() / (15 * MINUTE)));
      const demand = Math.max(
        ...[...quarters.values()].map((rest) =>
          rest.reduce((sum, { energy_a_mwh }) => sum + energy_a_mwh, 0),
        ),
      );
      expect(number(row[column('Demanda máxima (kW)')])).toBeCloseTo((demand * 4) / 1e6, 9);
    }
  });

  it('daily totals include the cost shown on the screens, or no cost without a price', async () => {
    const requested = 'start=2026-11-01&end=2026-11-13';
    const [head = [], ...rows] = rowsOf((await download(`${requested}&every=1d`)).text);
    expect(head.at(-1)).toBe('Custo do consumo, sem linhas fixas (R$)');
    const { days } = await api.succeed(readDays, `/consolidated/days/${meter.mac}?${requested}`, {
      token: owner.token,
    });
    const costTexts = days.map(({ cost }) => (cost === null ? '' : String(cost).replace('.', ',')));
    expect(rows.map((row) => row.at(-1))).toEqual(costTexts);
    expect(costTexts.slice(0, 2)).toEqual(['', '']);
    expect(number(costTexts.at(-1))).toBeGreaterThan(0);
  });

  it('the hourly costs of an export add up to the cost of each day', async () => {
    const requested = 'start=2026-11-01&end=2026-11-13';
    const [, ...ofDays] = rowsOf((await download(`${requested}&every=1d`)).text);
    const [head = [], ...ofHours] = rowsOf((await download(`${requested}&every=1h`)).text);
    expect(head.at(-1)).toBe('Custo do consumo, sem linhas fixas (R$)');
    const dayOf = ([start = '']: string[]) => start.slice(0, 10);
    const hoursOf = Map.groupBy(ofHours, dayOf);
    for (const day of ofDays) {
      const costs = hoursOf.get(dayOf(day))?.map((row) => row.at(-1)) ?? [];
      if (day.at(-1) === '') expect(costs.every((cost) => cost === '')).toBe(true);
      else
        expect(costs.reduce((sum, cost) => sum + Math.round(number(cost) * 100), 0)).toBe(
          Math.round(number(day.at(-1)) * 100),
        );
    }
    const tenth = hoursOf.get(dayOf(ofDays[9] ?? [])) ?? [];
    const priceAt = (index: number) =>
      number(tenth[index]?.at(-1)) / number(tenth[index]?.[head.indexOf('Consumo (kWh)')]);
    expect(priceAt(18) / priceAt(12)).toBeCloseTo(950 / 850, 1);
  });

  it('exports a year of daily totals without the unmeasured days', async () => {
    const { text } = await download('start=2025-11-20&end=2026-11-13&every=1d');
    expect(rowsOf(text)).toHaveLength(1 + 13);
  });
});

it.each(['', '&every=1h'])('a workbook has the same rows as the CSV (%s)', async (every) => {
  const { headers, bytes } = await download(`start=2026-11-12&end=2026-11-12&format=xlsx${every}`);
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  const [head = [], ...rows] = rowsOfSheet(filesOfWorkbook(bytes).get('xl/worksheets/sheet1.xml'));
  const [headOfCsv = [], ...rowsOfCsv] = rowsOf(
    (await download(`start=2026-11-12&end=2026-11-12${every}`)).text,
  );
  expect(head.slice(2)).toEqual(headOfCsv.slice(2));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map((row) => row.slice(2))).toEqual(
    rowsOfCsv.map((row) => row.slice(2).map((cell) => cell.replace(',', '.'))),
  );
});

it.each([
  ['start=2026-10-01&end=2026-11-12', 'A pesquisa deve ser de no máximo um mês...'],
  ['start=2026-11-12&end=2026-11-11', 'A data final deve ser posterior à inicial.'],
  ['start=2024-11-12&end=2026-11-11&every=1d', 'O período deve ser de no máximo um ano.'],
  ['start=2026-11-12&end=2026-11-12&format=pdf', 'Formato inválido: use csv ou xlsx'],
  ['start=2026-11-12&end=2026-11-12&every=5m', 'Intervalo inválido: use 15m, 1h ou 1d'],
  ['start=2026-11-12', null],
])('refuses %s', async (query, said) => {
  const url = urlOf(query).slice('/api'.length);
  const { status, msg, errors } = await api.fail('GET', url, { token: owner.token });
  expect(status).toBe(400);
  expect(['end', 'format', 'every']).toContain(errors?.[0]?.path);
  if (said !== null) expect([msg, ...(errors ?? []).map((error) => error.msg)]).toContain(said);
});

it('an aborted download stops reading and frees the database', async () => {
  const big = await api.seed.meter(await api.seed.establishment(owner));
  await api.database.pool.query(
    `insert into reading (installation_id, at, va, wa) select $1, timestamptz '2026-11-01 03:00Z' + n * interval '5 s', 220, n
     from generate_series(0, 199999) n`,
    [big.installationId],
  );
  let pages = 0;
  const { pool } = api.database;
  pool.on('acquire', () => {
    pages += 1;
  });
  await api.fastify.listen({ port: 0, host: '127.0.0.1' });
  const { port } = api.fastify.server.address() as AddressInfo;
  const requested = request({
    port,
    path: urlOf('start=2026-11-01&end=2026-11-13', big.mac),
    headers: { 'access-token': owner.token },
  });
  requested.end();
  const [answer] = (await once(requested, 'response')) as [IncomingMessage];
  await once(answer, 'readable');
  const closed = once(answer, 'close');
  answer.on('error', () => undefined);
  answer.destroy();
  await closed;
  const connections = () =>
    new Promise((notify) => api.fastify.server.getConnections((_, count) => notify(count)));
  await expect.poll(connections).toBe(0);
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  // Two hundred pages would be the complete export.
  expect(pages).toBeLessThan(150);
});

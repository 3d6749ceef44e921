import { createIntegration } from '@nascente/contract/connections/integrations';
import { readComparison, readDemand, readHeatMap } from '@nascente/contract/energy/analysis';
import { readDay, readMonth, readMonths } from '@nascente/contract/energy/consumption';
import { readCurve } from '@nascente/contract/energy/curves';
import {
  listImports,
  previewImport,
  startImport,
  undoImport,
  uploadPast,
} from '@nascente/contract/energy/past-imports';
import { readBill } from '@nascente/contract/money/bills';
import {
  readEstablishmentCycle,
  readEstablishmentMonths,
} from '@nascente/contract/money/establishment-consumption';
import { createGroup, readGroup } from '@nascente/contract/sites/groups';
import { addDays, civilDate } from '@nascente/domain/base/time/civil-day';
import { beforeAll, expect, test } from 'vitest';
import { formFile } from '../../testing/form-file.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi('2026-11-20T15:02:00Z');
  await api.startJobs();
});

test('spread days count in every total as estimated, not as measured, and create no demand', async () => {
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner, { zone: 'America/Sao_Paulo' });
  const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-11-01T03:00:00Z') });
  const { token } = owner;
  const days = Array.from({ length: 19 }, (_, index) => addDays(civilDate('2026-11-01'), index));
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const file = [
    'Início;Fim;Consumo (kWh)',
    ...days.slice(0, 18).map((day) => `${day} 00:00;${addDays(day, 1)} 00:00;24`),
    ...hours.map((hour) => `2026-11-19 ${hour}:00;2026-11-19 ${hour}:59;0,5`),
  ].join('\n');
  const url = (rest = '') => `/board/${meter.mac}/imports${rest}`;
  const uploaded = await api.succeed(uploadPast, url('?name=dias.csv'), {
    token,
    ...(await formFile('file', file)),
  });
  expect(uploaded.preview.summary).toMatchObject({ quarters: 96, refusals: [{ reason: 'long', rows: 18 }] });
  const { id } = uploaded.import;
  const reading = { ...uploaded.preview.reading, longRows: 'spread' as const };
  const { preview } = await api.succeed(previewImport, url(`/${id}/preview`), {
    token,
    payload: { reading },
  });
  expect(preview.summary).toMatchObject({
    quarters: 19 * 96,
    estimatedQuarters: 18 * 96,
    refusals: [],
    total: { consumed: 18 * 24 + 12 },
    highest: { demand: 0.5 },
  });
  await api.succeed(startImport, url(`/${id}/start`), { token, payload: { reading } });
  await expect
    .poll(async () => (await api.succeed(listImports, url(), { token })).imports[0]?.state, {
      timeout: 20_000,
    })
    .toBe('done');
  const board = String(meter.mac);
  const { group } = await api.succeed(createGroup, '/group/new', {
    token,
    payload: { groupName: 'Todos', groupType: 'eletric', boardsMAC: [board], dueDate: null },
  });
  const ask = (path: string) => `${path}/${board}`;
  const link = await api.succeed(createIntegration, '/user/integrations', {
    token,
    payload: { kind: 'csv', name: 'Planilha', boards: [board] },
  });
  /** Consumption, measured and estimated share of each day, by date. */
  const csvByLink = async () => {
    const { body } = await api.fastify.inject({ url: `/api/csv/${link.key}?days=20&separator=comma` });
    const [head = '', ...rows] = body.trimEnd().split('\r\n');
    const at = ['consumo', 'completude', 'estimado'].map((name) => head.split(',').indexOf(name));
    return new Map(
      rows.map((row) => row.split(',')).map((cells) => [cells[0], at.map((index) => cells[index])]),
    );
  };
  const readAll = async () => ({
    day: await api.succeed(readDay, `${ask('/consolidated/daily')}?date=2026-11-10`, { token }),
    month: (await api.succeed(readMonth, `${ask('/consolidated/monthly')}`, { token })).consolidated,
    months: (
      await api.succeed(readMonths, ask('/consolidated/monthly'), { token, payload: { months: ['11/2026'] } })
    ).hist[0]?.value,
    cycle: (
      await api.succeed(readEstablishmentCycle, `/establishment/${establishment}/consumption?type=eletric`, {
        token,
      })
    ).consolidated,
    history: (
      await api.succeed(readEstablishmentMonths, `/establishment/${establishment}/consumption/months`, {
        token,
        payload: { type: 'eletric', months: ['11/2026'] },
      })
    ).hist[0]?.value,
    bill: (await api.succeed(readBill, `/establishment/${establishment}/bill?type=eletric`, { token })).bill,
    group: (await api.succeed(readGroup, `/group/${group._id}?start=2026-11-01&end=2026-11-20`, { token }))
      .group,
    heatmap: (
      await api.succeed(readHeatMap, `${ask('/consolidated/heatmap')}?start=2026-11-01&end=2026-11-20`, {
        token,
      })
    ).heatmap,
    comparison: (
      await api.succeed(
        readComparison,
        `${ask('/consolidated/comparison')}?start=2026-11-01&end=2026-11-20`,
        {
          token,
        },
      )
    ).comparison.current,
    csv: await csvByLink(),
    curves: await Promise.all(
      (['consumed', 'power', 'voltageA'] as const).map(async (quantity) => {
        const requested = { id: board, quantity, start: '2026-11-18T15:00:00Z', end: '2026-11-19T15:00:00Z' };
        return (await api.succeed(readCurve, '/board/curve', { token, payload: requested })).curve.estimated;
      }),
    ),
    demand: (
      await api.succeed(readDemand, `${ask('/consolidated/demand')}?start=2026-11-01&end=2026-11-20`, {
        token,
      })
    ).demand,
  });
  const check = async () => {
    const all = await readAll();
    const { day, month, months, history, cycle, bill, group: ofGroup, heatmap, comparison, demand } = all;
    for (const each of [month, months, history, cycle, ofGroup]) expect(each?.total).toBe(18 * 24 + 12);
    expect(bill.consumed.total).toBe(18 * 24 + 12);
    for (const each of [month, months, history, cycle, ofGroup, bill, heatmap, comparison]) {
      expect(each?.estimated).toBeCloseTo(18 / 19.5, 1);
      expect(each?.completeness).toBeLessThan(0.06);
    }
    expect(day).toMatchObject({ total: 24, completeness: 0, estimated: 1 });
    expect(day.hours[7]).toMatchObject({ total: 1, completeness: 0, estimated: 1 });
    expect(heatmap.days[3]).toMatchObject({ total: 24, completeness: 0, estimated: 1 });
    const untilMidnight = [{ start: '2026-11-18T15:00:00.000Z', end: '2026-11-19T03:00:00.000Z' }];
    expect(all.curves).toEqual([untilMidnight, untilMidnight, []]);
    expect(all.csv.get('2026-11-10')).toEqual(['24', '0', '1']);
    expect(all.csv.get('2026-11-19')).toEqual(['12', '1', '0']);
    expect(day).not.toHaveProperty('emptyReason');
    expect(month?.highestDemand).toMatchObject({ value: 0.5 });
    for (const { power } of demand.peaks) expect(power).toBe(0.5);
    return all;
  };
  const exported = async (every: string) => {
    const url = `/api/board/${board}/export?start=2026-11-18&end=2026-11-19&every=${every}`;
    const { body } = await api.fastify.inject({ url, headers: { 'access-token': token } });
    const [head = '', ...rows] = body.trimEnd().split('\r\n');
    const shares = ['Completude (%)', 'Estimado (%)'].map((name) => head.split(';').indexOf(name));
    return { body, rows: rows.map((row) => shares.map((index) => row.split(';')[index])) };
  };
  const ofDays = (rowsADay: number) => [
    ...Array(rowsADay).fill(['0', '100']),
    ...Array(rowsADay).fill(['100', '0']),
  ];
  for (const [every, rowsADay] of [
    ['15m', 96],
    ['1h', 24],
    ['1d', 1],
  ] as const)
    expect((await exported(every)).rows).toEqual(ofDays(rowsADay));
  const elsewhere = await api.seed.establishment(owner, { zone: 'America/Sao_Paulo' });
  const copy = await api.seed.meter(elsewhere, { installed_at: new Date('2026-11-01T03:00:00Z') });
  const again = await api.succeed(uploadPast, `/board/${copy.mac}/imports?name=exportado.csv`, {
    token,
    ...(await formFile('file', (await exported('15m')).body)),
  });
  expect(again.preview.questions).toEqual([]);
  expect(again.preview.summary).toMatchObject({
    quarters: 2 * 96,
    estimatedQuarters: 96,
    refusals: [],
    total: { consumed: 24 + 12 },
  });
  const open = await check();
  await api.closeDays();
  expect(await check()).toEqual(open);
  await api.succeed(undoImport, url(`/${id}/undo`), { token });
  const { month, bill, curves } = await readAll();
  expect(month).toMatchObject({ total: 0, completeness: 0 });
  expect([month?.estimated, bill.estimated]).toEqual([undefined, undefined]);
  expect(curves).toEqual([[], [], []]);
});

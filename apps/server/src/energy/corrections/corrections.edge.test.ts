import { readDay } from '@nascente/contract/energy/consumption';
import {
  createCorrection,
  listCorrections,
  previewCorrection,
  undoCorrection,
} from '@nascente/contract/energy/corrections';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { readFramePage } from '@nascente/contract/telemetry/readings';
import { instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { openDays, startSender } from '../../testing/boards/send-lines.ts';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T15:02:00Z';
const QUARTER = 900_000;
const DAY = '2026-11-18';
const FROM = Date.parse(`${DAY}T03:00:00Z`);

let api: TestApi;
let owner: SeededPerson;
let meter: SeededMeter;

/** One frame each five minutes of the civil day: 1 kWh a quarter-hour, 96 kWh in all. */
const aDay = Array.from({ length: 288 }, (_, n) => ({
  at: new Date(FROM + n * (QUARTER / 3) + 1_000),
  va: 220,
  wa: 4_000,
  energy_a_mwh: n % 3 === 0 ? 333_334 : 333_333,
}));

beforeAll(async () => {
  api = await createTestApi(NOW);
  await openDays(api, [DAY, '2026-11-19']);
});
beforeEach(async () => {
  owner = await api.seed.person();
  const tariff_id = await api.seed.tariff([
    { valid_from: '2026-01-01', in_point: '0.5', inter_point: '0.5', out_point: '0.5' },
  ]);
  meter = await api.seed.meter(await api.seed.establishment(owner), { tariff_id });
  await api.seed.readings(meter, aDay);
});

const asOwner = () => ({ token: owner.token });
const url = (rest = '') => `/board/${meter.mac}/corrections${rest}`;
const interval = (first: string, last: string) => ({
  start: `${DAY}T${first}:00Z`,
  end: `${DAY}T${last}:00Z`,
});
const exclude = (first: string, last: string, reason = 'Garra invertida') =>
  api.succeed(createCorrection, url(), { ...asOwner(), payload: { ...interval(first, last), reason } });
const undo = (id: number) => api.succeed(undoCorrection, url(`/${id}/undo`), asOwner());
const day = () => api.succeed(readDay, `/consolidated/daily/${meter.mac}?date=${DAY}`, asOwner());
const totals = async () => {
  const { rows } = await api.database.pool.query<{ counted: number; aside: number }>(
    `select (select coalesce(sum(consumed_a_mwh), 0)::float8 from quarter where installation_id = $1) as counted,
      (select coalesce(sum(consumed_a_mwh), 0)::float8 from set_aside_quarter where installation_id = $1) as aside`,
    [meter.installationId],
  );
  return rows[0];
};

describe('an excluded interval', () => {
  it('previews an exclusion, removes its energy and cost, and restores both when undone', async () => {
    const complete = await day();
    expect(complete).toMatchObject({ total: 96, cost: 48, completeness: 1 });
    await api.closeDays();
    const { start, end } = interval('12:00', '14:00');
    const requested = `?start=${start}&end=${end}`;
    const { effect } = await api.succeed(previewCorrection, url(`/preview${requested}`), asOwner());
    expect(effect).toEqual({ quarters: 8, frames: 24, amount: 8, cost: 4 });
    expect(await day()).toEqual(complete);

    const made = await exclude('12:00', '14:00');
    expect(made.effect).toEqual(effect);
    expect(made.correction).toMatchObject({ by: 'Ana', reason: 'Garra invertida', amount: 8, frames: 24 });
    const less = await day();
    expect(less).toMatchObject({ total: 88, cost: 44 });
    expect(less.completeness).toBeCloseTo(88 / 96, 2);
    await api.closeDays();
    expect(await day()).toEqual(less);

    const undone = await undo(made.correction.id);
    expect(undone.correction).toMatchObject({ amount: 0, undone: { by: 'Ana' } });
    expect(await day()).toEqual(complete);
    expect((await api.succeed(listCorrections, url(), asOwner())).corrections).toEqual([undone.correction]);
    expect((await api.fail('POST', url(`/${made.correction.id}/undo`), asOwner())).msg).toBe(
      'Esta correção já foi desfeita.',
    );
  });

  it('stores excluded readings, hides them in the history and marks them in exports', async () => {
    await exclude('12:00', '13:00');
    const page = await api.succeed(readFramePage, '/board/values/last/pagination', {
      ...asOwner(),
      payload: { id: meter.mac, dateIn: DAY, dateOut: DAY, limit: 720, skip: 0 },
    });
    expect(JSON.stringify(page)).not.toContain(`${DAY}T12:05`);
    expect(JSON.stringify(page)).toContain(`${DAY}T13:05`);
    const file = async (every: string) =>
      (
        await api.raw(
          'GET',
          `/board/${meter.mac}/export?start=${DAY}&end=${DAY}&format=csv${every}`,
          asOwner(),
        )
      ).body;
    const rows = (await file('')).trim().split('\r\n');
    expect(rows[0]).toMatch(/;Desconsiderada \(1 = sim\)$/);
    expect(rows.filter((row) => row.endsWith(';1'))).toHaveLength(12);
    expect(rows.slice(1).filter((row) => row.endsWith(';0'))).toHaveLength(276);
    const quarters = (await file('&every=15m')).trim().split('\r\n');
    expect(quarters).toHaveLength(97);
    expect(quarters.filter((row) => row.endsWith(';1'))).toHaveLength(4);
  });

  it('undoes each of two overlapping exclusions separately', async () => {
    const first = await exclude('12:00', '14:00');
    const second = await exclude('13:00', '15:00');
    expect(second.effect).toMatchObject({ quarters: 4, amount: 4 });
    expect((await day()).total).toBe(84);
    await undo(first.correction.id);
    expect((await day()).total).toBe(88);
    await undo(second.correction.id);
    expect((await day()).total).toBe(96);
  });
});

test('stores late lines in an excluded interval as excluded, and restores them with the undo', async () => {
  const { correction } = await exclude('12:00', '14:00');
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const line = (at: string) =>
    triLine(meter.mac, Date.parse(at), {
      ...({ energyA: 500_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as Partial<Frame>),
    });
  await sender.send(meter, [line(`${DAY}T13:07:11Z`), line(`${DAY}T14:07:11Z`)]);
  expect((await day()).total).toBe(88.5);
  expect(await totals()).toEqual({ counted: 88_500_000, aside: 8_500_000 });
  await undo(correction.id);
  expect((await day()).total).toBe(97);
  expect(await totals()).toEqual({ counted: 97_000_000, aside: 0 });
});

test('counts or excludes live lines exactly once while intervals are excluded and restored', async () => {
  const sender = await startSender(api, () => instant(Date.parse(NOW)));
  const [start, end] = ['2026-11-20T14:00:00Z', '2026-11-20T15:15:00Z'];
  const live = Array.from({ length: 300 }, (_, n) =>
    triLine(meter.mac, Date.parse('2026-11-20T14:30:00Z') + n * 5_000, {
      ...({ energyA: 1_000, energyB: 0, energyC: 0, reactiveA: 0, reactiveB: 0 } as Partial<Frame>),
    }),
  );
  const judging = async () => {
    for (let times = 0; times < 12; times++) {
      const payload = { start, end, reason: 'Ensaio' };
      const { correction } = await api.succeed(createCorrection, url(), { ...asOwner(), payload });
      if (times < 11) await undo(correction.id);
    }
  };
  await Promise.all([sender.send(meter, live), judging()]);
  expect(await totals()).toEqual({ counted: 96_000_000, aside: 300_000 });
});

test('refuses an invalid interval with its reason', async () => {
  const refusal = async (start: string, end: string, reason = 'Erro') =>
    (await api.fail('POST', url(), { ...asOwner(), payload: { start, end, reason } })).msg;
  expect(await refusal(`${DAY}T12:00:00Z`, `${DAY}T12:00:00Z`)).toMatch(/posterior/);
  expect(await refusal(`${DAY}T12:01:00Z`, `${DAY}T13:00:00Z`)).toMatch(/quartos de hora/);
  expect(await refusal(`${DAY}T12:00:00Z`, `${DAY}T13:01:00Z`)).toMatch(/quartos de hora/);
  expect(await refusal(`${DAY}T12:00:00Z`, '2026-11-20T15:30:00Z')).toMatch(/momento atual/);
  expect(await refusal('2024-11-20T15:30:00Z', `${DAY}T12:00:00Z`)).toMatch(/366 dias/);
  expect(await refusal('2019-11-20T15:30:00Z', '2019-12-20T15:30:00Z')).toMatch(/instalado/);
  expect(await refusal(`${DAY}T12:00:00Z`, `${DAY}T13:00:00Z`, ' ')).toMatch(/motivo/);
});

test('a client can see corrections but not create them, and the trail names their author', async () => {
  const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
  await api.seed.give(client, meter);
  const { correction } = await exclude('12:00', '13:00');
  const seen = await api.succeed(listCorrections, url(), { token: client.token });
  expect(seen.corrections).toEqual([correction]);
  const payload = { ...interval('14:00', '15:00'), reason: 'Erro' };
  expect((await api.fail('POST', url(), { token: client.token, payload })).status).toBe(403);
  const admin = await api.seed.person({ profile: 'Admin' });
  const { events } = await api.succeed(readAuditTrail, '/admin/audit?action=readings-excluded', {
    token: admin.token,
  });
  expect(events[0]).toMatchObject({
    actor: { _id: owner.id },
    detail: { mac: meter.mac, first: DAY, last: DAY },
  });
});

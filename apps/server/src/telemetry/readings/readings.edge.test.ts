import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/telemetry/readings';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-20T12:00:00Z';
const SECOND = 1000;

let api: TestApi;
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
let instants: number[];

beforeAll(async () => {
  api = await createTestApi(NOW);
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner);
  meter = await api.seed.meter(establishment);
  instants = [];
  // Irregular on purpose: bursts, gaps of hours and days, frames on the very edge of a quarter-hour.
  let at = Date.parse('2026-10-25T00:00:00Z');
  for (let n = 0; at < Date.parse(NOW); n++) {
    instants.push(at);
    at += n % 97 === 0 ? 9 * 3600 * SECOND : n % 7 === 0 ? 900 * SECOND : (13 + (n % 400)) * SECOND;
  }
  await api.seed.readings(
    meter,
    instants.map((instant, n) => ({ at: new Date(instant), va: 219.8 + n / 10, energy_a_mwh: n })),
  );
});

const newestFirst = (from: number, to: number): string[] =>
  instants
    .filter((at) => at >= from && at <= to)
    .map((at) => new Date(at).toISOString())
    .reverse();
const pageOf = (payload: object, person = owner) =>
  api.succeed(readFramePage, '/board/values/last/pagination', {
    token: person.token,
    payload: { id: meter.mac, ...payload },
  });
const countOf = async (payload: object): Promise<number> =>
  (
    await api.succeed(countFrames, '/board/values/last/pagination/count', {
      token: owner.token,
      payload: { id: meter.mac, ...payload },
    })
  ).value;

describe('the newest frame', () => {
  it('returns the newest frame in the units of the meter, with null for missing values', async () => {
    const { value } = await api.succeed(readLastFrame, '/board/values/last', {
      token: owner.token,
      payload: { id: meter.mac },
    });
    expect(value).toMatchObject({
      date: new Date(instants.at(-1) ?? 0).toISOString(),
      vb: null,
      litres: null,
    });
    expect(value?.kwha).toBe((instants.length - 1) / 1000);
  });

  it('returns null as the newest frame before the first reading', async () => {
    const silent = await api.seed.meter(establishment);
    const { value } = await api.succeed(readLastFrame, '/board/values/last', {
      token: owner.token,
      payload: { id: silent.mac },
    });
    expect(value).toBeNull();
  });
});

describe('pages of frames', () => {
  const ranges = [
    [
      'whole days',
      '2026-10-26',
      '2026-11-20',
      Date.parse('2026-10-26T03:00:00Z'),
      Date.parse('2026-11-21T02:59:59Z'),
    ],
    [
      'ragged ends',
      '2026-10-27T10:07:03.250Z',
      '2026-11-19T22:52:41-03:00',
      Date.parse('2026-10-27T10:07:03.250Z'),
      Date.parse('2026-11-20T01:52:41Z'),
    ],
    [
      'milliseconds',
      Date.parse('2026-11-10T00:00:00Z'),
      Date.parse('2026-11-12T00:14:59Z'),
      Date.parse('2026-11-10T00:00:00Z'),
      Date.parse('2026-11-12T00:14:59Z'),
    ],
  ] as const;

  it.each(ranges)(
    'pages of frames return all frames in order, by skip at any depth: %s',
    async (_, dateIn, dateOut, from, to) => {
      const expected = newestFirst(from, to);
      expect(await countOf({ dateIn, dateOut })).toBe(expected.length);
      expect(expected.length).toBeGreaterThan(250);
      const read: string[] = [];
      for (let skip = 0; ; skip += 100) {
        const { value } = await pageOf({ dateIn, dateOut, limit: 100, skip });
        read.push(...value.map(({ date }) => date));
        if (value.length < 100) break;
      }
      expect(read).toEqual(expected);
      for (const skip of [1, 37, expected.length - 3, expected.length, expected.length + 500]) {
        const { value, next } = await pageOf({ dateIn, dateOut, limit: 10, skip });
        expect(value.map(({ date }) => date)).toEqual(expected.slice(skip, skip + 10));
        expect(next === null).toBe(skip + 10 >= expected.length);
      }
    },
  );

  it('pages of frames return all frames by cursor, although frames arrive meanwhile', async () => {
    const range = { dateIn: '2026-11-01', dateOut: '2026-11-20', limit: 250 };
    const expected = newestFirst(Date.parse('2026-11-01T03:00:00Z'), Date.parse(NOW));
    const read: string[] = [];
    let { value, next } = await pageOf(range);
    await api.seed.readings(meter, [{ at: '2026-11-20T12:00:30Z' }]);
    for (;;) {
      read.push(...value.map(({ date }) => date));
      if (next === null) break;
      ({ value, next } = await pageOf({ ...range, cursor: next }));
    }
    expect(read).toEqual(expected);
  });

  it.each([10, 20, 50, 100, 250, 720, 1000])('pages of frames return %i frames', async (limit) => {
    const { value } = await pageOf({ dateIn: '2026-10-25', dateOut: '2026-11-20', limit });
    expect(value).toHaveLength(limit);
  });

  it('pages of frames return a real number by its decimals', async () => {
    const one = await api.seed.meter(establishment);
    await api.seed.readings(one, [
      { at: '2026-11-20T10:00:00Z', va: 219.8, pfa: 0.9712, wa: 12345.6, ia: 0.001 },
    ]);
    const { value } = await pageOf({ id: one.mac, dateIn: '2026-11-20', dateOut: '2026-11-20' });
    expect(value[0]).toMatchObject({ va: 219.8, pfa: 0.9712, wa: 12345.6, ia: 0.001 });
  });

  it.each([
    [
      'more than 31 days',
      { dateIn: '2026-10-01', dateOut: '2026-11-01' },
      'A pesquisa deve ser de no máximo um mês...',
    ],
    [
      'an end before the start',
      { dateIn: '2026-11-02', dateOut: '2026-11-01' },
      'A data final deve ser posterior à inicial.',
    ],
    [
      'a page size outside the list',
      { dateIn: '2026-11-01', dateOut: '2026-11-02', limit: 11 },
      'Tamanho de página inválido: use 10, 20, 50, 100, 250, 720, 1000',
    ],
    ['a negative skip', { dateIn: '2026-11-01', dateOut: '2026-11-02', skip: -1 }, 'Página inválida'],
    [
      'a cursor that is none',
      { dateIn: '2026-11-01', dateOut: '2026-11-02', cursor: 'abc' },
      'Página inválida',
    ],
    ['no end', { dateIn: '2026-11-01' }, 'Campo obrigatório: dateOut'],
    [
      'an end in words',
      { dateIn: '2026-11-01', dateOut: true },
      'Data inválida: use AAAA-MM-DD, ou ISO 8601 com fuso, de 2000 a 2100',
    ],
    [
      'a day of another century',
      { dateIn: '1500-01-01', dateOut: '2026-11-02' },
      'Data inválida: use um dia entre 2000 e 2100',
    ],
    [
      'an unknown field',
      { dateIn: '2026-11-01', dateOut: '2026-11-02', page: 2 },
      'Campo desconhecido: page',
    ],
  ])('refuses a page of frames with %s', async (_, payload, msg) => {
    const refused = await api.fail('POST', '/board/values/last/pagination', {
      token: owner.token,
      payload: { id: meter.mac, ...payload },
    });
    expect(refused).toMatchObject({ status: 400, type: 'validation', ...(msg === undefined ? {} : { msg }) });
  });

  it('accepts a range of 31 days, also with a change of clocks in it', async () => {
    expect(await countOf({ dateIn: '2026-10-21', dateOut: '2026-11-20' })).toBe(instants.length + 1);
    const newYork = await api.seed.establishment(owner, { zone: 'America/New_York' });
    const other = await api.seed.meter(newYork);
    expect(await countOf({ id: other.mac, dateIn: '2026-10-15', dateOut: '2026-11-14' })).toBe(0);
  });
});

describe('pages and counts of closed days', () => {
  const range = {
    dateIn: '2026-10-27T10:07:03Z',
    dateOut: '2026-11-20T11:52:41Z',
  };
  const expectAll = async () => {
    const expected = newestFirst(Date.parse(range.dateIn), Date.parse(range.dateOut));
    expect(await countOf(range)).toBe(expected.length);
    for (let skip = 0; skip <= expected.length; skip += 83) {
      const { value } = await pageOf({ ...range, limit: 10, skip });
      expect(value.map(({ date }) => date)).toEqual(expected.slice(skip, skip + 10));
    }
    const { value } = await pageOf({ ...range, limit: 720, skip: 31 });
    expect(value.map(({ date }) => date)).toEqual(expected.slice(31, 751));
  };

  it('pages and counts of closed days match those of quarter-hours, also after late frames reopened a day', async () => {
    expect(await api.closeDays()).toBeGreaterThan(20);
    await expectAll();
    await api.database.pool.query('delete from meter_day where installation_id = $1 and day = $2', [
      meter.installationId,
      '2026-11-08',
    ]);
    await expectAll();
  });
});

describe('a meter that changes owner', () => {
  it('shows the new owner no earlier readings, and the former owner nothing', async () => {
    const removed = '2026-11-05T00:00:00Z';
    const before = await api.seed.meter(establishment, { removed_at: new Date(removed) });
    await api.seed.readings(before, [{ at: '2026-11-04T12:00:00Z', energy_a_mwh: 7_000_000 }]);
    const buyer = await api.seed.person();
    const shop = await api.seed.establishment(buyer, { name: 'Loja' });
    const after = await api.seed.meter(shop, { mac: before.mac, installed_at: new Date(removed) });
    await api.seed.readings(after, [{ at: '2026-11-06T12:00:00Z', energy_a_mwh: 1 }]);
    const range = { id: before.mac, dateIn: '2026-11-01', dateOut: '2026-11-20' };
    expect((await pageOf(range, buyer)).value.map(({ kwha }) => kwha)).toEqual([0.001]);
    const refused = await api.fail('POST', '/board/values/last/pagination', {
      token: owner.token,
      payload: range,
    });
    expect(refused).toMatchObject({ status: 404, type: 'not-found' });
    const day = await api.inject('GET', `/consolidated/daily/${before.mac}?date=2026-11-04`, {
      token: buyer.token,
    });
    expect(day.body).toMatchObject({ ok: true, total: 0 });
  });
});

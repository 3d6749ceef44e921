import { addIrecLot, readCarbon, removeIrecLot } from '@nascente/contract/energy/carbon';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { readEmissions } from '@nascente/contract/sites/establishments';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const api = await createTestApi('2026-03-13T14:20:00Z');
let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;
let number = 0;

const kwh = (amount: number, day: string) => ({ at: `${day}T12:00:00Z`, energy_a_mwh: amount * 1e6 });

beforeEach(async () => {
  owner = await api.seed.person();
  establishment = await api.seed.establishment(owner, { name: 'Padaria' });
  meter = await api.seed.meter(establishment, { installed_at: new Date('2025-01-01T00:00:00Z') });
  await api.seed.readings(meter, [
    kwh(1000, '2025-11-10'),
    kwh(3000, '2025-12-10'),
    kwh(2000, '2026-01-10'),
    kwh(4000, '2026-02-10'),
    kwh(500, '2026-03-10'),
  ]);
});

const url = (rest = '', id = establishment) => `/establishment/${id}/carbon${rest}`;
const carbonOf = async (query = '', token = owner.token, id = establishment) =>
  (await api.succeed(readCarbon, url(query, id), { token })).carbon;
const lotOf = (change: object = {}) => {
  number += 1;
  return { certificate: `BR-2026-${number}`, start: '01/2026', end: '02/2026', mwh: 3, ...change };
};
const add = async (change: object = {}, token = owner.token) =>
  (await api.succeed(addIrecLot, url('/lots'), { token, payload: lotOf(change) })).lot;
const refuse = (change: object, { token = owner.token, id = establishment } = {}) =>
  api.fail('POST', url('/lots', id), { token, payload: lotOf(change) });

describe('the carbon of a year', () => {
  it('has both methods by month, with the factor of each month and its source', async () => {
    await add();
    const { months, ...totals } = await carbonOf('?factors=monthly');
    expect(months).toHaveLength(3);
    expect(months[1]).toEqual({
      date: '02/2026',
      consumed: 4000,
      // Half of each month is covered.
      retired: 2000,
      locationKg: 218,
      marketKg: 109,
      factor: 0.0545,
      factorYear: 2024,
      factorMonth: null,
      source: 'MCTI/SIRENE',
      isProvisional: true,
      completeness: expect.any(Number),
    });
    expect(totals).toMatchObject({
      year: 2026,
      consumed: 6500,
      retired: 3000,
      free: 3500,
      locationKg: 354.25,
      marketKg: 190.75,
    });
    const before = await carbonOf('?factors=monthly&year=2025');
    expect(before.months.map(({ factor }) => factor).slice(10)).toEqual([0.0778, 0.0545]);
    expect(before.months.map(({ isProvisional }) => isProvisional).slice(10)).toEqual([false, true]);
    expect(before.lots).toEqual([]);
  });

  it('equals the emissions of the same days, with the fixed factor and with those of the months', async () => {
    for (const factors of ['fixed', 'monthly']) {
      const { token } = owner;
      const days = `/establishment/${establishment}/emissions?start=2025-10-01&end=2025-12-31&factors=${factors}`;
      const { data } = await api.succeed(readEmissions, days, { token });
      const { months } = await carbonOf(`?year=2025&factors=${factors}`);
      const shown = months.slice(9).map(({ date, locationKg, factor }) => [date, locationKg, factor]);
      expect(shown).toEqual(data.months.map(({ date, kgCO2, factor }) => [date, kgCO2, factor]));
      expect(data.kgCO2).toBeGreaterThan(100);
    }
  });

  it('shows by how much a lot exceeds the consumption after a correction, and never falls below zero', async () => {
    await add({ mwh: 6 });
    await api.database.pool.query('delete from quarter where installation_id = $1 and start < $2', [
      meter.installationId,
      '2026-02-01',
    ]);
    const { months, lots, marketKg, free } = await carbonOf();
    expect(lots[0]).toMatchObject({ mwh: 6, excess: 2 });
    expect(months.map(({ retired, marketKg }) => [retired, marketKg])).toEqual([
      [0, 0],
      [4000, 0],
      [0, 21.3],
    ]);
    expect([marketKg, free]).toEqual([21.3, 500]);
  });

  it('of the future is refused', async () => {
    expect(await api.fail('GET', url('?year=2027'), { token: owner.token })).toMatchObject({
      status: 400,
      msg: 'Este ano ainda não começou.',
    });
  });
});

describe('I-REC lots', () => {
  it('are added and removed, each recorded in the audit trail', async () => {
    const lot = await add({ certificate: 'BR 0001/26', start: '12/2025', end: '01/2026', mwh: 4.125 });
    const entered = {
      certificate: 'BR 0001/26',
      start: '12/2025',
      end: '01/2026',
      mwh: 4.125,
      excess: 0,
      by: expect.any(String),
      enteredAt: '2026-03-13T14:20:00.000Z',
    };
    expect(lot).toEqual({ id: lot.id, ...entered });
    expect((await carbonOf()).lots).toEqual([lot]);
    expect((await carbonOf('?year=2025')).lots).toEqual([lot]);
    await api.succeed(removeIrecLot, url(`/lots/${lot.id}`), { token: owner.token });
    expect(await api.fail('DELETE', url(`/lots/${lot.id}`), { token: owner.token })).toMatchObject({
      status: 404,
      msg: 'Não há este lote.',
    });
    expect((await carbonOf()).lots).toEqual([]);
    const { token } = await api.seed.person({ profile: 'Admin' });
    const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token });
    expect(events.slice(0, 2).map(({ action, subject, detail }) => [action, subject?._id, detail])).toEqual([
      ['irec-lot-removed', owner.id, { establishment: 'Padaria', certificate: 'BR 0001/26' }],
      [
        'irec-lot-added',
        owner.id,
        {
          establishment: 'Padaria',
          certificate: 'BR 0001/26',
          period: '12/2025 a 01/2026',
          energy: '4,125 MWh',
        },
      ],
    ]);
  });

  it.each([
    [
      'more than was consumed',
      { mwh: 6.001 },
      'mwh',
      'Só há 6,000 MWh livres de 01/2026 a 02/2026: foram consumidos 6,000 MWh',
    ],
    [
      'an end before the start',
      { start: '02/2026', end: '01/2026' },
      'end',
      'O fim não pode ser antes do começo.',
    ],
    [
      'more than twelve months',
      { start: '02/2025', end: '02/2026' },
      'end',
      'Um lote cobre no máximo 12 meses.',
    ],
    ['a month that has not begun', { end: '04/2026' }, 'end', 'O consumo de 04/2026 ainda não existe.'],
    [
      'a period without consumption',
      { start: '05/2025', end: '06/2025' },
      'start',
      'Não há consumo medido de 05/2025 a 06/2025',
    ],
    ['no energy', { mwh: 0 }, 'mwh', 'Informe os MWh do lote'],
    ['less than a kWh', { mwh: 1.0005 }, 'mwh', 'Informe os MWh do lote'],
    [
      'a certificate without a number',
      { certificate: 'I-REC' },
      'certificate',
      'Informe o número do certificado',
    ],
  ])('with %s are refused', async (_, change, path, msg) => {
    expect(await refuse(change)).toMatchObject({
      status: 400,
      errors: [{ path, msg: expect.stringContaining(msg) }],
    });
  });

  it('that overlap fit as long as every month has enough consumption', async () => {
    await add({ start: '12/2025', end: '01/2026', mwh: 5 });
    expect(await refuse({ start: '01/2026', end: '01/2026', mwh: 0.001 })).toMatchObject({
      msg: expect.stringContaining('Só há 0,000 MWh livres em 01/2026'),
    });
    await add({ start: '01/2026', end: '02/2026', mwh: 4 });
    expect(await refuse({ start: '02/2026', end: '03/2026', mwh: 0.501 })).toMatchObject({ status: 400 });
    await add({ start: '02/2026', end: '03/2026', mwh: 0.5 });
  });

  it('retire a certificate once for each owner, however its number is written', async () => {
    const { certificate } = await add({ certificate: 'br-0000.1234' });
    const mine = await api.seed.establishment(owner, { name: 'Loja' });
    const external = await api.seed.person();
    const theirs = await api.seed.establishment(external);
    for (const id of [mine, theirs])
      await api.seed.readings(await api.seed.meter(id, { installed_at: new Date('2025-01-01T00:00:00Z') }), [
        kwh(9000, '2026-01-10'),
      ]);
    const again = { certificate: 'BR 00001234' };
    expect(await refuse(again, { id: mine })).toMatchObject({
      status: 409,
      msg: 'Este certificado já abate o consumo de Padaria.',
    });
    const { token } = external;
    // Another owner learns nothing about it, and is not blocked by it.
    await api.succeed(addIrecLot, url('/lots', theirs), { token, payload: lotOf(again) });
    expect(await refuse(again, { id: theirs, token })).toMatchObject({ status: 409 });
    expect(certificate).toBe('br-0000.1234');
  });

  it('added at the same time never exceed the consumption', async () => {
    const token = owner.token;
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        api.inject('POST', url('/lots'), { token, payload: lotOf({ mwh: 4 }) }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.every((status) => [201, 400, 409].includes(status))).toBe(true);
    const { retired, lots } = await carbonOf();
    expect([retired, lots.length, lots[0]?.excess]).toEqual([4000, 1, 0]);
  });

  it('with the same certificate at the same time retire it once', async () => {
    const places = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const id = await api.seed.establishment(owner);
        const installed_at = new Date('2025-01-01T00:00:00Z');
        await api.seed.readings(await api.seed.meter(id, { installed_at }), [kwh(9000, '2026-01-10')]);
        return id;
      }),
    );
    const payload = lotOf();
    const answers = await Promise.all(
      places.map((id) => api.inject('POST', url('/lots', id), { token: owner.token, payload })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
  });
});

describe('access', () => {
  it('a client user reads the carbon with all meters, keeps no lots, and with a part of the meters reads nothing', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: owner.id });
    await api.seed.give(client, meter);
    const lot = await add();
    expect((await carbonOf('', client.token)).lots).toHaveLength(1);
    expect(await refuse({}, { token: client.token })).toMatchObject({ status: 403 });
    expect(await api.fail('DELETE', url(`/lots/${lot.id}`), { token: client.token })).toMatchObject({
      status: 403,
    });
    await api.seed.meter(establishment);
    expect(await api.fail('GET', url(), { token: client.token })).toMatchObject({
      status: 403,
      msg: expect.stringContaining('só parte dos medidores'),
    });
  });
});

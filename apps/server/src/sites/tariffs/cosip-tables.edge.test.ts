import { saveContract } from '@nascente/contract/money/billing-terms';
import { closeBill, readBill } from '@nascente/contract/money/bills';
import { readAuditTrail } from '@nascente/contract/people/audit';
import { listCosipTables, removeCosipPeriod, saveCosipPeriod } from '@nascente/contract/sites/cosip-tables';
import { beforeEach, expect, it } from 'vitest';
import { aContract } from '../../testing/seeds/a-contract.ts';
import { CONVENCIONAL, seedRules } from '../../testing/seeds/bill-tariffs.ts';
import type { SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const api = await createTestApi('2026-10-12T15:00:00Z');
let admin: SeededPerson;
beforeEach(async () => {
  admin = await api.seed.person({ profile: 'Admin' });
});

const RECIFE = 'Recife/PE, comercial';
const period = (validFrom: string, amount: string) => ({
  municipality: RECIFE,
  validFrom,
  cosip: {
    mode: 'bands',
    bands: [
      { upTo: 50, amount: '5.00' },
      { upTo: null, amount },
    ],
  },
  source: 'Lei municipal (exemplo)',
});
const save = (payload: object, { token } = admin) =>
  api.succeed(saveCosipPeriod, '/admin/cosip-tables', { token, payload });
const REMOVAL = '/admin/cosip-tables/removal';

it('bills follow the table of their municipality, which cannot lose its oldest period', async () => {
  await save(period('2026-01-01', '20.00'));
  const { table } = await save(period('2026-09-15', '30.50'));
  expect(table.periods.map(({ validFrom }) => validFrom)).toEqual(['2026-01-01', '2026-09-15']);
  const owner = await api.seed.person();
  const { token } = owner;
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment);
  await api.seed.readings(
    meter,
    ['2026-08-10', '2026-09-10'].map((day) => ({ at: `${day}T13:00:00Z`, energy_a_mwh: 100e6 })),
  );
  const tax = await seedRules(api.seed, [{ validFrom: '2026-01-01', rules: CONVENCIONAL }]);
  const path = `/establishment/${establishment}`;
  const contract = (municipality: string) => ({
    type: 'eletric',
    validFrom: '2026-01-01',
    tax,
    terms: aContract({ cosip: { mode: 'municipality', municipality } }),
  });
  expect(await api.fail('PUT', `${path}/contract`, { token, payload: contract('Olinda/PE') })).toMatchObject({
    status: 400,
    errors: [{ path: 'terms.cosip', msg: expect.stringContaining('escolha um município da lista') }],
  });
  await api.succeed(saveContract, `${path}/contract`, { token, payload: contract(RECIFE) });
  const cosipOf = async (start: string) =>
    (await api.succeed(readBill, `${path}/bill?start=${start}`, { token })).bill.lines.find(
      ({ kind }) => kind === 'cosip',
    )?.amount;
  expect([await cosipOf('2026-08-01'), await cosipOf('2026-09-01')]).toEqual([20, 30.5]);
  const payload = { type: 'eletric', start: '2026-09-01', end: '2026-09-30' };
  await api.succeed(closeBill, `${path}/bills`, { token, payload });
  const { rows } = await api.database.pool.query(
    `select made_by->'cosip' as cosip from frozen_bill where establishment_id = $1`,
    [establishment],
  );
  const { cosip } = period('2026-09-15', '30.50');
  expect(rows).toEqual([{ cosip: { validFrom: '2026-09-15', cosip } }]);
  const remove = (validFrom: string) => ({
    token: admin.token,
    payload: { municipality: RECIFE, validFrom },
  });
  expect(await api.fail('POST', REMOVAL, remove('2026-01-01'))).toMatchObject({
    status: 409,
    msg: 'Um estabelecimento usa esta tabela: guarde uma tabela anterior antes de remover a mais antiga.',
  });
  expect(await cosipOf('2026-08-01')).toBe(20);
  await api.succeed(removeCosipPeriod, REMOVAL, remove('2026-09-15'));
  expect(await cosipOf('2026-09-01')).toBe(20);
  expect(await api.fail('POST', REMOVAL, remove('2026-09-15'))).toMatchObject({ status: 404 });
  expect(await api.fail('POST', REMOVAL, remove('2026-01-01'))).toMatchObject({
    status: 409,
    msg: 'Um estabelecimento usa esta tabela: guarde uma tabela anterior antes de remover a única.',
  });
  expect(await cosipOf('2026-09-01')).toBe(20);
  const { events } = await api.succeed(readAuditTrail, '/admin/audit?limit=10', { token: admin.token });
  expect(events.map(({ action }) => action)).toContain('cosip-table-removed');
});

it('refuses bands in disorder, a missing source, and everyone but an Admin', async () => {
  const fail = (payload: object, { token } = admin) =>
    api.fail('POST', '/admin/cosip-tables', { token, payload });
  const bands = [
    { upTo: null, amount: '5.00' },
    { upTo: 50, amount: '6.00' },
  ];
  const valid = period('2026-01-01', '20.00');
  expect(await fail({ ...valid, cosip: { mode: 'bands', bands } })).toMatchObject({
    status: 400,
    msg: 'As faixas da COSIP devem crescer, e só a última não tem limite.',
  });
  expect(await fail({ ...valid, source: ' ' })).toMatchObject({ status: 400 });
  const owner = await api.seed.person();
  expect(await fail(valid, owner)).toMatchObject({ status: 403 });
  expect((await api.succeed(listCosipTables, '/cosip-tables', { token: owner.token })).tables).toEqual(
    expect.any(Array),
  );
});

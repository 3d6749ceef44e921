import { readBill } from '@nascente/contract/money/bills';
import { readEstablishmentTouPeriods } from '@nascente/contract/money/establishment-consumption';
import { instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import { expect, test } from 'vitest';
import { createTestApi } from '../testing/test-api.ts';
import { CITY } from './city.ts';
import { createCompany } from './seed-demonstration.ts';

/** Friday, 14:23 in Recife. */
const NOW = '2026-11-20T17:23:45Z';
const QUARTER_MS = 900_000;
const HALF_PAST = { start: 1050, end: 1230 };

const api = await createTestApi(NOW);
const { pool, db } = api.database;
const owner = await api.seed.person();
await db
  .transaction()
  .execute((within) =>
    createCompany(within, { owner: owner.id, partner: owner.id }, instant(Date.parse(NOW))),
  );

const factory = async () => {
  const { rows } = await pool.query<{ establishment: string; installationId: number; mac: Mac }>(
    `select e.id as establishment, i.id as "installationId", i.mac from establishment e
     join installation i on i.establishment_id = e.id where e.name = 'Fábrica de Massas'`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('no factory');
  return found;
};

/** kWh of working days from one clock to another, as PostgreSQL finds them. */
const consumedBetween = async (installationId: number, from: string, to: string): Promise<number> => {
  const { rows } = await pool.query<{ kwh: number }>(
    `select (sum(consumed_a_mwh) / 1e6)::float8 as kwh
     from quarter, lateral (select start at time zone $4 as local) clock
     where installation_id = $1 and local::date between '2026-10-01' and '2026-10-31' and local::date <> '2026-10-12'
       and extract(isodow from local) < 6 and local::time >= $2::time and local::time < $3::time`,
    [installationId, from, to, CITY.zone],
  );
  return rows[0]?.kwh ?? 0;
};

test('bills the factory with a peak that begins and ends at half past', async () => {
  const { establishment, ...meter } = await factory();
  const first = Date.parse('2026-10-01T00:00-03:00');
  const readings = Array.from({ length: 31 * 96 }, (_, index) => ({
    at: new Date(first + index * QUARTER_MS),
    energy_a_mwh: 1_000_000 + ((index * 7919) % 400_009),
  }));
  await api.seed.readings(meter, readings);
  const { token } = owner;
  const days = 'start=2026-10-01&end=2026-10-31';
  const { bill } = await api.succeed(readBill, `/establishment/${establishment}/bill?${days}`, { token });
  expect(bill.missing).toEqual([]);
  expect(bill.consumed.inPoint).toBeCloseTo(await consumedBetween(meter.installationId, '17:30', '20:30'), 6);
  const { energy } = await api.succeed(
    readEstablishmentTouPeriods,
    `/establishment/${establishment}/consumption/tou-periods`,
    {
      token,
    },
  );
  expect(energy.touPeriods).toMatchObject([{ tariff: { color: 'Verde' }, windows: { peak: HALF_PAST } }]);
});

test('stores a demonstration tariff like an entered one', async () => {
  const { rows: stored } = await pool.query<{ color: string; prices: string | null; peak: unknown }>(
    `select color, price_text as prices, rules -> 'windows' -> 'peak' as peak
       from tariff join tariff_version on tariff_id = tariff.id where distributor = 'Distribuidora Aurora' order by 1`,
  );
  expect(stored.map(({ color, peak }) => [color, peak])).toEqual([
    ['Azul', HALF_PAST],
    ['Branca', { start: 1080, end: 1260 }],
    ['Convencional', null],
    ['Verde', HALF_PAST],
  ]);
  for (const { prices } of stored) expect(prices).toContain('TUSD');
});

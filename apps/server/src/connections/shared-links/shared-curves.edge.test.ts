import { createSharedLink } from '@nascente/contract/connections/shared-links';
import { moveMeter } from '@nascente/contract/sites/meter-changes';
import { beforeEach, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createLinkApi } from './testing/linked-establishment.ts';

const [START, END] = ['2026-11-12T14:00:00Z', '2026-11-12T18:00:00Z'];
const { api, meterAt, seedEstablishment, follow } = await createLinkApi();

let owner: SeededPerson;
let establishment: string;
let general: SeededMeter;
let oven: SeededMeter;

beforeEach(async () => {
  ({ owner, establishment, general, oven } = await seedEstablishment());
  for (const [meter, wa] of [
    [general, 9000],
    [oven, 3000],
  ] as const)
    await api.seed.readings(meter, [{ at: '2026-11-12T15:00:00Z', energy_a_mwh: 1e6, wa }]);
});

const series = (...wanted: readonly (readonly [SeededMeter, string])[]) =>
  wanted.map(([{ mac }, quantity]) => ({ mac, quantity }));
const payloadOf = (more: Readonly<Record<string, unknown>> = {}) => ({
  name: 'Pico de ontem',
  kind: 'curve',
  establishmentId: establishment,
  expiresOn: '2026-11-20',
  chart: { series: series([oven, 'power'], [general, 'power']), start: START, end: END },
  ...more,
});
const make = (more?: Readonly<Record<string, unknown>>) =>
  api.succeed(createSharedLink, '/user/links', { token: owner.token, payload: payloadOf(more) });
const refused = (more: Readonly<Record<string, unknown>>) =>
  api.fail('POST', '/user/links', { token: owner.token, payload: payloadOf(more) });

it('shows curves by meter name in their original order, without device data', async () => {
  const { key, link } = await make();
  expect(link).toMatchObject({ kind: 'curve', start: '2026-11-12', end: '2026-11-12' });
  const shown = await follow(key);
  const { curves } = shown;
  expect(curves).toMatchObject({ start: '2026-11-12T14:00:00.000Z', isApart: false });
  const series = curves?.series.map(({ meter, quantity, curve }) => [
    curves.meters[meter]?.name,
    quantity,
    curve.mean,
  ]);
  expect(series?.map(([name]) => name)).toEqual([
    'Forno',
    curves?.meters.find(({ name }) => name !== 'Forno')?.name,
  ]);
  expect(series?.map(([, quantity, mean]) => [quantity, mean])).toEqual([
    ['power', [3]],
    ['power', [9]],
  ]);
  const text = JSON.stringify(shown);
  for (const secret of [general.mac, oven.mac, owner.id, establishment, key])
    expect(text).not.toContain(secret);
});

it('refuses a link to curves that its creator cannot read', async () => {
  const otherAccount = await api.seed.person();
  const foreign = await meterAt(await api.seed.establishment(otherAccount));
  const shop = await meterAt(await api.seed.establishment(owner));
  const chartOf = (meter: SeededMeter, quantity = 'power') => ({
    chart: { series: series([meter, quantity]), start: START, end: END },
  });
  expect((await refused(chartOf(foreign))).status).toBe(404);
  expect(await refused(chartOf(shop))).toMatchObject({
    status: 400,
    msg: 'Compartilhe curvas de medidores de um mesmo estabelecimento.',
  });
  expect((await refused(chartOf(oven, 'flow'))).status).toBe(400);
  expect((await refused({ chart: undefined })).status).toBe(400);
  expect((await refused({ kind: 'cycle' })).status).toBe(400);
});

it('leaves out a moved meter, and closes the link after the last one moves', async () => {
  const { key } = await make();
  const shop = await api.seed.establishment(owner);
  const move = ({ installationId }: SeededMeter) =>
    api.succeed(moveMeter, `/installation-meter/${installationId}/move`, {
      token: owner.token,
      payload: { locationCode: shop },
    });
  await move(oven);
  const { curves } = await follow(key);
  expect(curves?.series).toMatchObject([{ meter: 0, quantity: 'power' }]);
  expect(curves?.meters).toHaveLength(1);
  await move(general);
  expect(await api.fail('GET', `/shared/${key}`, {})).toMatchObject({
    status: 404,
    msg: 'Este link não vale mais.',
  });
});

it('stores the key of a link neither in the audit trail nor in any other table', async () => {
  const { key } = await make();
  await follow(key);
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(40);
  for (const { name } of tables) {
    const { rows } = await api.database.pool.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where position($1 in t::text) > 0`,
      [key.slice(10)],
    );
    expect([name, rows[0]?.count]).toEqual([name, 0]);
  }
  const { rows: events } = await api.database.pool.query<{ action: string }>(
    `select action from audit_event where actor_id = $1`,
    [owner.id],
  );
  expect(events.map(({ action }) => action)).toContain('link-created');
});

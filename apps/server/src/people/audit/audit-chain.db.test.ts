import { instant } from '@nascente/domain/base/time/zone';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createAuditChainRepository } from './audit.repository.ts';
import { chainEvents, verifyChain } from './audit-chain.ts';
import { createAuditTrail } from './audit-trail.ts';

const { db, pool } = await createTestDatabase();
const OWNER = '01a00000-0000-7000-8000-000000000001';
const START = Date.parse('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
let now = START;
const clock = () => instant(now);
const trail = createAuditTrail({ db, clock });
const chain = () => chainEvents({ db, clock });

const record = (name: string, within = db) =>
  trail.record(
    {
      action: 'establishment-created',
      actorId: OWNER,
      subjectId: OWNER,
      device: { address: '203.0.113.7', userAgent: '' },
      detail: { name, establishment: 'Padaria' },
    },
    within,
  );

/** Three events each minute, linked after each. */
const recordSome = async (minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute++) {
    for (const name of ['a', 'b', 'c']) await record(name);
    await chain();
    now += MINUTE_MS;
  }
};

const problems = async () =>
  (await verifyChain(db)).problems.map(({ kind, number, upTo }) => [kind, number, upTo]);

beforeEach(async () => {
  now = START;
  await pool.query('truncate audit_event, audit_anchor');
});

test('verifies an unchanged trail from its first event to its last', async () => {
  expect(await verifyChain(db)).toMatchObject({
    events: 0,
    first: null,
    head: { number: 0 },
    problemCount: 0,
  });
  await recordSome(4);
  await record('d');
  expect(await verifyChain(db)).toMatchObject({
    events: 12,
    waiting: 1,
    erased: 0,
    first: { number: 1, at: new Date(START) },
    head: { number: 12 },
    problems: [],
    problemCount: 0,
  });
});

test('links thousands of events in order, also with several processes at once', async () => {
  await pool.query(
    `insert into audit_event (at, action, address, device, detail)
      select timestamptz '2026-11-20T12:00:00Z', 'signed-in', '203.0.113.7', 'x', '{}' from generate_series(1, 5000)`,
  );
  await Promise.all([chain(), chain(), chain()]);
  expect(await verifyChain(db)).toMatchObject({ events: 5_000, waiting: 0, problemCount: 0 });
});

test('links a late commit later without blocking other events', async () => {
  await db.transaction().execute(async (within) => {
    await record('late', within);
    await record('quick');
    await chain();
    expect(await verifyChain(db)).toMatchObject({ events: 1, problemCount: 0 });
  });
  await chain();
  expect(await verifyChain(db)).toMatchObject({ events: 2, waiting: 0, problemCount: 0 });
});

describe('detecting manipulation of the trail', () => {
  beforeEach(() => recordSome(4));

  it.each([
    ['action', "'establishment-removed'"],
    ['actor_id', 'null'],
    ['subject_id', 'null'],
    ['at', "at + interval '1 second'"],
    ['address', "'198.51.100.1'"],
    ['device', "'Firefox'"],
    ['detail', `'{"name": "z", "place": "Padaria"}'`],
    ['detail_salt', 'null'],
    ['detail_digest', "'\\x00'"],
    ['previous_hash', "'\\x00'"],
  ])('detects a changed %s', async (column, value) => {
    await pool.query(`update audit_event set ${column} = ${value} where number = 5`);
    expect(await problems()).toEqual([['changed', 5, 5]]);
  });

  it('detects an event changed together with its hash', async () => {
    await pool.query(`update audit_event set hash = sha256('x') where number = 5`);
    expect(await problems()).toEqual([
      ['changed', 5, 5],
      ['changed', 6, 6],
    ]);
  });

  it('detects removed events', async () => {
    await pool.query('delete from audit_event where number in (1, 5, 6, 7)');
    expect(await problems()).toEqual([
      ['removed', 1, 1],
      ['removed', 5, 7],
    ]);
  });

  it('detects an inserted event', async () => {
    await recordSome(62);
    await pool.query(
      `insert into audit_event (at, action, address, device, detail) values ($1, 'signed-in', '203.0.113.7', 'x', '{}')`,
      [new Date(START + MINUTE_MS)],
    );
    await chain();
    expect(await problems()).toEqual([['inserted', 199, 199]]);
  });

  it('detects two exchanged events', async () => {
    await pool.query('update audit_event set number = 100 where number = 5');
    await pool.query('update audit_event set number = 5 where number = 6');
    await pool.query('update audit_event set number = 6 where number = 100');
    expect(await problems()).toEqual([
      ['changed', 5, 5],
      ['changed', 6, 6],
      ['changed', 7, 7],
    ]);
  });

  it('detects a rebuilt or shortened chain from a noted link', async () => {
    const { head } = await verifyChain(db);
    const forget =
      'number = null, hash = null, previous_hash = null, detail_digest = null, detail_salt = null';
    await pool.query(`update audit_event set ${forget}, chained_at = null, address = '198.51.100.1'`);
    await chain();
    expect(await verifyChain(db)).toMatchObject({ problemCount: 0 });
    expect(await verifyChain(db, head)).toMatchObject({ problems: [{ kind: 'changed', number: 12 }] });
    await pool.query('delete from audit_event where number > 10');
    expect(await verifyChain(db)).toMatchObject({ problemCount: 0 });
    expect(await verifyChain(db, head)).toMatchObject({
      problems: [{ kind: 'removed', number: 11, upTo: 12 }],
    });
  });
});

test('the chain stays valid and continues after old events are removed', async () => {
  await recordSome(4);
  const removeBefore = (instantMs: number) =>
    db.transaction().execute((within) => createAuditChainRepository(within).removeBefore(instant(instantMs)));
  await removeBefore(START + 2 * MINUTE_MS);
  expect(await verifyChain(db)).toMatchObject({ events: 6, first: { number: 7 }, problemCount: 0 });
  await removeBefore(START + 60 * MINUTE_MS);
  expect(await verifyChain(db)).toMatchObject({ events: 0, head: { number: 12 }, problemCount: 0 });
  await recordSome(1);
  expect(await verifyChain(db)).toMatchObject({ events: 3, first: { number: 13 }, problemCount: 0 });
  await pool.query('delete from audit_event where number = 13');
  expect(await problems()).toEqual([['removed', 13, 13]]);
});

test('the chain stays valid when details are erased with an account', async () => {
  await recordSome(2);
  await record('not linked yet');
  await trail.eraseDetails([OWNER], db);
  const { rows } = await pool.query('select distinct detail, detail_salt from audit_event');
  expect(rows).toEqual([{ detail: {}, detail_salt: null }]);
  await chain();
  expect(await verifyChain(db)).toMatchObject({ events: 7, erased: 6, problemCount: 0 });
  await pool.query(`update audit_event set detail = '{"name": "z"}' where number = 2`);
  expect(await problems()).toEqual([['changed', 2, 2]]);
});

it('reports an event as changed when its detail is erased while the account exists', async () => {
  await recordSome(1);
  await pool.query(
    `insert into account (id, email, password_hash, first_name) values ($1, 'dona@cadeia.test', 'h', 'Dona')`,
    [OWNER],
  );
  await trail.eraseDetails([OWNER], db);
  expect((await problems()).map(([kind]) => kind)).toEqual(['changed', 'changed', 'changed']);
  await pool.query('delete from account where id = $1', [OWNER]);
  expect(await problems()).toEqual([]);
});

describe('the trail after a clock a day ahead', () => {
  const DAY_MS = 24 * 60 * MINUTE_MS;
  const setBack = async () => {
    await recordSome(2);
    now += DAY_MS;
    await recordSome(2);
    // These events are still unlinked when the clock is right again.
    await record('d');
    now -= DAY_MS;
    await record('e');
    await recordSome(3);
  };

  it('the chain stays valid, with an event that records the clock correction', async () => {
    await setBack();
    expect(await problems()).toEqual([]);
    const { rows } = await pool.query<{ detail: object }>(
      `select detail from audit_event where action = 'clock-set-back' order by number`,
    );
    expect(rows[0]?.detail).toEqual({
      from: new Date(START + DAY_MS + 3 * MINUTE_MS).toISOString(),
      to: new Date(START + 4 * MINUTE_MS).toISOString(),
    });
    await recordSome(70);
    expect(await problems()).toEqual([]);
  });

  it('detects an event inserted after the clock correction', async () => {
    await setBack();
    await recordSome(70);
    await pool.query(
      `insert into audit_event (at, action, address, device, detail) values ($1, 'signed-in', '203.0.113.7', 'x', '{}')`,
      [new Date(START + 5 * MINUTE_MS)],
    );
    await chain();
    expect((await problems()).map(([kind]) => kind)).toEqual(['inserted']);
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import type { Call } from '@nascente/contract/base/call';
import { everyCall } from '@nascente/contract/every-call';
import { type Action, may } from '@nascente/domain/people/permissions';
import { type Profile, profiles } from '@nascente/domain/people/profiles';
import { beforeAll, describe, expect, it, test } from 'vitest';
import { hashCode } from './people/second-step/recovery-codes.ts';
import { createPasswords } from './people/session/passwords/passwords.ts';
import { hashDeviceKey, newDeviceKey } from './sites/board-claims/index.ts';
import { makeCall, type Request } from './testing/calls.ts';
import { CONTINUITY_LIMITS, FOUND, NAMING_NOTHING, TELLING_OF_BOARDS } from './testing/customer-calls.ts';
import { aBill, aContract } from './testing/seeds/a-contract.ts';
import { ABSENT, type Ids } from './testing/seeds/customer-ids.ts';
import { DAY, NAMING, type OwnBoard, PAPER, PASSWORD, PAST } from './testing/seeds/customer-naming.ts';
import { createSeed } from './testing/seeds/seed.ts';
import { seedAlert } from './testing/seeds/seed-alert.ts';
import { seedReport } from './testing/seeds/seed-report.ts';
import { startTestServer } from './testing/test-server.ts';

const PASSWORD_HASH = await createPasswords().hash(PASSWORD);

/** Calls that an Admin alone may make see every customer. */
const ofCustomers = everyCall.filter(
  (call): call is Extract<Call, { readonly permission: Action }> => call.access === 'session',
);
const customers = profiles.filter((profile) => profile !== 'Admin');

const server = await startTestServer();
const seed = createSeed(server.database, Date.now);

const query = async (text: string, values: readonly unknown[]) =>
  (await server.database.pool.query<{ id: string; content: string }>(text, [...values])).rows;

let victim: Ids;
/** What the victim has from the beginning to the end: `holdings`. */
let held: string;
let tariff: string;
const NAME = 'Segredo da Padaria';
const METER = 'Forno secreto';
const CLIENT = 'Cliente secreto';
const DOMAIN = 'segredo.test';
const SECRETS = [NAME, METER, CLIENT, DOMAIN, '777.75'];

/** A bill of the utility, a closed one, and the contract that both were made by. */
const createBills = async (establishment: string) => {
  const days = [establishment, 'eletric', '2026-09-01', '2026-09-30'];
  const terms = JSON.stringify(aContract());
  await query(
    `insert into billing_contract (establishment_id, type, valid_from, terms, changed_at) values ($1, $2, $3, $4, now())`,
    [establishment, 'eletric', '2025-01-01', terms],
  );
  const [entered] = await query(
    `insert into utility_bill (establishment_id, type, first_day, last_day, total, consumed, demand, note, entered_at)
      values ($1, $2, $3, $4, 777.75, '{}', '{}', $5, now()) returning id`,
    [...days, NAME],
  );
  const [stored] = await query(
    `insert into frozen_bill (establishment_id, type, first_day, last_day, bill, made_by, closed_at)
      values ($1, $2, $3, $4, $5, '{}', now()) returning id`,
    [...days, JSON.stringify({ ...aBill(), total: 777.75 })],
  );
  const [retired] = await query(
    `insert into irec_lot (establishment_id, certificate, certificate_key, first_month, last_month, energy_kwh, entered_at)
      values ($1, $2, $3, '2026-11-01', '2026-11-01', 1, now()) returning id`,
    [establishment, NAME, randomUUID()],
  );
  return { utilityBill: entered?.id ?? '', frozenBill: stored?.id ?? '', irecLot: retired?.id ?? '' };
};

const createOwner = async () => {
  const email = `${randomUUID()}@${DOMAIN}`;
  const manager = await seed.person({
    profile: 'Manager',
    first_name: NAME,
    email,
    password_hash: PASSWORD_HASH,
  });
  const establishment = await seed.establishment(manager, { name: NAME });
  const meter = await seed.meter(establishment, { name: METER });
  await seed.readings(meter, [
    { at: `${DAY}T15:00:00Z`, va: 221.5, wa: 777.75, energy_a_mwh: 7_770_000 },
    { at: new Date(), va: 221.5, wa: 777.75, energy_a_mwh: 777_000 },
  ]);
  await query(
    `insert into register_step (installation_id, register, at, raw) values ($1, 'consumedA', $2, 1)`,
    [meter.installationId, `${DAY}T16:00:00Z`],
  );
  const client = await seed.person({ profile: 'client', manager_id: manager.id, first_name: CLIENT });
  await seed.give(client, meter);
  const [invitation] = await query(
    `insert into client_invitation (manager_id, name, token_hash, invited_at, expires_at)
      values ($1, $2, $3, now(), now() + interval '7 days') returning id`,
    [manager.id, CLIENT, randomBytes(32)],
  );
  const [session] = await query('select id from session where account_id = $1', [manager.id]);
  const [apiKey] = await query(
    `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
      values ($1, 'BI', 'nsk_', $2, '{}', now()) returning id`,
    [manager.id, randomBytes(32)],
  );
  const [passkey] = await query(
    `insert into passkey (account_id, credential_id, public_key, counter, name, synced, created_at)
      values ($1, $2, $2, 0, $3, false, now()) returning id`,
    [manager.id, randomBytes(32), NAME],
  );
  await query(`insert into recovery_code (account_id, code_hash, created_at) values ($1, $2, now())`, [
    manager.id,
    hashCode(PAPER),
  ]);
  const [integration] = await query(
    `insert into integration (account_id, kind, name, prefix, key_hash, created_at)
      values ($1, 'csv', 'Planilha', 'nsi_', $2, now()) returning id`,
    [manager.id, randomBytes(32)],
  );
  const [savingChange] = await query(
    `insert into saving_change (installation_id, what, begins_on, per_day, account_id, created_at)
      values ($1, $2, $3, 10, $4, now()) returning id`,
    [meter.installationId, NAME, DAY, manager.id],
  );
  await query(
    `insert into independent_variable (establishment_id, kind, day, value, unit, account_id, entered_at)
      values ($1, 'temperature', $2, 777.75, $3, $4, now())`,
    [establishment, '2026-01-01', '°C', manager.id],
  );
  await query(`insert into continuity_limits values ($1, $2)`, [
    establishment,
    { ...CONTINUITY_LIMITS, setName: NAME },
  ]);
  await query(`insert into outage_verdict values ($1, $2, $3, 'emergency', $4, now(), '{7}')`, [
    establishment,
    `${DAY}T03:00:00Z`,
    `${DAY}T04:00:00Z`,
    manager.id,
  ]);
  const [sharedLink] = await query(
    `insert into shared_link (account_id, establishment_id, kind, name, prefix, key_hash, type, created_at)
      values ($1, $2, 'tv', $3, 'nsl_', $4, 'eletric', now()) returning id`,
    [manager.id, establishment, NAME, randomBytes(32)],
  );
  const [group] = await query(
    `insert into meter_group (owner_id, name, type, created_at) values ($1, $2, 'eletric', now()) returning id`,
    [manager.id, NAME],
  );
  await query(`insert into group_member values ($1, $2, '2026-01-01', null, '2026-01-01')`, [
    group?.id,
    meter.installationId,
  ]);
  const [correction] = await query(
    `insert into reading_exclusion (installation_id, begins, ends, reason, account_id, created_at)
      values ($1, $2, $3, 'Erro', $4, now()) returning id`,
    [meter.installationId, `${DAY}T20:00:00Z`, `${DAY}T21:00:00Z`, manager.id],
  );
  const [note] = await query(
    `insert into meter_note (installation_id, account_id, at, text, written_at)
      values ($1, $2, $3, 'Segredo', now()) returning id`,
    [meter.installationId, manager.id, `${DAY}T20:00:00Z`],
  );
  const [upload] = await query(
    `with given as (
      insert into reading_import (installation_id, account_id, file_name, reading, created_at)
      values ($1, $2, 'passado.csv', '{}', now()) returning id
    ), part as (insert into reading_import_part select id, 0, $3 from given) select id from given`,
    [meter.installationId, manager.id, Buffer.from(PAST)],
  );
  const { mac: waterMac, installationId: waterId } = await seed.meter(
    establishment,
    { name: METER },
    { type: 'water' },
  );
  await query(`insert into leak_verdict values ($1, $2, 'resolved', 0, $3, now())`, [
    waterId,
    DAY,
    manager.id,
  ]);
  const alertIds = await seedAlert(server.database, {
    establishment,
    meter,
    accountId: manager.id,
    name: NAME,
  });
  const reports = await seedReport(server.database, { establishment, meter, accountId: manager.id });
  const ids: Ids = {
    ...alertIds,
    ...reports,
    correction: String(correction?.id),
    note: note?.id ?? '',
    upload: String(upload?.id),
    group: group?.id ?? '',
    mac: meter.mac,
    installation: String(meter.installationId),
    waterMac,
    establishment,
    emptyEstablishment: await seed.establishment(manager, { name: NAME }),
    image: await seed.image(manager, NAME),
    ...(await createBills(establishment)),
    account: manager.id,
    clientUser: client.id,
    invitation: invitation?.id ?? '',
    session: session?.id ?? '',
    apiKey: apiKey?.id ?? '',
    passkey: passkey?.id ?? '',
    integration: integration?.id ?? '',
    sharedLink: sharedLink?.id ?? '',
    savingChange: savingChange?.id ?? '',
  };
  return { ids, token: manager.token };
};

/** Everything that the victim has, as text. */
const holdings = async (): Promise<string> => {
  const people = [[victim.account, victim.clientUser]];
  const tables = [
    'select a::text as content from account a where id = any($1)',
    'select k::text as content from api_key k where account_id = any($1)',
    'select k::text as content from passkey k where account_id = any($1)',
    'select g.id::text as content from integration g where account_id = any($1)',
    'select c::text as content from saving_change c where account_id = any($1)',
    'select v::text as content from independent_variable v where account_id = any($1)',
    'select l.id::text as content from shared_link l where account_id = any($1)',
    'select r::text as content from report r where account_id = any($1)',
    'select s::text as content from report_subscription s where account_id = any($1)',
    'select id::text as content from session where account_id = any($1) order by id',
    'select e::text as content from establishment e where owner_id = any($1) order by id',
    `select i::text as content from installation i join establishment e on e.id = i.establishment_id
      where e.owner_id = any($1)`,
    'select g::text as content from meter_access g where account_id = any($1)',
    'select v::text as content from client_invitation v where manager_id = any($1)',
    'select g::text as content from meter_group g where owner_id = any($1)',
    `select m::text as content from group_member m join meter_group g on g.id = m.group_id where g.owner_id = any($1)`,
    ...[
      'billing_contract',
      'reading_date',
      'utility_bill',
      'frozen_bill',
      'continuity_limits',
      'irec_lot',
      'outage_verdict',
    ].map(
      (table) => `select t::text as content from ${table} t join establishment e on e.id = t.establishment_id
        where e.owner_id = any($1)`,
    ),
  ];
  const found = await Promise.all(tables.map((text) => query(text, people)));
  return JSON.stringify(found.map((rows) => rows.map(({ content }) => content).toSorted()));
};

/** A board in somebody's hand: its key proves it. */
const aFreeBoard = async (): Promise<OwnBoard> => {
  const code = newDeviceKey();
  return { tariff, mac: await seed.board({ key_hash: hashDeviceKey(code) }), code };
};

/** A customer with an establishment, a meter and a free board of its own. */
const createAsker = async (profile: Profile) => {
  const person = await seed.person({ profile });
  if (profile !== 'client') await seed.meter(await seed.establishment(person));
  return { ...person, ...(await aFreeBoard()) };
};

/** An answer may repeat the ids of its request, which reveal nothing. */
const withoutIds = (text: string, ids: Ids): string =>
  Object.entries(ids).reduce((rest, [name, id]) => rest.replaceAll(String(id), name), text);

beforeAll(async () => {
  // Ids that differ from every other number in an answer.
  await query('alter table installation alter column id restart with 770000001', []);
  await query('alter table reading_import alter column id restart with 770000001', []);
  await query('alter table reading_exclusion alter column id restart with 770000001', []);
  tariff = await seed.tariff([{ valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' }]);
  victim = (await createOwner()).ids;
  held = await holdings();
});

test('the matrix lists every call with parameters', () => {
  const taking = ofCustomers.filter(({ params, query: requested, body }) => params ?? requested ?? body);
  const listed = [...Object.keys(NAMING), ...NAMING_NOTHING, ...TELLING_OF_BOARDS];
  expect(taking.map(({ name }) => name).toSorted()).toEqual(listed.toSorted());
});

describe.each(ofCustomers.filter(({ name }) => name in NAMING).map((call) => [call.name, call] as const))(
  '%s',
  (name, call) => {
    const allowed = customers.filter((profile) => may(profile, call.permission));
    const requestNaming = (ids: Ids, own: OwnBoard): Request => {
      const naming = NAMING[name];
      if (naming === undefined) throw new Error(`${name} is not here`);
      return naming(ids, own);
    };

    it('answers its owner with the requested object', async () => {
      const owner = await createOwner();
      const answer = await makeCall(server, call, owner.token, requestNaming(owner.ids, await aFreeBoard()));
      expect([answer.status, answer.text]).toEqual([
        call.success,
        expect.stringContaining(FOUND[name] ?? '"ok":true'),
      ]);
    });

    it.each(allowed)(
      'answers %s about another customer exactly as about an absent object',
      async (profile) => {
        const asker = await createAsker(profile);
        // A refused version says who edited last. The own account is always found.
        const hasVersion = call.edit !== undefined && name !== 'editSelf';
        const version = hasVersion ? { headers: { 'if-match': '"0123456789abcdef"' } } : {};
        const ask = (ids: Ids) =>
          makeCall(server, call, asker.token, { ...requestNaming(ids, asker), ...version });
        const [another, absent] = [await ask(victim), await ask(ABSENT)];
        expect(withoutIds(another.text, victim)).toBe(withoutIds(absent.text, ABSENT));
        expect(another.status).toBe(absent.status);
        expect([400, 404]).toContain(another.status);
        for (const secret of SECRETS) expect(another.text).not.toContain(secret);
        expect(await holdings()).toBe(held);
      },
    );
  },
);

describe.each(
  ofCustomers
    .filter(({ method, params }) => method === 'GET' && !params)
    .map((call) => [call.name, call] as const),
)('%s without ids', (_, call) => {
  it.each(customers)('shows %s no data of another customer', async (profile) => {
    const { token } = await createAsker(profile);
    const { text } = await makeCall(server, call, token);
    for (const external of [...Object.values(victim), ...SECRETS]) expect(text).not.toContain(external);
  });
});

test.each(TELLING_OF_BOARDS)(
  '%s does not reveal whether the board of another customer exists',
  async (name) => {
    const call = ofCustomers.find((one) => one.name === name);
    if (call === undefined) throw new Error(`${name} is no call`);
    const { token } = await createAsker('user');
    const { text } = await makeCall(server, call, token, {
      params: { mac: victim.mac },
      body: { id: victim.mac },
    });
    const absent = await makeCall(server, call, token, {
      params: { mac: ABSENT.mac },
      body: { id: ABSENT.mac },
    });
    expect(JSON.parse(text)).toEqual(JSON.parse(absent.text));
    expect(JSON.parse(text)).toMatchObject({ ok: true, exists: false, model: null, type: null });
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  },
);

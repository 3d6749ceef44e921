import { createECDH, randomBytes } from 'node:crypto';
import type { Call } from '@nascente/contract/base/call';
import type { Profile } from '@nascente/domain/people/profiles';
import { hashToken, newToken } from '../../people/session/index.ts';
import { createPasswords } from '../../people/session/passwords/passwords.ts';
import { hashDeviceKey, newDeviceKey } from '../../sites/board-claims/index.ts';
import { aBill, aContract } from '../seeds/a-contract.ts';
import { createSeed } from '../seeds/seed.ts';
import { seedAlert } from '../seeds/seed-alert.ts';
import type { TestServer } from '../test-server.ts';
import type { Hint } from './value-by-schema.ts';

const PAST = 'data,kWh\n01/03/2026 00:00,0.5\n01/03/2026 01:00,0.5\n01/03/2026 02:00,0.5\n';

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PASSWORD = 'Trigo#7Nove';

/** Beginnings of paths that take a board out of stock. */
const INSTALLING = ['/installation-meter', '/board-new', '/board/validate', '/admin/boards'];

const ownId = (path: string): string => IDS.find(([begin]) => path.startsWith(begin))?.[1] ?? 'mac';
const asEach = (names: readonly string[], values: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, values]));

/** One at which a browser would be reached. */
const pushKey = (): string => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair.getPublicKey('base64url');
};

/** Whatever else stands in a field of that name. */
const USUAL: Readonly<Record<string, readonly string[]>> = {
  register: ['consumedA'],
  type: ['eletric', 'eletric', 'water'],
  validFrom: ['2025-01-01', '2026-01-01'],
  numberOfEmployees: ['10 a 49'],
  text: ['COSIP 42,47', 'TE 120,50\nTUSD 80,00'],
  format: ['DD/MM', 'csv'],
  password: [Buffer.from(PASSWORD).toString('base64'), PASSWORD],
  currentPassword: [Buffer.from(PASSWORD).toString('base64')],
  cep: ['50050000'],
  cnpj: ['11222333000181'],
  p256dh: [pushKey()],
  auth: [randomBytes(16).toString('base64url')],
};

export interface FullCustomer {
  readonly token: string;
  /** A file as the call asks for it. */
  file(call: Call): Buffer;
  /** What a board says of itself. */
  readonly boardAuthorization: string;
  /** What of this customer may stand in a field of that name, in this call. */
  hints(call: Call): Hint;
}

/** By the beginning of a path, what `:id` in it is. */
const IDS: readonly (readonly [string, string])[] = [
  ['/establishment', 'establishment'],
  ['/installation-meter', 'installation'],
  ['/user/sessions', 'session'],
  ['/user/api-keys', 'apiKey'],
  ['/admin/api-keys', 'apiKey'],
  ['/Consumer/invitations', 'invitation'],
  ['/Consumer', 'clientUser'],
  ['/alerts/webhooks', 'webhook'],
  ['/alerts/devices', 'device'],
  ['/alerts', 'alert'],
  ['/group', 'group'],
  ['/image', 'image'],
  ['/admin/tax', 'tariff'],
  ['/price-tariff', 'establishment'],
  ['/board/:mac/corrections', 'correction'],
  ['/board/:mac/imports', 'upload'],
  ['/board', 'mac'],
  ['/meter', 'mac'],
  ['/admin/upgrades', 'clientUser'],
  ['/admin/users', 'clientUser'],
  ['/user', 'account'],
];
const ESTABLISHMENTS = ['establishment', 'locationCode', 'location', 'establishments', 'establishmentId'];
const PICTURES = ['pictureUrl', 'labelManager', 'logoPartner', 'image'];
const BOARDS = ['mac', 'meter', 'boards', 'boardsMAC', 'macs', 'MACAddress', 'macAddress'];

const hashed = createPasswords().hash(PASSWORD);

/** A customer of this profile who has one of everything that a call can name. */
export const createFullCustomer = async (
  { database }: Pick<TestServer, 'database'>,
  profile: Profile,
): Promise<FullCustomer> => {
  const seed = createSeed(database, Date.now);
  const idOf = async (text: string, values: readonly unknown[]): Promise<string> => {
    const { rows } = await database.pool.query<{ id: string }>(text, [...values]);
    return String(rows[0]?.id);
  };
  const owner = await seed.person({ profile, password_hash: await hashed });
  const establishment = await seed.establishment(owner);
  const tariff = await seed.tariff([
    { valid_from: '2026-01-01', in_point: '1', inter_point: '1', out_point: '1' },
  ]);
  const key = newDeviceKey();
  const meter = await seed.meter(establishment, { tariff_id: tariff }, { key_hash: hashDeviceKey(key) });
  const water = await seed.meter(establishment, {}, { type: 'water' });
  const now = Date.now();
  const instants = Array.from({ length: 120 }, (_, n) => new Date(now - n * 6 * 3_600_000));
  await seed.readings(
    meter,
    instants.map((at) => ({ at, va: 221.5, wa: 777.75, energy_a_mwh: 777_000 })),
  );
  await seed.readings(
    water,
    instants.map((at) => ({ at, volume_ml: 12_000 })),
  );
  const client = await seed.person({ profile: 'client', manager_id: owner.id });
  await seed.give(client, meter);
  const freeBoard = await seed.board({ key_hash: hashDeviceKey(key) });
  const days = [establishment, 'eletric', '2026-09-01', '2026-09-30'];
  const group = await idOf(
    `insert into meter_group (owner_id, name, type, created_at) values ($1, 'Grupo', 'eletric', now()) returning id`,
    [owner.id],
  );
  await database.pool.query(`insert into group_member values ($1, $2, '2026-01-01', null, '2026-01-01')`, [
    group,
    meter.installationId,
  ]);
  await database.pool.query(
    `insert into register_step (installation_id, register, at, raw) values ($1, 'consumedA', now(), 1)`,
    [meter.installationId],
  );
  await database.pool.query(
    `insert into billing_contract (establishment_id, type, valid_from, terms, changed_at)
      values ($1, 'eletric', '2025-01-01', $2, now())`,
    [establishment, JSON.stringify(aContract())],
  );
  const invitationToken = newToken();
  const ids: Readonly<Record<string, string>> = {
    ...(await seedAlert(database, { establishment, meter, accountId: owner.id, name: 'Alerta' })),
    establishment,
    emptyOne: await seed.establishment(owner),
    tariff,
    group,
    mac: meter.mac,
    waterMac: water.mac,
    freeBoard,
    installation: String(meter.installationId),
    account: owner.id,
    clientUser: client.id,
    image: await seed.image(owner),
    session: await idOf('select id from session where account_id = $1', [owner.id]),
    apiKey: await idOf(
      `insert into api_key (account_id, name, prefix, key_hash, scopes, created_at)
        values ($1, 'BI', 'nsk_', $2, '{}', now()) returning id`,
      [owner.id, randomBytes(32)],
    ),
    invitation: await idOf(
      `insert into client_invitation (manager_id, name, token_hash, invited_at, expires_at)
        values ($1, 'Caio', $2, now(), now() + interval '7 days') returning id`,
      [owner.id, hashToken(invitationToken)],
    ),
    correction: await idOf(
      `insert into reading_exclusion (installation_id, begins, ends, reason, account_id, created_at)
        values ($1, date_trunc('hour', now()) - interval '2 hours', date_trunc('hour', now()) - interval '1 hour', 'Erro', $2, now()) returning id`,
      [meter.installationId, owner.id],
    ),
    note: await idOf(
      `insert into meter_note (installation_id, account_id, at, text, written_at)
        values ($1, $2, now(), 'Forno novo', now()) returning id`,
      [meter.installationId, owner.id],
    ),
    upload: await idOf(
      `with given as (
        insert into reading_import (installation_id, account_id, file_name, reading, created_at)
        values ($1, $2, 'passado.csv', '{}', now()) returning id
      ), part as (insert into reading_import_part select id, 0, $3 from given) select id from given`,
      [meter.installationId, owner.id, Buffer.from(PAST)],
    ),
    utilityBill: await idOf(
      `insert into utility_bill (establishment_id, type, first_day, last_day, total, consumed, demand, note, entered_at)
        values ($1, $2, $3, $4, 777.75, '{}', '{}', '', now()) returning id`,
      days,
    ),
    frozenBill: await idOf(
      `insert into frozen_bill (establishment_id, type, first_day, last_day, bill, made_by, closed_at)
        values ($1, $2, $3, $4, $5, '{}', now()) returning id`,
      [...days, JSON.stringify(aBill())],
    ),
  };
  const some = (...names: readonly string[]): readonly string[] => names.map((name) => ids[name] ?? '');

  return {
    token: owner.token,
    boardAuthorization: `Basic ${Buffer.from(`${meter.mac}:${key}`).toString('base64')}`,
    file: ({ name }) => (name === 'uploadImage' ? Buffer.from(PICTURE, 'base64') : Buffer.from(PAST)),
    hints: (call) => {
      const own = ownId(call.path);
      const boards = INSTALLING.some((path) => call.path.startsWith(path)) ? ['freeBoard'] : [];
      const named: Readonly<Record<string, readonly string[]>> = {
        ...USUAL,
        ...asEach(BOARDS, some(...boards, 'mac', 'waterMac')),
        ...asEach(ESTABLISHMENTS, some('establishment', 'emptyOne')),
        ...asEach(PICTURES, some('image')),
        ...asEach(['token', 'tokenParam'], [invitationToken]),
        ...asEach(['id', '_id'], own === 'establishment' ? some(own, 'emptyOne') : some(own)),
        code: [key],
        tax: some('tariff'),
        billId: some(call.path.includes('utility-bills') ? 'utilityBill' : 'frozenBill'),
        email: [owner.email],
      };
      return (field) => named[field] ?? [];
    },
  };
};

import { createECDH } from 'node:crypto';
import {
  addAlertDevice,
  readAlertNotices,
  removeAlertDevice,
  saveAlertNotices,
} from '@nascente/contract/alerts/alert-notices';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDue } from '../../../testing/due-jobs.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';
import type { SendPush } from './push-sender.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Queues use the clock of the machine, so due notices are sent at once and held ones remain in the queue. */
const NOW = Date.now() - 30 * MINUTE;
const pushed: { readonly endpoint: string; readonly title: string; readonly path: string }[] = [];
let outcome: 'sent' | 'gone' = 'sent';
const sendPush: SendPush = async ({ endpoint }, { title, path }) => {
  pushed.push({ endpoint, title, path });
  return outcome;
};
const api = await createTestApi(new Date(NOW).toISOString(), { sendPush });
const { database, alerts, seed, mail } = api;
const { pool } = database;

const CHOICE = {
  email: 'at-once',
  emailFrom: 'notable',
  pushFrom: 'notable',
  quiet: null,
  throughQuiet: [],
  zone: 'America/Sao_Paulo',
} as const;
const browser = createECDH('prime256v1');
browser.generateKeys();
const DEVICE = { keys: { p256dh: browser.getPublicKey('base64url'), auth: 'a'.repeat(22) } };

let owner: SeededPerson;
let meter: SeededMeter;
let now = NOW;

beforeAll(() => api.startJobs());
beforeEach(async () => {
  now = NOW;
  api.setClock(now);
  pushed.length = 0;
  outcome = 'sent';
  await pool.query("delete from account where email like '%@nascente.test'");
  await pool.query('delete from mailbox_letter');
  owner = await seed.person({ email_confirmed_at: new Date(now) });
  meter = await seed.meter(await seed.establishment(owner, { name: 'Padaria' }), { name: 'Forno' });
  await hear();
});

const hear = () =>
  pool.query(
    `insert into last_state values ($1, $2, $2)
      on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
    [meter.installationId, new Date(now)],
  );
const pass = (ms: number) => {
  now += ms;
  api.setClock(now);
};
const choose = (choice: object = {}, { token } = owner) =>
  api.succeed(saveAlertNotices, '/alerts/notices', { token, payload: { ...CHOICE, ...choice } });
const addDevice = (name: string, { token } = owner) =>
  api.succeed(addAlertDevice, '/alerts/devices', {
    token,
    payload: { ...DEVICE, endpoint: `https://push.example.com/${name}` },
  });
const goSilent = async () => {
  pass(20 * MINUTE);
  await alerts.watch();
};
const subjects = async () => (await mail.readMailbox()).map(({ to, subject }) => [to, subject]);
/** Runs all due jobs; the others wait for their time. */
const settled = async () => {
  const { rows } = await pool.query(
    `select name, data->>'kind' as kind from job.job
      where state in ('created', 'retry', 'active') and start_after <= now()
        and (name in ('alert-notices', 'alert-push') or (name = 'mail' and data->>'kind' like 'alert%'))`,
  );
  return rows.length;
};
const waiting = async () => {
  const { rows } = await pool.query<{ due: Date }>(
    `select start_after as due from job.job where state = 'created' and start_after > now()
      and name in ('alert-push', 'mail') order by created_on desc`,
  );
  return rows.map(({ due }) => due);
};
const whenSettled = () => expect.poll(settled, { timeout: 45_000 }).toBe(0);

describe('alert e-mails', () => {
  it('sends one alert e-mail to each account that wants it, and to no other account', async () => {
    const colleague = await seed.person({ profile: 'Admin', email_confirmed_at: new Date(now) });
    await seed.person({ profile: 'Admin', email_confirmed_at: new Date(now) });
    await choose();
    await choose({ email: 'never' }, colleague);
    await goSilent();
    await alerts.watch();
    await expect.poll(subjects, { timeout: 45_000 }).toEqual([[owner.email, 'Sem mensagem: Forno']]);
    await whenSettled();
    const [mailMessage] = await mail.readMailbox();
    expect(mailMessage?.text).toContain('Confira se a placa está ligada');
    expect(mailMessage?.text).toContain('https://app.nascente.test/alerts?alerta=');
    expect(await subjects()).toHaveLength(1);
  });

  it('sends no e-mail below the chosen severity, nor to an unconfirmed address', async () => {
    await choose({ emailFrom: 'serious' });
    const unconfirmed = await seed.person({ profile: 'Admin' });
    await choose({}, unconfirmed);
    await goSilent();
    await whenSettled();
    expect(await subjects()).toEqual([]);
  });

  it('sends no e-mail to an account that can no longer see the meter', async () => {
    const client = await seed.person({
      profile: 'client',
      manager_id: owner.id,
      email_confirmed_at: new Date(now),
    });
    await seed.give(client, meter);
    await choose({}, client);
    await pool.query('delete from meter_access where account_id = $1', [client.id]);
    await goSilent();
    await whenSettled();
    expect(await subjects()).toEqual([]);
  });

  it('delays the e-mail of an end until the end has lasted', async () => {
    await choose();
    await goSilent();
    await whenSettled();
    await pool.query("delete from job.job where name = 'mail'");
    await hear();
    await alerts.watch();
    await whenSettled();
    const [due] = await waiting();
    expect(Math.abs((due?.getTime() ?? 0) - (now + HOUR))).toBeLessThan(MINUTE);
    expect(await subjects()).toHaveLength(1);
  });

  it('holds an alert e-mail through quiet hours', async () => {
    const minute = new Date(now).getUTCHours() * 60 + new Date(now).getUTCMinutes();
    const quiet = { from: (minute + 1_439) % 1_440, until: (minute + 180) % 1_440 };
    await pool.query("delete from job.job where name = 'mail'");
    await choose({ quiet, zone: 'UTC' });
    await goSilent();
    await whenSettled();
    expect(await subjects()).toEqual([]);
    const [due] = await waiting();
    expect(due?.getUTCHours()).toBe(Math.floor(quiet.until / 60));
  });

  it('sends an e-mail during quiet hours when its severity may pass', async () => {
    const minute = new Date(now).getUTCHours() * 60 + new Date(now).getUTCMinutes();
    const quiet = { from: (minute + 1_439) % 1_440, until: (minute + 180) % 1_440 };
    const colleague = await seed.person({ profile: 'Admin', email_confirmed_at: new Date(now) });
    await choose({ quiet, throughQuiet: ['notable'], zone: 'UTC' });
    await choose({ quiet, throughQuiet: ['urgent', 'serious'], zone: 'UTC' }, colleague);
    await goSilent();
    await expect.poll(subjects, { timeout: 45_000 }).toEqual([[owner.email, 'Sem mensagem: Forno']]);
    await whenSettled();
    expect(await subjects()).toHaveLength(1);
  });
});

it('sends one daily digest in the morning', async () => {
  await choose({ email: 'daily' });
  await goSilent();
  const tomorrow = new Date(now + 24 * HOUR).toISOString().slice(0, 10);
  now = Date.parse(`${tomorrow}T09:30:00Z`);
  api.setClock(now);
  await alerts.sendDigests();
  expect(await subjects()).toEqual([]);
  pass(HOUR);
  await Promise.all([alerts.sendDigests(), alerts.sendDigests()]);
  await alerts.sendDigests();
  await expect.poll(subjects, { timeout: 45_000 }).toEqual([[owner.email, 'Resumo do dia: 1 aviso']]);
  await whenSettled();
  expect(await subjects()).toHaveLength(1);
});

describe('push devices', () => {
  it('a device shows the alert, links to it, and is removed when the browser is gone', async () => {
    const { notices } = await addDevice('one');
    await addDevice('one');
    expect(notices.pushKey.length).toBeGreaterThan(80);
    expect(notices.preference).toMatchObject({ email: 'never', pushFrom: 'serious' });
    await choose({ email: 'never' });
    await goSilent();
    await expect
      .poll(() => pushed, { timeout: 45_000 })
      .toMatchObject([{ endpoint: 'https://push.example.com/one', title: 'Sem mensagem: Forno' }]);
    expect(pushed[0]?.path).toMatch(/^\/alerts\?alerta=/);
    outcome = 'gone';
    await hear();
    await alerts.watch();
    const devices = async () =>
      (await api.succeed(readAlertNotices, '/alerts/notices', { token: owner.token })).notices.devices;
    await expect
      .poll(
        async () => {
          await makeDue(database, 'alert-push', 'created');
          return devices();
        },
        { timeout: 45_000 },
      )
      .toEqual([]);
  });

  it('a device belongs to the last account that registered it, and only its owner removes it', async () => {
    await addDevice('shared');
    const other = await seed.person();
    const { notices } = await addDevice('shared', other);
    const url = `/alerts/devices/${notices.devices[0]?._id ?? ''}`;
    expect(await api.fail('DELETE', url, { token: owner.token })).toMatchObject({ status: 404 });
    expect((await api.succeed(removeAlertDevice, url, { token: other.token })).notices.devices).toEqual([]);
  });

  it('allows at most twenty devices per account, also when they are added at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const payload = { ...DEVICE, endpoint: `https://push.example.com/many/${n}` };
        return (await api.inject('POST', '/alerts/devices', { token: owner.token, payload })).status;
      }),
    );
    expect(statuses.filter((status) => status < 300)).toHaveLength(20);
    expect(new Set(statuses.filter((status) => status >= 300))).toEqual(new Set([409]));
  });

  it.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://10.0.0.8/x',
    'http://push.example.com/x',
    'https://',
    'https://[',
    'https://a:b',
    'https://a:99999/',
    'https://%',
    'https://a^b/',
    'https://1.2.3.999/',
  ])('refuses a device at %s', async (endpoint) => {
    const payload = { ...DEVICE, endpoint };
    expect(await api.fail('POST', '/alerts/devices', { token: owner.token, payload })).toMatchObject({
      status: 400,
      errors: [{ path: 'endpoint' }],
    });
  });

  it.each([
    ['is no point of the curve', 'B'.repeat(87)],
    ['is a private key', 'a'.repeat(43)],
    ['is a compressed point', browser.getPublicKey('base64url', 'compressed')],
  ])('refuses a device whose key %s', async (_, p256dh) => {
    const payload = { endpoint: 'https://push.example.com/x', keys: { ...DEVICE.keys, p256dh } };
    expect(await api.fail('POST', '/alerts/devices', { token: owner.token, payload })).toMatchObject({
      status: 400,
      errors: [{ path: 'keys.p256dh' }],
    });
  });
});

import { saveAlertNotices } from '@nascente/contract/alerts/alert-notices';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';

/** A Wednesday, at 8:00 in New York; the clock there goes back on the Sunday after it. */
const CHOSEN = '2026-10-28T12:00:00Z';
const api = await createTestApi(CHOSEN);
const { database, alerts, seed, mail } = api;
const { pool } = database;

let owner: SeededPerson;
let establishment: string;
let meter: SeededMeter;

beforeAll(() => api.startJobs());
beforeEach(async () => {
  api.setClock(CHOSEN);
  await pool.query("delete from account where email like '%@nascente.test'");
  await pool.query('delete from mailbox_letter');
  owner = await seed.person({ email_confirmed_at: new Date(CHOSEN) });
  establishment = await seed.establishment(owner, { name: 'Padaria' });
  meter = await seed.meter(establishment, { name: 'Forno' });
});

const weekly = ({ token }: SeededPerson) =>
  api.succeed(saveAlertNotices, '/alerts/notices', {
    token,
    payload: {
      email: 'weekly',
      emailFrom: 'notable',
      pushFrom: 'notable',
      quiet: null,
      throughQuiet: [],
      zone: 'America/New_York',
    },
  });
/** A meter that was silent for two hours. */
const notifiedAt = (at: string) =>
  pool.query(
    `with told as (
      insert into alert (kind, establishment_id, began_at, ended_at, notified_at, closed_at, is_late, facts)
      values ('silent', $1, $2, $2::timestamptz + interval '2 hours', $2, $2::timestamptz + interval '2 hours', false, '{"kind": "silent"}')
      returning id
    ) insert into alert_meter select id, $3 from told`,
    [establishment, at, meter.installationId],
  );
const lookAt = async (at: string) => {
  api.setClock(at);
  await Promise.all([alerts.sendDigests(), alerts.sendDigests()]);
};
/** Nothing is left to be written. */
const written = async () => {
  const { rows } = await pool.query(
    `select from job.job where name = 'mail' and state in ('created', 'retry', 'active')
      and data->>'kind' = 'alert-digest'`,
  );
  return rows.length;
};
const charactersOf = async (person: SeededPerson) => {
  await expect.poll(written, { timeout: 45_000 }).toBe(0);
  return (await mail.readMailbox()).filter(({ to }) => to === person.email);
};

it('sends the weekly digest once, on its own weekday at seven, also after a clock change', async () => {
  await weekly(owner);
  await notifiedAt('2026-10-28T15:00:00Z');
  await notifiedAt('2026-11-02T15:00:00Z');
  for (const tooSoon of ['2026-10-29T13:00:00Z', '2026-11-03T13:00:00Z', '2026-11-04T11:05:00Z'])
    await lookAt(tooSoon);
  expect(await charactersOf(owner)).toEqual([]);
  await lookAt('2026-11-04T12:05:00Z');
  await lookAt('2026-11-04T13:05:00Z');
  const [mailMessage, ...others] = await charactersOf(owner);
  expect(others).toEqual([]);
  expect(mailMessage?.subject).toBe('Resumo da semana: 2 avisos');
  expect(mailMessage?.text).toContain('durou 2 h');
  expect(mailMessage?.text).toContain('Padaria');
});

it('the next weekly digest lists the alerts since the last, and a week without alerts has none', async () => {
  await weekly(owner);
  await notifiedAt('2026-10-30T15:00:00Z');
  await lookAt('2026-11-04T12:05:00Z');
  await lookAt('2026-11-11T12:05:00Z');
  await notifiedAt('2026-11-12T15:00:00Z');
  await lookAt('2026-11-18T12:05:00Z');
  const subjects = (await charactersOf(owner)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Resumo da semana: 1 aviso', 'Resumo da semana: 1 aviso']);
});

it('the next digest lists an alert that returned after its end, but not one that only lasts', async () => {
  await weekly(owner);
  await notifiedAt('2026-10-30T15:00:00Z');
  await notifiedAt('2026-10-31T15:00:00Z');
  await lookAt('2026-11-04T12:05:00Z');
  const again = "set ended_at = null, closed_at = null, times = 2, repeated_at = '2026-11-06T15:00:00Z'";
  const returned = "returned_at = '2026-11-06T15:00:00Z'";
  await pool.query(`update alert ${again}, ${returned} where notified_at = '2026-10-30T15:00:00Z'`);
  await pool.query(`update alert ${again} where notified_at = '2026-10-31T15:00:00Z'`);
  await lookAt('2026-11-11T13:05:00Z');
  // A reminder of what lasts is no return.
  await pool.query("update alert set repeated_at = '2026-11-13T15:00:00Z'");
  await lookAt('2026-11-18T13:05:00Z');
  const mails = await charactersOf(owner);
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Resumo da semana: 1 aviso',
    'Resumo da semana: 2 avisos',
  ]);
  const texts = mails.map(({ text }) => text.includes('Voltou: Sem mensagem: Forno. Desde'));
  expect(texts.filter(Boolean)).toHaveLength(1);
});

it('sends the digest on return when the server was off on the weekday', async () => {
  await weekly(owner);
  await notifiedAt('2026-10-30T15:00:00Z');
  await lookAt('2026-11-06T18:00:00Z');
  expect(await charactersOf(owner)).toHaveLength(1);
});

it('leaves out of a digest a meter that its reader can no longer see', async () => {
  const client = await seed.person({
    profile: 'client',
    manager_id: owner.id,
    email_confirmed_at: new Date(CHOSEN),
  });
  await seed.give(client, meter);
  await weekly(client);
  await weekly(owner);
  await notifiedAt('2026-10-30T15:00:00Z');
  await pool.query('delete from meter_access where account_id = $1', [client.id]);
  await lookAt('2026-11-04T12:05:00Z');
  expect(await charactersOf(owner)).toHaveLength(1);
  expect(await charactersOf(client)).toEqual([]);
});

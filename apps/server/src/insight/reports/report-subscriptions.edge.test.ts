import {
  listReportSubscriptions,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { steadyReadings } from '../../testing/boards/steady-readings.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi, type TestApi } from '../../testing/test-api.ts';

let api: TestApi;
let manager: SeededPerson;
let establishment: string;
let general: SeededMeter;

/** A bakery in Recife (UTC−3), whose September is over at 03:00 UTC of 1 October. */
beforeAll(async () => {
  api = await createTestApi('2026-09-20T15:00:00Z');
  await api.startJobs();
});

beforeEach(async () => {
  api.setClock('2026-09-20T15:00:00Z');
  await api.database.pool.query('delete from report');
  await api.database.pool.query('delete from report_subscription');
  await api.database.pool.query('delete from mailbox_letter');
  manager = await api.seed.person({ profile: 'Manager' });
  establishment = await api.seed.establishment(manager, { name: 'Padaria', zone: 'America/Recife' });
  general = await api.seed.meter(establishment, { is_general: true });
  await api.seed.readings(general, steadyReadings('2026-09-01', '2026-09-20', { kwh: 600 }));
});

const URL = '/reports/subscriptions';
const ofEachCycle = () => ({
  kind: 'establishment',
  subject: establishment,
  period: 'month',
  formats: ['pdf'],
  byMail: true,
});
const subscribe = async ({ token }: SeededPerson = manager) =>
  (await api.succeed(subscribeToReports, URL, { token, payload: ofEachCycle() })).subscription;
const subscriptionsOf = async ({ token }: SeededPerson = manager) =>
  (await api.succeed(listReportSubscriptions, URL, { token })).subscriptions;
const unsubscribe = async () => {
  for (const { _id: id } of await subscriptionsOf())
    await api.succeed(unsubscribeFromReports, `${URL}/${id}`, { token: manager.token });
};
const mails = () => api.mail.readMailbox();
/** Sends the reports due at a moment, and waits until every queued e-mail has arrived. */
const sentAt = async (now: string, count: number) => {
  api.setClock(now);
  await api.sendReports();
  await expect.poll(async () => (await mails()).length, { timeout: 10_000 }).toBe(count);
  return mails();
};

describe('the report by e-mail', () => {
  it('each account subscribes and unsubscribes for itself', async () => {
    expect(await subscriptionsOf()).toEqual([]);
    const subscription = await subscribe();
    expect(await subscribe()).toEqual(subscription);
    expect(await subscriptionsOf()).toEqual([subscription]);
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, general);
    expect(await subscriptionsOf(client)).toEqual([]);
    await unsubscribe();
    expect(await subscriptionsOf()).toEqual([]);
  });

  it('sends the report once, in the morning after the last day of the cycle', async () => {
    await subscribe();
    expect(await sentAt('2026-09-30T20:00:00Z', 0)).toEqual([]);
    expect(await sentAt('2026-10-01T09:59:00Z', 0)).toEqual([]);
    const [mailMessage] = await sentAt('2026-10-01T10:12:00Z', 1);
    expect(mailMessage).toMatchObject({
      to: manager.email,
      subject: 'Padaria: relatório de energia, 1 set – 30 set 2026',
    });
    expect(mailMessage?.text).toContain('600,0 kWh');
    expect(mailMessage?.text).toContain('https://app.nascente.test/reports');
    expect(mailMessage?.text).toMatch(
      /https:\/\/app\.nascente\.test\/bill\/[\w-]+\/changes\?inicio=2026-09-01/,
    );
    await sentAt('2026-10-01T11:12:00Z', 1);
    await Promise.all([sentAt('2026-11-01T11:12:00Z', 2), api.sendReports()]);
  });

  it('sends no report of a cycle that ended before the first meter', async () => {
    await subscribe();
    await api.database.pool.query('update installation set installed_at = $1 where id = $2', [
      '2026-10-05T12:00:00Z',
      general.installationId,
    ]);
    expect(await sentAt('2026-10-01T12:00:00Z', 0)).toEqual([]);
    await sentAt('2026-11-01T12:00:00Z', 1);
  });

  it('sends no report to an account that lost access to the complete bill or unsubscribed', async () => {
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, general);
    await subscribe(client);
    await subscribe();
    await api.database.pool.query('delete from meter_access where account_id = $1', [client.id]);
    const [mailMessage] = await sentAt('2026-10-01T12:00:00Z', 1);
    expect(mailMessage?.to).toBe(manager.email);
    // Sessions do not outlast a month.
    api.setClock('2026-09-20T15:00:00Z');
    await unsubscribe();
    await sentAt('2026-11-01T12:00:00Z', 1);
  });

  it('refuses a subscription to a client with part of the meters, and answers 404 to unrelated accounts', async () => {
    const oven = await api.seed.meter(establishment, { name: 'Forno' });
    const client = await api.seed.person({ profile: 'client', manager_id: manager.id });
    await api.seed.give(client, oven);
    const payload = ofEachCycle();
    expect((await api.inject('PUT', URL, { token: client.token, payload })).status).toBe(403);
    const other = await api.seed.person();
    expect((await api.inject('PUT', URL, { token: other.token, payload })).status).toBe(404);
  });
});

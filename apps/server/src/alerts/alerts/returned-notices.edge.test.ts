import { saveAlertNotices } from '@nascente/contract/alerts/alert-notices';
import { expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Queues know only the clock of the machine: what is told hours ago by this one is due at once, also of an end. */
const NOW = Date.now() - 6 * HOUR;

it('sends one e-mail when an alert reported as over returns', async () => {
  const api = await createTestApi(new Date(NOW).toISOString());
  const { alerts, seed, mail } = api;
  await api.startJobs();
  const owner = await seed.person({ email_confirmed_at: new Date(NOW) });
  const meter = await seed.meter(await seed.establishment(owner, { name: 'Padaria' }), { name: 'Forno' });
  const quiet = { quiet: null, throughQuiet: [], zone: 'America/Sao_Paulo' };
  const payload = { email: 'at-once', emailFrom: 'notable', pushFrom: 'notable', ...quiet };
  await api.succeed(saveAlertNotices, '/alerts/notices', { token: owner.token, payload });
  const hear = (at: number) =>
    api.database.pool.query(
      `insert into last_state values ($1, $2, $2)
        on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
      [meter.installationId, new Date(at)],
    );
  const watchAt = async (at: number) => {
    api.setClock(at);
    // As two processes do, one of which was started again.
    await Promise.all([alerts.watch(), alerts.watch()]);
    await alerts.watch();
  };
  const subjects = async () => (await mail.readMailbox()).map(({ subject }) => subject).toSorted();
  const whenNotified = (...expected: string[]) =>
    expect.poll(subjects, { timeout: 45_000 }).toEqual(expected.toSorted());

  const [began, ended, returned] = ['', 'Normalizou: ', 'Voltou: '].map(
    (start) => `${start}Sem mensagem: Forno`,
  ) as [string, string, string];
  await hear(NOW);
  await watchAt(NOW + 20 * MINUTE);
  await whenNotified(began);
  await hear(NOW + 20 * MINUTE);
  await watchAt(NOW + 20 * MINUTE);
  await whenNotified(began, ended);
  await watchAt(NOW + 2 * HOUR);
  await whenNotified(began, ended, returned);
  await watchAt(NOW + 3 * HOUR);
  await hear(NOW + 3 * HOUR);
  await watchAt(NOW + 3 * HOUR);
  await whenNotified(began, ended, returned, ended);
  // Soon silent again: for people it has not been over.
  await watchAt(NOW + 3 * HOUR + 20 * MINUTE);
  await hear(NOW + 3 * HOUR + 20 * MINUTE);
  await watchAt(NOW + 3 * HOUR + 20 * MINUTE);
  await whenNotified(began, ended, returned, ended, ended);
  const { rows } = await api.database.pool.query<{ times: number; returnedAt: Date }>(
    'select times, returned_at as "returnedAt" from alert',
  );
  // The last return was too soon to be notified.
  expect(rows).toEqual([{ times: 3, returnedAt: new Date(NOW + 2 * HOUR) }]);
});

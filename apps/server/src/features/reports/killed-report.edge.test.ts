import type { Report } from '@nascente/contract/reports';
import { addDays, civilDateAt } from '@nascente/domain/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/time/civil-month';
import { DEFAULT_ZONE, instant } from '@nascente/domain/time/zone';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startRealServer } from '../../testing/real-server.ts';

const ROUNDS = 2;
/** A dead process is noticed after a minute, and looked for each minute. */
const WAIT = { timeout: 200_000, interval: 500 };

test('a server that is killed while it makes a report makes it once, and posts its letter once', async () => {
  const server = await startRealServer();
  let token = await server.signIn();
  await server.installBoard(token);
  const client = () => {
    const connected = new pg.Client({ connectionString: server.connectionString() });
    connected.on('error', () => undefined);
    return connected;
  };
  const query = async <T extends pg.QueryResultRow>(text: string): Promise<T[]> => {
    const connected = client();
    await connected.connect();
    try {
      return (await connected.query<T>(text)).rows;
    } finally {
      await connected.end();
    }
  };
  await query(`insert into report_subscription (account_id, kind, period, formats, by_mail, sent_until)
    select id, 'portfolio', 'month', '{pdf,xlsx}', true, '2020-01-31' from account`);
  const lastMonth = addDays(firstDayOf(monthOf(civilDateAt(instant(Date.now()), DEFAULT_ZONE))), -1);
  const asked = { kind: 'portfolio', period: 'month', day: lastMonth };
  await server.read('POST', '/reports', asked, token);
  for (let round = 1; round <= ROUNDS; round++) {
    process.kill(server.pid(), 'SIGKILL');
    await server.ready(round + 1);
  }
  token = await server.signIn();
  const reports = async (): Promise<Report[]> =>
    (await server.read<{ reports: Report[] }>('GET', '/reports', undefined, token)).reports;
  await expect.poll(async () => (await reports()).map(({ state }) => state), WAIT).toEqual(['made']);
  const letters = () => query("select 1 from mailbox_letter where subject like 'Todos os estabelecimentos%'");
  await expect.poll(async () => (await letters()).length, WAIT).toBe(1);
  // Asked for again it says nothing new, and nobody hears of it a second time.
  await server.read('POST', '/reports', asked, token);
  await expect.poll(async () => (await reports()).map(({ state }) => state), WAIT).toEqual(['made']);
  expect((await reports())[0]?.versions).toHaveLength(1);
  expect(await letters()).toHaveLength(1);
}, 600_000);

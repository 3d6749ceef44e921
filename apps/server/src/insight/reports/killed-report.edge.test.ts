import type { Report } from '@nascente/contract/insight/reports';
import { addDays, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { DEFAULT_ZONE, instant } from '@nascente/domain/base/time/zone';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startRealServer } from '../../testing/processes/real-server.ts';

const ROUNDS = 2;
const WAIT = { timeout: 200_000, interval: 500 };

/**
 * As if minutes passed between two servers: what the dead one was making stands still for the next one, which looks for it at
 * its start and may ask for it again.
 */
const MINUTES_PASS = `
  create function minutes_pass() returns trigger language plpgsql as $$
    begin new.touched_at := new.touched_at - interval '10 minutes'; return new; end $$;
  create trigger minutes_pass before insert or update on report for each row
    when (new.state in ('waiting', 'making')) execute function minutes_pass();
  create function asked_anew() returns trigger language plpgsql as $$
    begin new.singleton_on := null; return new; end $$;
  create trigger asked_anew before insert on job.job for each row
    when (new.name = 'make-report') execute function asked_anew()`;
/** A poll that ends with its server would be repeated only after a minute. */
const LOOKS = "select from job.job where name = 'stalled-reports' and state in ('created', 'active')";

test('a server killed while it creates a report creates it once, and sends its e-mail once', async () => {
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
  await query(MINUTES_PASS);
  await query("update installation set installed_at = '2020-01-01'");
  await query(`insert into report_subscription (account_id, kind, period, formats, by_mail, sent_until)
    select id, 'portfolio', 'month', '{pdf,xlsx}', true, '2020-01-31' from account`);
  const lastMonth = addDays(firstDayOf(monthOf(civilDateAt(instant(Date.now()), DEFAULT_ZONE))), -1);
  const requested = { kind: 'portfolio', period: 'month', day: lastMonth };
  await server.read('POST', '/reports', requested, token);
  for (let round = 1; round <= ROUNDS; round++) {
    await expect.poll(async () => (await query(LOOKS)).length, WAIT).toBe(0);
    process.kill(server.pid(), 'SIGKILL');
    await server.ready(round + 1);
  }
  token = await server.signIn();
  const reports = async (): Promise<Report[]> =>
    (await server.read<{ reports: Report[] }>('GET', '/reports', undefined, token)).reports;
  await expect.poll(async () => (await reports()).map(({ state }) => state), WAIT).toEqual(['made']);
  const mails = () => query("select 1 from mailbox_letter where subject like 'Todos os estabelecimentos%'");
  await expect.poll(async () => (await mails()).length, WAIT).toBe(1);
  // A second request returns the same report and sends no second notice.
  await server.read('POST', '/reports', requested, token);
  await expect.poll(async () => (await reports()).map(({ state }) => state), WAIT).toEqual(['made']);
  expect((await reports())[0]?.versions).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
}, 600_000);

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { runProgram, serverEnvironment } from '../../testing/processes/running-program.ts';
import { createSeed } from '../../testing/seeds/seed.ts';
import { createTestDatabase } from '../../testing/test-database.ts';

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url));
const QUARTER = 900_000;
/** The supervisor notices a killed process at the next check, within a minute. */
const SLOW = { timeout: 150_000, interval: 200 };
const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanUp.splice(0).toReversed()) clean();
});

const startMain = (connectionString: string) => {
  const directory = mkdtempSync(join(tmpdir(), 'nascente-kills-'));
  const running = runProgram([MAIN], {
    ...serverEnvironment(join(directory, 'data')),
    DATABASE_URL: connectionString,
    LOG_LEVEL: 'info',
  });
  cleanUp.push(() => {
    running.process.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  });
  return running;
};

/** The point at which the test stops a transaction. */
const HELD = {
  'once a story is written': 'after insert on alert_meter for each statement execute function held()',
  'once its notice is queued':
    "after insert on job.job for each row when (new.name = 'alert-notices') execute function held()",
} as const;

it('a server killed in the middle of an evaluation neither loses a notice nor repeats it', async () => {
  const database = await createTestDatabase();
  const { pool, connectionString } = database;
  const seed = createSeed(database, Date.now);
  const owner = await seed.person({ email_confirmed_at: new Date() });
  const meter = await seed.meter(await seed.establishment(owner, { name: 'Padaria' }), {
    name: 'Forno',
    installed_at: new Date(Date.now() - 86_400_000),
  });
  await pool.query(
    `insert into alert_preference (account_id, email, email_from, push_from, through_quiet, zone, digest_until)
      values ($1, 'at-once', 'notable', 'notable', '{urgent}', 'America/Recife', now())`,
    [owner.id],
  );
  await pool.query(
    `insert into alert_rule (name, owner_id, installation_id, severity, terms, created_at, changed_at)
      values ('Forno ligado', $1, $2, 'serious', $3, now(), now())`,
    [
      owner.id,
      meter.installationId,
      JSON.stringify({
        quantity: 'energy',
        span: 'quarter',
        test: 'above',
        limit: 10,
        hysteresis: 0,
        forMinutes: 0,
        hours: null,
      }),
    ],
  );
  const newest = Math.floor(Date.now() / QUARTER) * QUARTER;
  for (let back = 1; back <= 8; back++)
    await pool.query(
      'insert into quarter (installation_id, start, consumed_a_mwh, frames) values ($1, $2, 5000000, 180)',
      [meter.installationId, new Date(newest - back * QUARTER)],
    );
  /** Of the rule alone: from the morning on, that nothing was measured yesterday is told, too. */
  const countNotices = async () => {
    const { rows } = await pool.query<{ incidents: number; notices: number; mails: number }>(
      `with told as (select id from alert where kind = 'own')
        select (select count(*) from told)::int as incidents,
          (select count(*) from job.job where name = 'alert-notices'
            and data->>'alertId' in (select id::text from told))::int as notices,
          (select count(*) from mailbox_letter where recipient = $1 and subject like 'Forno ligado%')::int as mails`,
      [owner.email],
    );
    return rows[0];
  };
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    );
    return rows.length > 0;
  };
  await pool.query(`create function held() returns trigger language plpgsql as
    $held$ begin perform pg_sleep(3); return null; end $held$`);

  /** The lost work is noticed within a minute after a kill, and starts again within another minute. */
  const forgetHeartbeats = () =>
    pool.query(
      `update job.job set heartbeat_on = heartbeat_on - interval '10 minutes' where state = 'active' and heartbeat_on is not null`,
    );
  const beginAnew = () => pool.query(`update job.job set start_after = now() where state = 'retry'`);

  for (const [when, trigger] of Object.entries(HELD)) {
    await pool.query(`create trigger held ${trigger}`);
    const running = startMain(connectionString);
    const isHeldInTime = async () => {
      if (trigger.includes('job.job')) await beginAnew();
      return isHeld();
    };
    await expect.poll(isHeldInTime, { ...SLOW, message: when }).toBe(true);
    running.process.kill('SIGKILL');
    await running.ends();
    await expect.poll(isHeld, SLOW).toBe(false);
    expect([when, await countNotices()]).toEqual([when, { incidents: 0, notices: 0, mails: 0 }]);
    await forgetHeartbeats();
    await pool.query(`drop trigger held on ${trigger.includes('job.job') ? 'job.job' : 'alert_meter'}`);
  }

  const again = startMain(connectionString);
  const notifiedInTime = async () => {
    await beginAnew();
    return countNotices();
  };
  await expect.poll(notifiedInTime, SLOW).toEqual({ incidents: 1, notices: 1, mails: 1 });
  again.process.kill('SIGTERM');
  expect(await again.ends()).toBe(0);
  // The next process evaluates the same data.
  const next = startMain(connectionString);
  await next.shows('Nascente is ready');
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `select count(*)::int as n from job.job where name = 'watch-quarters' and state = 'completed'`,
          )
        ).rows[0].n,
      SLOW,
    )
    .toBeGreaterThan(1);
  expect(await countNotices()).toEqual({ incidents: 1, notices: 1, mails: 1 });
}, 600_000);

import { reaching } from '@nascente/postgres-host/database-hosts';
import pg from 'pg';

/** The next start of a job counts the attempt that its process did not end. */
const MAKE_DUE = `update job.job set state = 'retry', start_after = now(), heartbeat_on = null
where state = 'active' and retry_count < retry_limit`;

/** Makes jobs under way due at once. To be called while no process works. */
export const makeActiveJobsDue = async (connectionString: string): Promise<void> => {
  const client = new pg.Client(reaching(connectionString));
  await client.connect();
  try {
    await client.query(MAKE_DUE);
  } finally {
    await client.end();
  }
};

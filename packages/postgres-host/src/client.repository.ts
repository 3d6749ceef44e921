import pg from 'pg';
import { reaching } from './database-hosts.ts';

/** Runs queries on a connection of their own. */
export const withClient = async <T>(
  config: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    // A frozen PostgreSQL does not close its end.
    void client.end().catch(() => undefined);
  }
};

/** A connection without time limits: a table of years takes as long as it takes. */
export const openClient = async (connectionString: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...reaching(connectionString), application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
};

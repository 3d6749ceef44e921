import pg from 'pg';
import { reaching } from './database-hosts.ts';

/** Runs queries on a separate connection. */
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
    // Not awaited, because a frozen PostgreSQL does not close the connection.
    void client.end().catch(() => undefined);
  }
};

/** Opens a connection without time limits, because a table with the data of years takes long. */
export const openClient = async (connectionString: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...reaching(connectionString), application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
};

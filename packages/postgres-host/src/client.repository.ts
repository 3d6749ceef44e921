import pg from 'pg';
import { reaching } from './database-hosts.ts';

/** A connection without time limits: a table of years takes as long as it takes. */
export const openClient = async (connectionString: string, name: string): Promise<pg.Client> => {
  const client = new pg.Client({ ...reaching(connectionString), application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('set statement_timeout = 0');
  return client;
};

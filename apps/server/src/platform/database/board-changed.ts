import { sql } from 'kysely';
import type { Connection } from './open-database.ts';

/** Has every process that routes messages read a board anew, as soon as the transaction of `db` is committed. */
export const tellBoardChanged = async (db: Connection, mac: string): Promise<void> => {
  await sql`select pg_notify('board_changed', ${mac})`.execute(db);
};

/** The same of all boards for which gateways of an account send. */
export const tellGatewaysChanged = async (db: Connection, accountId: string): Promise<void> => {
  await sql`select pg_notify('board_changed', mac) from integration cross join unnest(boards) as mac
    where account_id = ${accountId}`.execute(db);
};

import { randomBytes } from 'node:crypto';
import { type Bus, createListeners, MAX_TEXT } from '@nascente/message-log/bus';
import { reaching } from '@nascente/postgres-host/database-hosts';
import type { Log } from '@nascente/runtime/log';
import { sql } from 'kysely';
import pg from 'pg';
import type { Connection } from './open-database.ts';

const CHANNEL = 'nascente_bus';
const CONNECT_AGAIN_MS = 1_000;
/** Notifications of this time share a transaction: PostgreSQL commits transactions with NOTIFY one after the other. */
const GATHER_MS = 10;
/** Maximum unsent notifications while the database is unavailable; the oldest are dropped. */
const MAX_WAITING = 1_000;

const PUBLISH = `select pg_notify('${CHANNEL}', message) from unnest($1::text[]) as message`;

/** A bus over LISTEN and NOTIFY, on a connection of its own. */
export const openPostgresBus = async (connectionString: string, log: Log): Promise<Bus> => {
  const reached = reaching(connectionString);
  const node = randomBytes(6).toString('base64url');
  const listeners = createListeners();
  let client: pg.Client | null = null;
  let waiting: string[] = [];
  let number = 0;
  let isTelling = false;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const hear = ({ payload = '' }: pg.Notification): void => {
    const [from, , channel = ''] = payload.split(' ', 3);
    if (from === node) return;
    listeners.publish(channel, payload.split(' ').slice(3).join(' '));
  };

  const connect = async (): Promise<void> => {
    const opened = new pg.Client({ ...reached, keepAlive: true, application_name: 'nascente bus' });
    opened.on('error', (error) => log.debug({ reason: error.message }, 'The bus lost its connection'));
    try {
      await opened.connect();
      opened.on('notification', hear);
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    opened.once('end', () => {
      client = null;
      connectLater();
    });
    client = opened;
    notifySoon();
  };

  const connectLater = (): void => {
    if (isStopped) return;
    setTimeout(() => {
      if (!isStopped) connect().catch(connectLater);
    }, CONNECT_AGAIN_MS).unref();
  };

  const notify = async (): Promise<void> => {
    if (client === null || isTelling || waiting.length === 0) return;
    const texts = waiting;
    waiting = [];
    isTelling = true;
    try {
      await client.query({ name: 'tell', text: PUBLISH, values: [texts] });
    } catch (error) {
      log.debug({ err: error }, 'Other processes could not be told');
    } finally {
      isTelling = false;
      notifySoon();
    }
  };

  const notifySoon = (): void => {
    if (waiting.length === 0 || isStopped) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void notify();
    }, GATHER_MS);
  };

  await connect();
  return {
    publish(channel, text) {
      if (Buffer.byteLength(text) > MAX_TEXT) throw new RangeError('too long for the bus');
      // PostgreSQL delivers equal notifications of a transaction once, so a number makes each one different.
      waiting.push(`${node} ${++number} ${channel} ${text}`);
      if (waiting.length > MAX_WAITING) waiting.shift();
      notifySoon();
    },
    subscribe: listeners.add,
    async stop() {
      clearTimeout(timer);
      await notify();
      isStopped = true;
      await client?.end().catch(() => undefined);
    },
  };
};

/** Notifies every process of a changed board at the commit of `db`. */
export const notifyBoardChanged = async (db: Connection, mac: string): Promise<void> => {
  await sql`select pg_notify('board_changed', ${mac})`.execute(db);
};

/** Notifies every process of all changed gateway boards of an account, at the commit of `db`. */
export const notifyGatewaysChanged = async (db: Connection, accountId: string): Promise<void> => {
  await sql`select pg_notify('board_changed', mac) from integration cross join unnest(boards) as mac
    where account_id = ${accountId}`.execute(db);
};

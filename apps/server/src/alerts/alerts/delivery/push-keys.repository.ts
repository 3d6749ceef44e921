import type { Pool } from 'pg';
import webPush from 'web-push';

/** With which this installation shows browsers that a notice is its own (VAPID). */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const NAME = 'push-keys';
const KEEP = 'insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do nothing';
const READ = 'select value from setting where name = $1';

/** One pair for the whole installation, made by whoever asks first: another one would lose every device. */
const readPushKeys = async (pool: Pick<Pool, 'query'>): Promise<PushKeys> => {
  const { rows: kept } = await pool.query<{ value: PushKeys }>(READ, [NAME]);
  if (kept[0]) return kept[0].value;
  const made = webPush.generateVAPIDKeys();
  await pool.query(KEEP, [NAME, JSON.stringify(made)]);
  const { rows } = await pool.query<{ value: PushKeys }>(READ, [NAME]);
  return rows[0]?.value ?? made;
};

/** The same, asked once by this process. */
export const createPushKeys = (pool: Pick<Pool, 'query'>): (() => Promise<PushKeys>) => {
  let keys: Promise<PushKeys> | null = null;
  return () => {
    keys ??= readPushKeys(pool).catch((failure: unknown) => {
      keys = null;
      throw failure;
    });
    return keys;
  };
};

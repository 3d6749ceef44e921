import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import type { LoadBoard } from './board-connection.ts';

export const macOf = (number: number): string =>
  `A4:CF:12:${[number >> 16, number >> 8, number].map((byte) => (byte & 255).toString(16).padStart(2, '0').toUpperCase()).join(':')}`;

/** Boards of three phases, installed at one establishment since a day ago. */
export const installFleet = async (connectionString: string, size: number): Promise<readonly LoadBoard[]> => {
  const boards = Array.from({ length: size }, (_, number) => ({
    mac: macOf(number + 1),
    key: randomBytes(20).toString('hex'),
  }));
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ id: string }>(
    `with owner as (insert into account (email, password_hash, first_name) values ('bench@nascente.test', '', 'Bench') returning id)
     insert into establishment (owner_id, name) select id, 'Bench' from owner returning id`,
  );
  const hashes = boards.map(({ key }) => createHash('sha256').update(key).digest());
  await client.query(
    `insert into board (mac, type, model, equipment, key_hash)
     select mac, 'eletric', 'tri', 'emd3p', hash from unnest($1::text[], $2::bytea[]) as given (mac, hash)`,
    [boards.map(({ mac }) => mac), hashes],
  );
  await client.query(
    `insert into installation (establishment_id, mac, name, installed_at)
     select $1, mac, mac, now() - interval '1 day' from unnest($2::text[]) as mac`,
    [rows[0]?.id, boards.map(({ mac }) => mac)],
  );
  await client.end();
  return boards;
};

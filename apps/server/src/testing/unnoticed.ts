import type { Pool } from 'pg';

/** Runs a statement of which no trigger hears: what was kept of its table then shows. */
export const unnoticed = async (pool: Pool, statement: string): Promise<void> => {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await connection.query(statement);
    await connection.query('commit');
  } finally {
    connection.release();
  }
};

import type { PoolClient } from 'pg';

/**
 * Does something in a transaction of this connection, and gives it back; a connection that broke is thrown away.
 *
 * @param begin - the statement that begins it, such as one with an isolation level
 */
export const inTransaction = async <T>(
  connection: PoolClient,
  work: (connection: PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> => {
  let failure: Error | undefined;
  try {
    await connection.query(begin);
    const result = await work(connection);
    await connection.query('commit');
    return result;
  } catch (thrown) {
    await connection.query('rollback').catch((broken: Error) => {
      failure = broken;
    });
    throw thrown;
  } finally {
    connection.release(failure);
  }
};

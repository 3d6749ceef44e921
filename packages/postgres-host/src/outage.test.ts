import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseOutage, isOutOfTime } from './outage.ts';

const sqlState = (code: string) => Object.assign(new Error('words of the driver'), { code });
const system = (code: string) => Object.assign(new Error('connect'), { code, syscall: 'connect' });

test.each([
  ['shutting down', sqlState('57P01')],
  ['starting up', sqlState('57P03')],
  ['too many connections', sqlState('53300')],
  ['disk full', sqlState('53100')],
  ['connection failure', sqlState('08006')],
  ['port closed', system('ECONNREFUSED')],
  ['socket gone', system('ENOENT')],
  ['ended in the middle', new Error('Connection terminated unexpectedly')],
  ['two addresses refused', new AggregateError([system('ECONNREFUSED'), system('ECONNREFUSED')])],
])('treats %s as an outage', (_, error) => expect(isDatabaseOutage(error)).toBe(true));

test.each([
  ['a broken rule', sqlState('23505')],
  ['a wrong statement', sqlState('42P01')],
  ['a statement that took too long', sqlState('57014')],
  ['a missing file', Object.assign(new Error('open'), { code: 'EACCES', syscall: 'open' })],
  ['words', 'Connection terminated'],
  ['nothing', undefined],
])('does not treat %s as an outage', (_, error) => expect(isDatabaseOutage(error)).toBe(false));

test('distinguishes a timeout from an outage', () => {
  for (const code of ['57014', '55P03']) expect(isOutOfTime(sqlState(code))).toBe(true);
  for (const error of [sqlState('57P01'), sqlState('42P01'), new Error('words'), null])
    expect(isOutOfTime(error)).toBe(false);
});

test('reports an outage for a pool without a database', async () => {
  const pool = new pg.Pool({ host: '127.0.0.1', port: 1, connectionTimeoutMillis: 2_000 });
  const error: unknown = await pool.query('select').catch((reason: unknown) => reason);
  expect(isDatabaseOutage(error)).toBe(true);
  await pool.end();
});

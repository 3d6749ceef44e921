import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfHourly } from '../../../testing/boards/half-hours.ts';
import { createTestIngest } from '../../../testing/boards/test-ingest.ts';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import { createReadClosedTotals } from './stored-days.repository.ts';

const NOW = Date.parse('2026-11-13T14:20:00Z');
const FIRST = Date.parse('2026-11-05T00:00:00Z');

let api: TestApi;
let ingest: ReturnType<typeof createTestIngest>;

beforeAll(async () => {
  api = await createTestApi(new Date(NOW).toISOString());
  ingest = createTestIngest(api, new Date(NOW).toISOString());
});
afterAll(() => ingest.stop());

interface Requested {
  readonly text: string;
  readonly values: unknown[];
}

/** The statements by which the totals of closed days of a meter are read, with their values. */
const statementsFor = async (installationId: number): Promise<readonly Requested[]> => {
  const requested: Requested[] = [];
  const recording = new Proxy(api.database.pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property);
      return (one: Requested) => {
        requested.push(one);
        return target.query(one);
      };
    },
  });
  const read = createReadClosedTotals(recording);
  const span = { installationId, from: instant(FIRST), to: instant(FIRST + 7 * DAY_MS) };
  await read([{ ...span, cut: null }]);
  await read([{ ...span, cut: 12 }]);
  return requested;
};

/** Each step of a plan, however deep. */
const stepsOf = (plan: unknown): Record<string, unknown>[] => {
  if (typeof plan !== 'object' || plan === null) return [];
  const inner = Object.values(plan).flatMap(stepsOf);
  return 'Node Type' in plan ? [plan as Record<string, unknown>, ...inner] : inner;
};

test('reads the totals of closed days from their index alone, complete or cut', async () => {
  const meter = await api.seed.meter(await api.seed.establishment(await api.seed.person()), {
    installed_at: new Date(FIRST),
  });
  await ingest.store(meter, halfHourly(FIRST, NOW));
  await api.closeDays();
  const statements = await statementsFor(meter.installationId);
  expect(statements).toHaveLength(2);
  const connection = await api.database.pool.connect();
  try {
    await connection.query('begin');
    // Of a table as small as this the planner reads all.
    await connection.query('set local enable_seqscan = off');
    await connection.query('set local enable_bitmapscan = off');
    for (const statement of statements) {
      const { rows } = await connection.query<{ 'QUERY PLAN': unknown }>(
        `explain (analyze, format json) ${statement.text}`,
        statement.values,
      );
      const read = stepsOf(rows[0]?.['QUERY PLAN']).filter(
        (step) => step['Relation Name'] === 'meter_day' && step['Actual Rows'] !== 0,
      );
      expect(read).toHaveLength(1);
      expect(read[0]).toMatchObject({ 'Node Type': 'Index Only Scan', 'Actual Rows': 7 });
    }
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

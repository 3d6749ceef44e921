import { instant } from '@nascente/domain/base/time/zone';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { createFleet } from '../../testing/boards/test-telemetry.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { measureInstallation } from './index.ts';
import { createInstallationFacts } from './installation-facts.repository.ts';

const database = await createTestDatabase();
const fleet = createFleet(database);
const NOW = instant(Date.parse('2026-11-20T12:00:00Z'));

test('counts installed meters, and as active those that send', async () => {
  const [quiet, received] = [await fleet.board(), await fleet.board()];
  await database.pool.query(
    'insert into last_state (installation_id, at, received_at) values ($1, $2, $2), ($3, $4, $4)',
    [quiet.installationId, new Date(NOW - 3_600_000), received.installationId, new Date(NOW - 60_000)],
  );
  const { meters, workWaitsSeconds, replicas } = await createInstallationFacts(database.pool)(NOW);
  expect(meters).toEqual({ installed: 2, received: 1 });
  expect([workWaitsSeconds, replicas]).toEqual([0, []]);
});

test('shows replicas by kind and lag, and reads the facts once', async () => {
  const registry = new Registry();
  let reads = 0;
  const facts = await createInstallationFacts(database.pool)(NOW);
  const replica = { name: 'standby', isSynchronous: true, behindBytes: 4_096, behindSeconds: null };
  measureInstallation(
    registry,
    async () => {
      reads += 1;
      return { ...facts, replicas: [replica] };
    },
    () => NOW,
  );
  const text = await registry.metrics();
  expect(reads).toBe(1);
  expect(text).toContain('nascente_replicas{kind="synchronous"} 1');
  expect(text).toContain('nascente_replica_behind_bytes{replica="standby"} 4096');
  expect(text).not.toContain('nascente_replica_behind_seconds{');
});

test('leaves out only the database metrics while the database is away', async () => {
  const registry = new Registry();
  measureInstallation(
    registry,
    () => Promise.reject(new Error('away')),
    () => NOW,
  );
  const text = await registry.metrics();
  expect(text).toContain('# TYPE nascente_database_bytes gauge');
  expect(text).not.toMatch(/^nascente_/m);
});

import { readStatus } from '@nascente/contract/operations/status';
import { expect, test } from 'vitest';
import { makeCall } from '../../testing/calls.ts';
import { createSeed } from '../../testing/seeds/seed.ts';
import { startTestServer } from '../../testing/test-server.ts';

const server = await startTestServer();
const seed = createSeed(server.database, Date.now);

test('shows an Admin the state of the installation', async () => {
  const { token } = await seed.person({ profile: 'Admin' });
  const { status, text } = await makeCall(server, readStatus, token);
  expect(status).toBe(200);
  const answer = readStatus.answer.parse(JSON.parse(text));
  expect(answer.parts).toEqual([
    { part: 'database', ready: true },
    { part: 'broker', ready: true },
    { part: 'lag', ready: true },
  ]);
  expect(answer).toMatchObject({
    meters: { installed: 0, received: 0 },
    openAlerts: { urgent: 0, serious: 0, notable: 0 },
    certificateEndsAt: null,
  });
  // The test database does not survive a power failure, and the status reports it.
  expect(answer.database).toMatchObject({ acknowledgedDisks: 0, synchronousCommit: 'on' });
  expect(answer.readReplica).toBeNull();
  expect(answer.database.bytes).toBeGreaterThan(1_000_000);
  expect(answer.database.connections.open).toBeGreaterThan(0);
  expect(answer.openDays.count).toBeGreaterThan(0);
  expect(answer.process.memoryBytes).toBeGreaterThan(10_000_000);
});

test('a process with a replica reports whether it reads there', async () => {
  const DATABASE_READ_URL = server.database.connectionString;
  const reading = await startTestServer({ DATABASE_READ_URL }, { beside: server });
  const { token } = await seed.person({ profile: 'Admin' });
  await expect
    .poll(async () => {
      const { text } = await makeCall(reading, readStatus, token);
      return readStatus.answer.parse(JSON.parse(text)).readReplica;
    })
    .toEqual({ lagSeconds: expect.any(Number), isUsed: true });
});

test.each(['user', 'Manager', 'partner', 'client'] as const)(
  'refuses the status to a %s',
  async (profile) => {
    const { token } = await seed.person({ profile });
    expect((await makeCall(server, readStatus, token)).status).toBe(403);
  },
);

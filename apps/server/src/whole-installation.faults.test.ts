import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { STREAM, startBusyInstallation } from './testing/seeds/busy-installation.ts';

const ROUNDS = Number(process.env['ROUNDS'] ?? 20);
const MAX_BETWEEN_MS = 2_000;

test('repeated kills of leader, follower, edge, worker and database lose and duplicate no reading', async ({
  annotate,
}) => {
  const installation = await startBusyInstallation();
  const { nats } = installation;
  const killServer = async (name: string): Promise<void> => {
    await nats.kill(name);
    await pause(Math.random() * MAX_BETWEEN_MS);
    nats.start(name);
  };
  const killProcess = async (name: string): Promise<void> => {
    await installation.kill(name);
    await installation.startAgain(name);
  };
  const blows: (() => Promise<void>)[] = [
    async () => killServer(await nats.leaderOf(STREAM)),
    async () => {
      const leader = await nats.leaderOf(STREAM);
      await killServer(nats.names.find((name) => name !== leader) ?? '');
    },
    () => killProcess('edgeA'),
    () => killProcess('storeB'),
    async () => installation.killDatabase(),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    await pause(Math.random() * MAX_BETWEEN_MS);
    await blows[round % blows.length]?.();
    await installation.goesOn();
  }
  await annotate(
    `${ROUNDS} kills, ${await installation.expectWhole()} messages acknowledged and stored once`,
  );
}, 3_600_000);

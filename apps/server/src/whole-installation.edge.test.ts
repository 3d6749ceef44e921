import { expect, test, vi } from 'vitest';
import { STREAM, startBusyInstallation } from './testing/seeds/busy-installation.ts';

test('two edges, two workers and three logs store acknowledged readings once, despite any kill', async () => {
  const installation = await startBusyInstallation();
  const { nats } = installation;
  await installation.goesOn();

  await installation.kill('storeA');
  await installation.goesOn();
  await installation.kill('edgeA');
  await installation.startAgain('edgeA');
  await installation.startAgain('storeA');
  await installation.goesOn();

  const leader = await nats.leaderOf(STREAM);
  await nats.kill(leader);
  await installation.goesOn();
  nats.start(leader);
  installation.killDatabase();
  await installation.goesOn();

  for (const worker of ['storeA', 'storeB']) installation.signal(worker, 'SIGSTOP');
  await vi.waitFor(() => expect(installation.output('edgeA')).toContain('The log refused messages'), {
    timeout: 120_000,
  });
  for (const worker of ['storeA', 'storeB']) installation.signal(worker, 'SIGCONT');
  await installation.goesOn();

  expect(await installation.expectWhole()).toBeGreaterThan(200);
}, 400_000);

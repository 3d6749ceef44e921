import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePorts } from './free-ports.ts';

/** NATS servers with JetStream on ports and folders of their own, as a cluster where there are several. */
export const startNatsCluster = async (size = 3) => {
  const folder = mkdtempSync(join(tmpdir(), 'nascente-nats-'));
  const ports = await freePorts(size * 2);
  const routes = ports.slice(size).map((port) => `nats://127.0.0.1:${port}`);
  const names = Array.from({ length: size }, (_, index) => `n${index}`);
  const running = new Map<string, ChildProcess>();

  const start = (name: string): void => {
    const index = names.indexOf(name);
    const common = ['-a', '127.0.0.1', '-p', `${ports[index]}`, '-n', name, '-js', '-sd', join(folder, name)];
    const cluster =
      size === 1
        ? []
        : ['--cluster_name', 'test', '--cluster', routes[index] ?? '', '--routes', routes.join(',')];
    running.set(name, spawn('nats-server', [...common, ...cluster], { stdio: 'ignore' }));
  };
  const kill = async (name: string): Promise<void> => {
    const child = running.get(name);
    running.delete(name);
    if (child === undefined || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  for (const name of names) start(name);
  const url = ports
    .slice(0, size)
    .map((port) => `nats://127.0.0.1:${port}`)
    .join(',');
  return {
    /** For NATS_URL. */
    url,
    /** The names of the servers: 'n0', 'n1', … */
    names,
    /** Process numbers of those that run. */
    pids: (): readonly number[] => [...running.values()].map(({ pid = 0 }) => pid),
    /** Which server leads a stream. */
    async leaderOf(stream: string): Promise<string> {
      const connection = await connect({
        servers: url.split(',').map((server) => new URL(server).host),
        waitOnFirstConnect: true,
      });
      try {
        const manager = await jetstreamManager(connection, { checkAPI: false });
        return (await manager.streams.info(stream)).cluster?.leader ?? names[0] ?? '';
      } finally {
        await connection.close();
      }
    },
    kill,
    start,
    async stop() {
      await Promise.all([...running.keys()].map(kill));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { type Child, startChild } from '../ingest/child.ts';

const MOSQUITTO = '/usr/sbin/mosquitto';
const INFLUXD = '/usr/bin/influxd';
const MAX_START_MS = 30_000;

/** Which of Debian's packages for the ingest of a peer are missing. */
export const missingPackages = (): readonly string[] =>
  [
    ['mosquitto', MOSQUITTO],
    ['influxdb', INFLUXD],
  ].flatMap(([name = '', path = '']) => (existsSync(path) ? [] : name));

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

export const whenListening = async (port: number): Promise<void> => {
  const until = performance.now() + MAX_START_MS;
  while (!(await isListening(port))) {
    if (performance.now() > until) throw new Error(`nothing listens on ${port}`);
    await pause(50);
  }
};

export const end = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/**
 * InfluxDB 1.6 in a folder of its own, with an empty database `bench`.
 *
 * @param settings - further settings of its section `data`
 */
export const startInflux = async (folder: string, settings = '') => {
  const [port = 0, rpcPort = 0] = await freePorts(2);
  const conf = join(folder, 'influxdb.conf');
  const data = join(folder, 'influxdb');
  mkdirSync(data);
  writeFileSync(
    conf,
    `reporting-disabled = true\nbind-address = "127.0.0.1:${rpcPort}"\n[meta]\ndir = "${data}/meta"\n[data]\ndir = "${data}/data"\n` +
      `wal-dir = "${data}/wal"\nindex-version = "tsi1"\nquery-log-enabled = false\n${settings}[monitor]\nstore-enabled = false\n` +
      `[http]\nbind-address = "127.0.0.1:${port}"\nlog-enabled = false\n[logging]\nlevel = "error"\n`,
  );
  const program = spawn(INFLUXD, ['run', '-config', conf], { stdio: 'ignore' });
  await whenListening(port);
  const address = `http://127.0.0.1:${port}`;
  const query = async (text: string): Promise<string> => {
    const body = new URLSearchParams({ q: text, db: 'bench' });
    return (await fetch(`${address}/query`, { method: 'POST', body })).text();
  };
  await query('create database bench');
  return { address, writeTo: `${address}/write?db=bench&precision=ms`, folder: data, program, query };
};

/** Mosquitto, a consumer that gathers lines, and InfluxDB, each with its settings for many messages, in a folder of their own. */
export const startInfluxStack = async (folder: string) => {
  const [mqttPort = 0] = await freePorts(1);
  const mosquittoConf = join(folder, 'mosquitto.conf');
  writeFileSync(
    mosquittoConf,
    `listener ${mqttPort} 127.0.0.1\nallow_anonymous true\nmax_inflight_messages 0\nmax_queued_messages 0\nlog_type error\nuser root\n`,
  );
  const influx = await startInflux(folder);
  const programs = [
    spawn(MOSQUITTO, ['-c', mosquittoConf], { stdio: ['ignore', 'ignore', 'inherit'] }),
    influx.program,
  ];
  await whenListening(mqttPort);
  const consumer: Child = startChild('../peers/influx-consumer.ts', [String(mqttPort), influx.writeTo]);
  await consumer.hear('ready');
  return {
    mqttPort,
    folder: influx.folder,
    pids: [...programs, consumer.process].map(({ pid = 0 }) => pid),
    /** Readings that can be read back. */
    async stored(): Promise<number> {
      const answer = await influx.query('select count(f4) from reading');
      const [, count = '0'] = /"values":\[\["[^"]*",(\d+)\]/.exec(answer) ?? [];
      return Number(count);
    },
    async stop(): Promise<void> {
      consumer.process.disconnect();
      await Promise.all(programs.map(end));
    },
  };
};

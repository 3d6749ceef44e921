import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { end, startInflux, whenListening } from './influx-stack.ts';

const VICTORIA = '/usr/bin/victoria-metrics';
const INFLUXD = '/usr/bin/influxd';

/** Writes and compacts soon after the load instead of after 10 minutes and 4 hours. */
const SOON_COMPACT = 'cache-snapshot-write-cold-duration = "5s"\ncompact-full-write-cold-duration = "20s"\n';

/** Frame fields that add up to the energy. */
const ENERGY = ['energy_a', 'energy_b', 'energy_c'];

/** A month of frames: whole UTC days between two instants, ms. */
export interface Month {
  readonly start: number;
  readonly end: number;
  /** The meter of the hourly queries. */
  readonly mac: string;
}

/** The same four questions to every store; each reads its answer to the end. */
export interface Questions {
  hoursOfOne(): Promise<unknown>;
  hoursOfAll(): Promise<unknown>;
  total(): Promise<unknown>;
  last(): Promise<unknown>;
}

export interface PeerStore {
  readonly name: string;
  /** Where lines of the InfluxDB protocol are posted. */
  readonly writeTo: string;
  readonly folder: string;
  /** Flushes memory to disk. */
  settle(): Promise<void>;
  readonly questions: Questions;
  stop(): Promise<void>;
}

const textOf = async (url: URL): Promise<string> => {
  const answer = await fetch(url);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status} ${text.slice(0, 200)}`);
  return text;
};

const startVictoria = async (parent: string, { start, end: until, mac }: Month): Promise<PeerStore> => {
  const [port = 0] = await freePorts(1);
  const folder = join(parent, 'victoria-metrics');
  mkdirSync(folder);
  const address = `http://127.0.0.1:${port}`;
  const program = spawn(
    VICTORIA,
    [
      `-storageDataPath=${folder}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=120',
      '-search.disableCache',
      '-search.maxUniqueTimeseries=1000000',
      '-loggerLevel=ERROR',
    ],
    { stdio: 'ignore' },
  );
  await whenListening(port);
  const ask = (path: string, parameters: Readonly<Record<string, string>>): Promise<string> =>
    textOf(new URL(`${path}?${new URLSearchParams(parameters)}`, address));
  const sums = (labels: string, window: string): string =>
    ENERGY.map((field) => `sum(sum_over_time(reading_${field}${labels}[${window}]))`).join(' + ');
  const range = { start: String(start / 1_000 + 3_600), end: String(until / 1_000), step: '1h' };
  const at = { time: String(until / 1_000) };
  const window = `${(until - start) / 1_000}s`;
  return {
    name: 'VictoriaMetrics 1.79',
    writeTo: `${address}/write?precision=ms`,
    folder,
    async settle() {
      await ask('/internal/force_flush', {});
      await ask('/internal/force_merge', {});
      await pause(10_000);
    },
    questions: {
      hoursOfOne: () => ask('/api/v1/query_range', { ...range, query: sums(`{mac="${mac}"}`, '1h') }),
      hoursOfAll: () => ask('/api/v1/query_range', { ...range, query: sums('', '1h') }),
      total: () => ask('/api/v1/query', { ...at, query: sums('', window) }),
      last: () => ask('/api/v1/query', { ...at, query: 'last_over_time({__name__=~"reading_.+"}[5m])' }),
    },
    stop: () => end(program),
  };
};

const startInfluxStore = async (parent: string, { start, end: until, mac }: Month): Promise<PeerStore> => {
  const influx = await startInflux(parent, SOON_COMPACT);
  const sums = ENERGY.map((field) => `sum("${field}")`).join(' + ');
  const time = `time >= ${start}ms and time < ${until}ms`;
  const ask = async (query: string): Promise<string> => {
    const text = await influx.query(query);
    if (text.includes('"error"')) throw new Error(text.slice(0, 200));
    return text;
  };
  return {
    name: 'InfluxDB 1.6',
    writeTo: influx.writeTo,
    folder: influx.folder,
    settle: () => pause(60_000),
    questions: {
      hoursOfOne: () => ask(`select ${sums} from reading where mac = '${mac}' and ${time} group by time(1h)`),
      hoursOfAll: () => ask(`select ${sums} from reading where ${time} group by time(1h)`),
      total: () => ask(`select ${sums} from reading where ${time}`),
      last: () => ask('select last(*) from reading group by mac'),
    },
    stop: () => end(influx.program),
  };
};

/** Debian's stores of time series that are installed, in folders of their own. */
export const startPeers = async (parent: string, month: Month): Promise<readonly PeerStore[]> => [
  ...(existsSync(VICTORIA) ? [await startVictoria(parent, month)] : []),
  ...(existsSync(INFLUXD) ? [await startInfluxStore(parent, month)] : []),
];

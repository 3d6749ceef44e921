import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Answered, Sent } from './client-thread.ts';

export interface Requested {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

export interface Client {
  ask(requested: Requested): Promise<Answered>;
  close(): Promise<unknown>;
}

/** One client with one open connection in a thread of its own, which costs the server nothing. */
export const createClient = (port: number, token: string): Client => {
  const thread = new Worker(new URL('client-thread.ts', import.meta.url), { workerData: { port, token } });
  // Where a call fails, nothing else waits for it.
  thread.unref();
  return {
    close: () => thread.terminate(),
    async ask({ method, path, body }) {
      const payload = body === undefined ? null : JSON.stringify(body);
      thread.postMessage({ method, path, payload } satisfies Sent);
      const [answered] = (await once(thread, 'message')) as [Answered];
      if (answered.refusal !== null) throw new Error(answered.refusal);
      return answered;
    },
  };
};

interface Figures {
  readonly median: number;
  readonly p99: number;
  readonly bytes: number;
  /** CPU ms a call, everything together: other programs disturb it less than they do the times. */
  readonly cpu: number;
  /** Median of empty calls right before and after, ms: how quick the machine was just then. */
  readonly empty: number;
}

const EMPTY: Requested = { method: 'GET', path: '/health' };
const EMPTY_CALLS = 20;

const emptyCalls = async (client: Client): Promise<number[]> => {
  const times: number[] = [];
  for (let call = 0; call < EMPTY_CALLS; call++) times.push((await client.ask(EMPTY)).ms);
  return times;
};

const atShare = (times: readonly number[], share: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const usualWarmUp = (rounds: number): number => Math.max(Math.min(rounds, 40), Math.ceil(rounds / 10));

/**
 * Serial requests, from request to the last byte of the answer, after as many for warming up. @param forget - called before each,
 * so that each is a first request
 */
export const measure = async (
  client: Client,
  rounds: number,
  ask: (round: number) => Requested,
  cpu: () => number,
  warmUp = usualWarmUp(rounds),
  forget: () => Promise<unknown> = async () => undefined,
): Promise<Figures> => {
  const times: number[] = [];
  const empties: number[] = [];
  let bytes = 0;
  let cpuBefore = 0;
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) {
      empties.push(...(await emptyCalls(client)));
      cpuBefore = cpu();
    }
    const requested = ask(round + warmUp);
    await forget();
    const answered = await client.ask(requested);
    if (round >= 0) times.push(answered.ms);
    bytes = answered.bytes;
  }
  const used = (cpu() - cpuBefore) / rounds;
  empties.push(...(await emptyCalls(client)));
  return {
    median: atShare(times, 0.5),
    p99: atShare(times, 0.99),
    bytes,
    cpu: used,
    empty: atShare(empties, 0.5),
  };
};

const ms = (value: number): string => value.toFixed(2).padStart(8);

export const report = (name: string, { median, p99, bytes, cpu, empty }: Figures): void => {
  console.log(
    `${name.padEnd(34)}${ms(median)} ms${ms(p99)} ms${ms(cpu)} ms${String(Math.round(bytes / 1024)).padStart(7)} KB${(median / empty).toFixed(1).padStart(9)}`,
  );
};

/** The heading, and the shortest call as the machine's base time. */
export const reportHead = async (client: Client, cpu: () => number): Promise<void> => {
  console.log(`${''.padEnd(34)}  median        p99        CPU    answer  × empty`);
  report('empty call', await measure(client, 500, () => EMPTY, cpu));
};

/** A number from the environment. */
export const setting = (name: string, standard: number): number => Number(process.env[name] ?? standard);

/** First requests without caches, and repeated ones. */
export const measureTwice = async (
  client: Client,
  rounds: number,
  ask: (round: number) => Requested,
  cpu: () => number,
  forget: () => Promise<unknown>,
): Promise<readonly [first: Figures, again: Figures]> => [
  await measure(client, rounds, ask, cpu, undefined, forget),
  await measure(client, rounds, ask, cpu),
];

const rounded = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

/** A row of a table of Markdown: medians and p99 of both, CPU and size of the first. */
export const reportTwice = (name: string, [first, again]: readonly [Figures, Figures]): void => {
  const pair = ({ median, p99 }: Figures): string => `${rounded(median)} / ${rounded(p99)} ms`;
  console.log(
    `| ${name} | ${pair(first)} | ${pair(again)} | ${rounded(first.cpu)} ms | ${Math.round(first.bytes / 1024)} KB | ${(first.median / first.empty).toFixed(0)} |`,
  );
};

export const TWICE_HEAD = `| call | first asked: median / p99 | asked again | CPU | answer | × empty |
|---|---|---|---|---|---|`;

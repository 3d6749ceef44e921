import { Agent, request } from 'node:http';

export interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
}

/** One client on one connection that stays open. */
export const createClient = (port: number, token: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    close: () => agent.destroy(),
    ask: ({ method, path, body }: Asked): Promise<Buffer> =>
      new Promise((resolve, reject) => {
        const payload = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          'access-token': token,
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        };
        const call = request(
          { host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers },
          (answer) => {
            const chunks: Buffer[] = [];
            answer.on('data', (chunk: Buffer) => chunks.push(chunk));
            answer.on('end', () => {
              const text = Buffer.concat(chunks);
              if (answer.statusCode === 200 || answer.statusCode === 201) resolve(text);
              else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text.toString()}`));
            });
            answer.on('error', reject);
          },
        );
        call.on('error', reject);
        call.end(payload);
      }),
  };
};

export interface Figures {
  readonly median: number;
  readonly p99: number;
  readonly bytes: number;
  /** CPU ms a call, everything together: other programs disturb it less than they do the times. */
  readonly cpu: number;
}

/** One after the other, from request to the last byte of its answer; as many more before them warm up and are not counted. */
export const measure = async (
  client: ReturnType<typeof createClient>,
  rounds: number,
  ask: (round: number) => Asked,
  cpu: () => number,
  warmUp = Math.ceil(rounds / 10),
): Promise<Figures> => {
  const times: number[] = [];
  let bytes = 0;
  let cpuBefore = 0;
  for (let round = -warmUp; round < rounds; round++) {
    if (round === 0) cpuBefore = cpu();
    const asked = ask(round + warmUp);
    const started = performance.now();
    const answer = await client.ask(asked);
    if (round >= 0) times.push(performance.now() - started);
    bytes = answer.length;
  }
  const used = (cpu() - cpuBefore) / rounds;
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { median: at(0.5), p99: at(0.99), bytes, cpu: used };
};

const ms = (value: number): string => value.toFixed(2).padStart(8);

export const report = (name: string, { median, p99, bytes, cpu }: Figures): void => {
  console.log(
    `${name.padEnd(34)}${ms(median)} ms${ms(p99)} ms${ms(cpu)} ms${String(Math.round(bytes / 1024)).padStart(7)} KB`,
  );
};

export const reportHead = (): void => console.log(`${''.padEnd(34)}  median        p99        CPU    answer`);

/** A number from the environment. */
export const setting = (name: string, standard: number): number => Number(process.env[name] ?? standard);

import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** A request with its payload. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly payload: string | null;
}

/** From request to the last byte of the answer, and its length; a refusal instead where it was refused. */
export interface Answered {
  readonly ms: number;
  readonly bytes: number;
  readonly refusal: string | null;
}

const { port, token } = workerData as { port: number; token: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const send = ({ method, path, payload }: Sent): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const headers = {
      'access-token': token,
      ...(payload === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
    };
    const started = performance.now();
    const call = request(
      { host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers },
      (answer) => {
        const { statusCode = 0 } = answer;
        const refusal: Buffer[] = [];
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (statusCode > 201) refusal.push(chunk);
        });
        answer.on('end', () => {
          const ms = performance.now() - started;
          const text =
            statusCode > 201 ? `${method} ${path}: ${statusCode} ${Buffer.concat(refusal).toString()}` : null;
          resolve({ ms, bytes, refusal: text });
        });
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(payload ?? undefined);
  });

const failed = (failure: unknown): Answered => ({ ms: 0, bytes: 0, refusal: String(failure) });

parentPort?.on('message', (sent: Sent) => {
  void send(sent)
    .catch(failed)
    .then((answered) => parentPort?.postMessage(answered));
});

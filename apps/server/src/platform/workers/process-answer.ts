import { writeSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { answerOfWork } from './worker-answer.ts';

/** Argument with the memory limit that the process checks itself on systems without RLIMIT_DATA. */
export const WATCHED_MB = '--watched-mb=';

const WATCH = `
const { workerData: bytes } = require('node:worker_threads');
setInterval(() => {
  if (process.memoryUsage.rss() > bytes) process.kill(process.pid, 'SIGKILL');
}, 5);
`;

/** Checks the memory in a separate thread, because a busy decoder lets no timer run. */
const watchMemory = (): void => {
  const watched = process.argv.find((argument) => argument.startsWith(WATCHED_MB));
  if (watched === undefined) return;
  const workerData = Number(watched.slice(WATCHED_MB.length)) * 1024 * 1024;
  new Worker(WATCH, { eval: true, workerData }).unref();
};

/** Runs the work of this process. The file comes from stdin; the answer is written to stdout as JSON. */
export const answerFromProcess = async (work: (file: Buffer) => Promise<unknown>): Promise<void> => {
  watchMemory();
  const file = await buffer(process.stdin);
  const answer = JSON.stringify(await answerOfWork(() => work(file)));
  for (let bytes = Buffer.from(answer); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
  process.exit(0);
};

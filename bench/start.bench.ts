import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startMain } from './whole/main-server.ts';
import { memoryOfTree } from './whole/resident-memory.ts';

const RUNS = 5;
const IDLE_SECONDS = Number(process.argv[2] ?? 20);

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const first = await startMain(dataDir);
console.log(`first start, empty data directory: ready after ${Math.round(first.readyAfterMs)} ms`);
await first.stop();

const starts: number[] = [];
let megabytes = 0;
for (let run = 1; run <= RUNS; run++) {
  const server = await startMain(dataDir);
  starts.push(server.readyAfterMs);
  if (run === RUNS) {
    await pause(IDLE_SECONDS * 1000);
    megabytes = memoryOfTree(server.process.pid ?? 0) / 1e6;
  }
  await server.stop();
}
const sorted = starts.toSorted((a, b) => a - b);
console.log(
  `start on existing data: ready after ${Math.round(sorted[Math.floor(RUNS / 2)] ?? 0)} ms ` +
    `(median of ${RUNS}; ${Math.round(sorted[0] ?? 0)} to ${Math.round(sorted.at(-1) ?? 0)})`,
);
console.log(`idle for ${IDLE_SECONDS} s: server and PostgreSQL together ${Math.round(megabytes)} MB (PSS)`);
rmSync(dataDir, { recursive: true, force: true });

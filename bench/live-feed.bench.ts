import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { startChild } from './ingest/child.ts';
import { installBoards, readFeed, signIn } from './whole/install-boards.ts';
import { startMain } from './whole/main-server.ts';

/** 1,000 boards send every 5 s each; one browser watches 20 meters, of which one is timed. */
const BOARDS = 1_000;
const MESSAGES_PER_SECOND = BOARDS / 5;
const WATCHED = 20;
const SECONDS = Number(process.argv[2] ?? 20);
const PROBE_EVERY_MS = 50;

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const server = await startMain(dataDir);
const token = await signIn(server.ports.http);
const [probe, ...others] = await installBoards(server.ports.http, token, BOARDS + 1);
if (probe === undefined) throw new Error('no board was installed');

const generator = startChild('generator.ts', []);
generator.send({ order: 'connect', port: server.ports.mqtt, boards: others, from: Date.now() });
await generator.hear('done');

const { clientId, username, password } = await readFeed(server.ports.http, token);
const browser = await connectAsync(`ws://127.0.0.1:${server.ports.http}/mqtt`, {
  clientId,
  username,
  password,
});
await browser.subscribeAsync([probe, ...others.slice(1, WATCHED)].map(({ mac }) => `message/${mac}`));

const sentAt = new Map<string, number>();
const latencies: number[] = [];
browser.on('message', (topic, payload) => {
  if (topic !== `message/${probe.mac}`) return;
  const began = sentAt.get(payload.toString().split(',', 2)[1] ?? '');
  if (began !== undefined) latencies.push(performance.now() - began);
});

const board = await connectAsync(`mqtt://127.0.0.1:${server.ports.mqtt}`, {
  clientId: probe.mac,
  username: probe.mac,
  password: probe.key,
});
const tail =
  '-61,41.5,220.1,221.3,219.8,2.3,1.0,0.8,0.97,0.95,0.99,490,209,174,65,69,30,0.007,0.003,0.002,,,,2,2,2,11,12,9';
generator.send({ order: 'pace', seconds: SECONDS, perSecond: MESSAGES_PER_SECOND });
const steady = generator.hear('done');
for (const until = performance.now() + SECONDS * 1000; performance.now() < until; ) {
  const instant = String(Date.now());
  sentAt.set(instant, performance.now());
  board.publish(`message/${probe.mac}`, `${probe.mac},${instant},${tail}`, { qos: 1 });
  await pause(PROBE_EVERY_MS);
}
await steady;
await board.endAsync();
await browser.endAsync();

latencies.sort((a, b) => a - b);
const at = (part: number): string =>
  (latencies[Math.floor(latencies.length * part)] ?? Number.NaN).toFixed(1);
console.log(
  `publish to browser, ${BOARDS} boards sending ${MESSAGES_PER_SECOND} messages/s: ` +
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms (${latencies.length} of ${sentAt.size} messages)`,
);
generator.process.disconnect();
await server.stop();
rmSync(dataDir, { recursive: true, force: true });

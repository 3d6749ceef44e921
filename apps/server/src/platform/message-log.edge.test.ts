import { setTimeout as pause } from 'node:timers/promises';
import { type MessageLogConfig, openMessageLog } from '@nascente/message-log/message-log';
import { pino } from 'pino';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startNatsCluster } from '../testing/processes/nats-cluster.ts';

const cluster = await startNatsCluster(3);
afterAll(() => cluster.stop());
const log = pino({ level: 'silent' });
const never = new AbortController().signal;
let number = 0;
const newName = () => `test-log-${++number}`;

const open = async (config: Partial<MessageLogConfig> = {}) => {
  const opened = await openMessageLog(
    { servers: cluster.url.split(','), replicas: 3, streamBytes: 10_000_000, ...config },
    log,
    never,
  );
  onTestFinished(() => opened.close());
  return opened;
};

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (entry: Uint8Array) => new TextDecoder().decode(entry);

test('delivers each entry to one reader, and never again afterwards', async () => {
  const name = newName();
  const [writer, first, second] = [await open({ name }), await open({ name }), await open({ name })];
  const taken: string[] = [];
  const readers = await Promise.all(
    [first, second].map((reader) => reader.read(async (entry) => void taken.push(text(entry)))),
  );
  const all = Array.from({ length: 300 }, (_, index) => `entry ${index}`);
  await Promise.all(all.map((entry) => writer.append(bytes(entry), entry)));
  await vi.waitFor(() => expect(taken.toSorted()).toEqual(all.toSorted()), { timeout: 20_000 });
  for (const reader of readers) await reader.stop();
}, 60_000);

test('stores an entry appended twice under its id once', async () => {
  const name = newName();
  const opened = await open({ name });
  for (let time = 0; time < 2; time++) await opened.append(bytes('once'), 'the id');
  await opened.append(bytes('last'), 'another');
  const taken: string[] = [];
  const reader = await opened.read(async (entry) => void taken.push(text(entry)));
  await vi.waitFor(() => expect(taken).toContain('last'), { timeout: 20_000 });
  expect(taken).toEqual(['once', 'last']);
  await reader.stop();
}, 60_000);

test('delivers an entry again after its reader failed', async () => {
  const opened = await open({ name: newName() });
  await opened.append(bytes('difficult'), 'a');
  let times = 0;
  const reader = await opened.read(async () => {
    if (++times === 1) throw new Error('not now');
  });
  await vi.waitFor(() => expect(times).toBe(2), { timeout: 30_000 });
  await reader.stop();
}, 60_000);

test('a full log refuses new entries and preserves the existing ones', async () => {
  const name = newName();
  const opened = await open({ name, streamBytes: 1_000_000 });
  const stored: string[] = [];
  const large = 'x'.repeat(100_000);
  const fill = async () => {
    for (let index = 0; index < 20; index++) {
      await opened.append(bytes(`${index} ${large}`), `${index}`);
      stored.push(`${index}`);
    }
  };
  await expect(fill()).rejects.toThrow('maximum bytes exceeded');
  const taken: string[] = [];
  const reader = await opened.read(async (entry) => void taken.push(text(entry).split(' ', 1)[0] ?? ''));
  await vi.waitFor(() => expect(taken.toSorted()).toEqual(stored.toSorted()), { timeout: 20_000 });
  await vi.waitFor(() => opened.append(bytes('room again'), 'later'), { timeout: 20_000 });
  await reader.stop();
}, 60_000);

test('loses no appended entry when the leader is killed, and continues', async () => {
  const name = newName();
  const [writer, reading] = [await open({ name }), await open({ name })];
  const appended: string[] = [];
  const taken = new Set<string>();
  const reader = await reading.read(async (entry) => void taken.add(text(entry)));
  let isOver = false;
  const writing = (async () => {
    for (let index = 0; !isOver; index++) {
      const entry = `entry ${index}`;
      // As an edge does: tried again under its id.
      for (;;) {
        try {
          await writer.append(bytes(entry), entry);
          appended.push(entry);
          break;
        } catch {
          await pause(100);
        }
      }
    }
  })();
  await vi.waitFor(() => expect(appended.length).toBeGreaterThan(50), { timeout: 20_000 });
  const leader = await cluster.leaderOf(name);
  await cluster.kill(leader);
  const before = appended.length;
  await vi.waitFor(() => expect(appended.length).toBeGreaterThan(before + 50), { timeout: 40_000 });
  cluster.start(leader);
  isOver = true;
  await writing;
  await vi.waitFor(() => expect(taken.size).toBe(appended.length), { timeout: 40_000 });
  await reader.stop();
}, 120_000);

test('refuses a single server that cannot hold three copies with a readable message', async () => {
  const single = await startNatsCluster(1);
  onTestFinished(() => single.stop());
  const config = { servers: [single.url], streamBytes: 10_000_000 };
  await expect(openMessageLog({ ...config, replicas: 3 }, log, never)).rejects.toThrow(
    'The servers of NATS_URL refuse the log',
  );
  const opened = await openMessageLog({ ...config, replicas: 1 }, log, never);
  await opened.append(bytes('kept'), 'a');
  await opened.close();
}, 60_000);

test('the other processes receive a published text at once', async () => {
  const name = newName();
  const [one, other] = [await open({ name }), await open({ name })];
  const received: string[] = [];
  other.bus.subscribe('frames', (each) => received.push(each));
  one.bus.subscribe('frames', (each) => received.push(`own ${each}`));
  await vi.waitFor(() => {
    one.bus.publish('frames', 'a text with spaces');
    expect(received).toContain('a text with spaces');
  });
  expect(received).not.toContain('own a text with spaces');
}, 60_000);

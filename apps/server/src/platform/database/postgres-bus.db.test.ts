import { MAX_TEXT } from '@nascente/message-log/bus';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openPostgresBus } from './postgres-bus.ts';

const database = await createTestDatabase();

const open = async () => {
  const bus = await openPostgresBus(database.connectionString, pino({ level: 'silent' }));
  onTestFinished(() => bus.stop());
  return bus;
};

/** A process and the notices that it receives on a channel. */
const listening = async (channel: string) => {
  const bus = await open();
  const received: string[] = [];
  bus.subscribe(channel, (text) => received.push(text));
  return { bus, received };
};

test('every other process receives published texts in order, with repeats; the sender does not', async () => {
  const [a, b, c] = [await listening('frames'), await listening('frames'), await listening('other')];
  const texts = ['one', 'one', 'com espaço e ç', '', 'x'.repeat(MAX_TEXT)];
  for (const text of texts) a.bus.publish('frames', text);
  await vi.waitFor(() => expect(b.received).toEqual(texts));
  c.bus.publish('frames', 'last');
  await vi.waitFor(() => expect(a.received).toEqual(['last']));
  expect(c.received).toEqual([]);
});

test('refuses in advance a text too long for PostgreSQL', async () => {
  const bus = await open();
  expect(() => bus.publish('frames', 'x'.repeat(MAX_TEXT + 1))).toThrow(RangeError);
});

test('reconnects a broken bus, and delivers the texts published meanwhile', async () => {
  const [a, b] = [await listening('frames'), await listening('frames')];
  a.bus.publish('frames', 'before');
  await vi.waitFor(() => expect(b.received).toEqual(['before']));
  const { rows } = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'nascente bus' and datname = current_database()`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(2);
  await vi.waitFor(
    () => {
      a.bus.publish('frames', 'after');
      expect(b.received).toContain('after');
    },
    { timeout: 15_000, interval: 200 },
  );
});

test('delivers a text published while a process stops', async () => {
  const [a, b] = [await listening('frames'), await listening('frames')];
  a.bus.publish('frames', 'goodbye');
  await a.bus.stop();
  await vi.waitFor(() => expect(b.received).toEqual(['goodbye']));
});

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { maxLetThrough } from '../../testing/let-through.ts';
import { startRealServer } from '../../testing/processes/real-server.ts';

const ADDRESSES = 60;
const REST_MS = 5_000;
const ATTACK_MS = 60_000;
const OWNER_EVERY_MS = 1_000;
const EVERY_MS = 20;
/** Each of the addresses. */
const GUESS_EVERY_MS = 500;
const MAX_P95_MS = 200;
/** Of one account from wherever. */
const PER_ACCOUNT = 20;
const OWNER = { name: 'Padaria', email: 'dona@padaria.test', password: 'Forno#quente3' };

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

test('slows sixty addresses that guess one password, also after a restart, and notifies the owner once', async ({
  annotate,
}) => {
  const server = await startRealServer({ env: { TRUST_PROXY: 'yes', LOCAL_MAILBOX: 'yes' } });
  const admin = await server.signIn();
  const board = await server.installBoard(admin);
  const client = server.connect(board);
  const created = await server.ask('POST', '/user', OWNER, undefined, { 'x-forwarded-for': '198.18.0.1' });
  expect(created.status).toBe(201);
  const cookie = created.headers.get('set-cookie')?.split(';')[0] ?? '';

  const signIn = (password: string, headers: Record<string, string>) =>
    server.ask('POST', '/login', { email: OWNER.email, password: base64(password) }, undefined, headers);
  const statuses: number[] = [];
  /** Each address goes on and on, also while it has to wait. */
  const guess = (isOver: () => boolean) =>
    Promise.all(
      Array.from({ length: ADDRESSES }, async (_, n) => {
        for (let round = 0; !isOver(); round++) {
          const { status } = await signIn(`Chute#${n}-${round}`, { 'x-forwarded-for': `203.0.113.${n + 1}` });
          statuses.push(status);
          await pause(GUESS_EVERY_MS);
        }
      }),
    );
  const owned: number[] = [];
  const goOnAsOwner = async (isOver: () => boolean) => {
    for (; !isOver(); await pause(OWNER_EVERY_MS))
      owned.push((await signIn(OWNER.password, { cookie, 'x-forwarded-for': '203.0.113.1' })).status);
  };
  const publish = async (isOver: () => boolean): Promise<number[]> => {
    const times: number[] = [];
    for (; !isOver(); await pause(EVERY_MS)) {
      const sentAt = performance.now();
      await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
      times.push(performance.now() - sentAt);
    }
    return times;
  };

  const restUntil = performance.now() + REST_MS;
  const atRest = await publish(() => performance.now() > restUntil);
  const started = performance.now();
  const until = (ms: number) => () => performance.now() - started > ms;
  const [times] = await Promise.all([
    publish(until(ATTACK_MS)),
    guess(until(ATTACK_MS)),
    goOnAsOwner(until(ATTACK_MS)),
  ]);
  client.end(true);
  process.kill(server.pid(), 'SIGKILL');
  await server.ready(2);
  const again = performance.now() - started + ATTACK_MS / 4;
  await Promise.all([guess(until(again)), goOnAsOwner(until(again))]);
  const lastedMs = performance.now() - started;

  const judged = statuses.filter((status) => status !== 429).length;
  await annotate(
    `${statuses.length} guesses in ${(lastedMs / 1000).toFixed(0)} s, ${judged} judged; the owner signed in ${owned.length} times; ` +
      `board p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(times).toFixed(1)} ms under attack (${times.length} messages)`,
  );
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect(judged).toBeLessThanOrEqual(maxLetThrough(PER_ACCOUNT, lastedMs));
  expect(new Set(owned)).toEqual(new Set([200]));
  const { events } = await server.read<{ events: unknown[] }>(
    'GET',
    '/admin/audit?action=sign-in-paused',
    undefined,
    admin,
  );
  expect(events).toHaveLength(1);
  const { mails } = await server.read<{ mails: { to: string; subject: string }[] }>(
    'GET',
    '/admin/mailbox',
    undefined,
    admin,
  );
  expect(
    mails.filter(({ to, subject }) => to === OWNER.email && subject.includes('Muitas tentativas')),
  ).toHaveLength(1);
  expect(p95(times)).toBeLessThan(MAX_P95_MS);
});

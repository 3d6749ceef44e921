import { setTimeout as pause } from 'node:timers/promises';
import { type Mac, normalizeMac } from '@nascente/domain/sites/boards/mac';
import { expect, test } from 'vitest';
import { triLine } from '../../testing/boards/test-telemetry.ts';
import { startRealServer } from '../../testing/processes/real-server.ts';

const METERS = 300;
const CONCURRENT = 60;
const ATTACK_MS = 20_000;
const EVERY_MS = 20;
const ESTABLISHMENTS = 100;
const MAX_P95_MS = 200;

type RealServer = Awaited<ReturnType<typeof startRealServer>>;

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

const macOf = (n: number): Mac => {
  const last = n.toString(16).padStart(4, '0');
  const mac = normalizeMac(`A4:CF:12:0D:${last.slice(0, 2)}:${last.slice(2)}`);
  if (mac === null) throw new Error('not a MAC');
  return mac;
};

/** An establishment with many measuring meters; the amount of its cycle is the most expensive query. */
const measureLargeEstablishment = async (server: RealServer, token: string): Promise<string> => {
  const macs = Array.from({ length: METERS }, (_, n) => macOf(n));
  const { boards } = await server.read<{ boards: { key: string }[] }>(
    'POST',
    '/admin/boards',
    { boards: macs.map((mac) => ({ mac, type: 'eletric', model: 'tri', equipment: 'emd3p' })) },
    token,
  );
  const establishment = {
    name: 'Grande',
    address: 'Rua da Aurora, 12',
    postalCode: '50050-000',
    description: '',
  };
  const { location } = await server.read<{ location: { code: string } }>(
    'POST',
    '/location',
    establishment,
    token,
  );
  for (const [n, mac] of macs.entries()) {
    const installation = { locationCode: location.code, name: `Medidor ${n}`, meter: mac };
    await server.read('POST', '/installation-meter', installation, token);
    const client = server.connect({ mac, key: boards[n]?.key ?? '' });
    const now = Date.now();
    for (let seconds = 5; seconds > 0; seconds--)
      await client.publishAsync(`message/${mac}`, triLine(mac, now - seconds * 1_000), { qos: 1 });
    client.end(true);
  }
  const { establishments } = await server.read<{ establishments: { _id: string; name: string }[] }>(
    'GET',
    '/establishment',
    undefined,
    token,
  );
  return establishments.find(({ name }) => name === establishment.name)?._id ?? '';
};

test.for([
  ['one establishment of 300 meters', (id: string) => ['GET', `/establishment/${id}/consumption`] as const],
  [
    'a list of a hundred such',
    (id: string) =>
      [
        'POST',
        '/consolidated/establishments',
        { establishments: Array.from({ length: ESTABLISHMENTS }, () => ({ id })) },
      ] as const,
  ],
] as const)(
  'sixty simultaneous requests of one account for %s do not disturb the boards',
  async ([, question], { annotate }) => {
    const server = await startRealServer();
    const token = await server.signIn();
    const board = await server.installBoard(token);
    const client = server.connect(board);
    const publishing = async (until: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      while (!until()) {
        const sentAt = performance.now();
        await client.publishAsync(`message/${board.mac}`, triLine(board.mac, Date.now()), { qos: 1 });
        times.push(performance.now() - sentAt);
        await pause(EVERY_MS);
      }
      return times;
    };
    const [method, path, body] = question(await measureLargeEstablishment(server, token));
    const restUntil = performance.now() + 5_000;
    const atRest = await publishing(() => performance.now() > restUntil);

    const until = performance.now() + ATTACK_MS;
    const isOver = () => performance.now() > until;
    const underAttack = publishing(isOver);
    const statuses: number[] = [];
    const asking = async (): Promise<void> => {
      while (!isOver()) {
        const answer = await server.ask(method, path, body, token);
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, asking));
    const times = await underAttack;
    client.end(true);
    const count = (status: number) => statuses.filter((one) => one === status).length;
    await annotate(
      `p95 ${p95(atRest).toFixed(1)} ms at rest, ${p95(times).toFixed(1)} ms under attack (${times.length} messages), ` +
        `longest ${Math.max(...times).toFixed(0)} ms; ${count(200)} answered, ${count(503)} told to come again`,
    );
    expect(count(200)).toBeGreaterThan(CONCURRENT);
    expect(count(200) + count(503)).toBe(statuses.length);
    expect(p95(times)).toBeLessThan(MAX_P95_MS);
  },
);

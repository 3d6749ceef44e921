import { setTimeout as pause } from 'node:timers/promises';
import { everyCall } from '@nascente/contract/every-call';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { triLine } from '../boards/test-telemetry.ts';
import { connectWhenever } from '../calls-from-outside.ts';
import { atEndOfFile } from '../end-of-file.ts';
import { hostilePdfs } from '../hostile-pdfs.ts';
import { startTestServer } from '../test-server.ts';
import { createFullCustomer } from './full-customer.ts';
import { createLargestRequests } from './fuzz-calls.ts';
import { hardestContract } from './hardest-contract.ts';

const NO_ACCOUNT = 'http://127.0.0.1:9';
const EVERY_MS = 10;
const MIN_TIMES = 60;
const MAX_P95_MS = 150;

const p95 = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.POSITIVE_INFINITY;

/** Lines that every rate of a tariff makes. */
const HARDEST_BILL = [
  'Consumo 1 kWh 0,94',
  ...Array.from({ length: 59 }, (_, n) => `Demanda não utilizada 1 kW 0,0${n % 9}`),
].join('\n');

const largePicture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: 200, g: 30, b: 30 } } })
    .jpeg({ progressive: true, quality: 1 })
    .toBuffer();

/**
 * Sends every call the largest input that its schema lets pass, several at once, while a board publishes.
 *
 * @param isTimed whether the board has to be acknowledged in time: where the machine has nothing else to do
 */
export const testExpensiveCalls = async (needs: { concurrent: number; isTimed: boolean }): Promise<void> => {
  const server = await startTestServer({
    CNPJ_API_URL: NO_ACCOUNT,
    CEP_API_URL: NO_ACCOUNT,
    CNPJ_FALLBACK_URL: 'none',
    CEP_FALLBACK_URL: 'none',
  });
  const send = createLargestRequests(server);
  const { boardAuthorization } = await createFullCustomer(server, 'Manager');
  const credentials = Buffer.from(boardAuthorization.split(' ')[1] ?? '', 'base64').toString();
  const [mac, key] = [normalizeMac(credentials.slice(0, 17)), credentials.slice(18)];
  if (mac === null) throw new Error('the customer has no board');
  const board = connectWhenever(server.ports.tcp ?? 0, { mac, key });
  atEndOfFile(async () => void board.end(true));
  const large = {
    findContract: { body: { text: HARDEST_BILL } },
    saveContract: { fullBody: hardestContract() },
    readBillText: { file: hostilePdfs()['unpacks to a gigabyte'] },
    readElectronicBill: { file: Buffer.from(`<a>${'<b/>'.repeat(1_200_000)}</a>`) },
    uploadImage: { file: await largePicture(7_000) },
  } as Readonly<Record<string, object>>;

  let taken = 0;

  test.each(everyCall.map((call) => [call.name, call] as const))(
    'a board is acknowledged while %s is given all that it takes',
    async (name, call) => {
      const times: number[] = [];
      const sending = send(call, needs.concurrent, large[name] ?? {});
      let isOver = false;
      const ended = sending.finally(() => {
        isOver = true;
      });
      while (!isOver || (needs.isTimed && times.length < MIN_TIMES)) {
        const at = performance.now();
        await board.publishAsync(`message/${mac}`, triLine(mac, Date.now()), { qos: 1 });
        times.push(performance.now() - at);
        await pause(EVERY_MS);
      }
      const statuses = await ended;
      // Of rules between its fields, so that what is drawn by its schema is refused early.
      if (name === 'saveContract') expect(statuses).toContain(200);
      expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
      if (statuses.some((status) => status < 400)) taken += 1;
      expect(times.length).toBeGreaterThan(0);
      if (needs.isTimed)
        expect(p95(times), `${Math.round(Math.max(...times))} ms at most`).toBeLessThan(MAX_P95_MS);
    },
  );

  test('many of the calls took what they were given', () => {
    expect(taken).toBeGreaterThan(everyCall.length / 3);
  });
};

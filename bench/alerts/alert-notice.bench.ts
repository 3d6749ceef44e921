import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cnpjCheckDigits } from '@nascente/domain/sites/registry/cnpj';
import { connectAsync } from 'mqtt';
import { callsFromOutside } from '../../apps/server/src/testing/calls-from-outside.ts';
import { setting } from '../api/measure.ts';
import { startChild } from '../ingest/child.ts';
import { installBoards, readFeed, signIn } from '../whole/install-boards.ts';
import { startMain } from '../whole/main-server.ts';

/**
 * From the message of a board that takes an establishment above its contract to the notice of it: to the moment at which a browser
 * hears of it, and at which a webhook has it. One establishment after the other, while other boards send every five seconds.
 */
const ESTABLISHMENTS = setting('ESTABLISHMENTS', 30);
const OTHER_BOARDS = setting('BOARDS', 200);
const QUARTER_MS = 15 * 60_000;
/** Before the fifth minute there is no estimate, and in the last minutes the quarter-hour ends too early. */
const FROM_MS = 5 * 60_000 + 5_000;
const UNTIL_MS = 12 * 60_000;
const CONTRACT_KW = 2;
const TWENTY_KW =
  '-61,41.5,220.1,221.3,219.8,90,1.0,0.8,0.97,0.95,0.99,20000,209,174,65,69,30,0.007,0.003,0.002,,,,2,2,2,11,12,9';

const received = new Map<string, number>();
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { event, alert } = JSON.parse(Buffer.concat(parts).toString());
    if (event === 'opened' && alert.kind === 'demand-heading')
      received.set(alert.establishment.name, performance.now());
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;

const dataDir = mkdtempSync(join(tmpdir(), 'nascente-bench-'));
const server = await startMain(dataDir, { PRIVATE_WEBHOOKS: 'yes' });
const { http, mqtt } = server.ports;
const token = await signIn(http);
const { read } = callsFromOutside(http);
const open = { open: true, openHour: { hour: 7, minute: 0 }, closeHour: { hour: 19, minute: 0 } };
const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const establishments: { readonly name: string; readonly id: string }[] = [];
for (let n = 0; n < ESTABLISHMENTS; n++) {
  const base = `BEN${String(n).padStart(9, '0')}`;
  const name = `Local ${n}`;
  const { establishment } = await read<{ establishment: { _id: string } }>(
    'POST',
    '/establishment',
    {
      cnpj: `${base}${cnpjCheckDigits(base)}`,
      corporateName: name,
      fantasyName: name,
      activity: 'Comercio e Serviços',
      numberOfEmployees: '10 a 49',
      location: {
        postalCode: '50030230',
        address: 'Rua do Sol',
        number: '1',
        neighborhood: 'Recife',
        city: 'Recife',
        state: 'PE',
      },
      businessHours: Object.fromEntries(days.map((day) => [day, open])),
      bill: { tariff: 'A', contractedDemand: CONTRACT_KW },
      voltage: 220,
      consumerUnit: String(7_000_000 + n),
    },
    token,
  );
  establishments.push({ name, id: establishment._id });
}
const boards = await installBoards(
  http,
  token,
  ESTABLISHMENTS + OTHER_BOARDS,
  (index) => establishments[index]?.id ?? null,
);
await read('POST', '/alerts/webhooks', { url: hook }, token);
const notices = {
  email: 'never',
  emailFrom: 'serious',
  pushFrom: 'serious',
  quiet: null,
  throughQuiet: [],
  zone: 'America/Recife',
};
await read('PUT', '/alerts/notices', notices, token);

const generator = startChild('generator.ts', []);
generator.send({ order: 'connect', port: mqtt, boards: boards.slice(ESTABLISHMENTS), from: Date.now() });
await generator.hear('done');
const { clientId, username, password } = await readFeed(http, token);

while (Date.now() % QUARTER_MS < FROM_MS || Date.now() % QUARTER_MS > UNTIL_MS) await pause(1_000);
const browser = await connectAsync(`ws://127.0.0.1:${http}/mqtt`, { clientId, username, password });
await browser.subscribeAsync(`alerts/${username}`);
generator.send({ order: 'pace', seconds: 120, perSecond: OTHER_BOARDS / 5 });

const [onScreen, byWebhook]: [number[], number[]] = [[], []];
for (const [index, { name }] of establishments.entries()) {
  const { mac = '', key = '' } = boards[index] ?? {};
  const board = await connectAsync(`mqtt://127.0.0.1:${mqtt}`, {
    clientId: mac,
    username: mac,
    password: key,
  });
  const shown = new Promise<number>((resolve) => browser.once('message', () => resolve(performance.now())));
  const began = performance.now();
  await board.publishAsync(`message/${mac}`, `${mac},${Date.now()},${TWENTY_KW}`, { qos: 1 });
  onScreen.push((await shown) - began);
  while (!received.has(name)) await pause(5);
  byWebhook.push((received.get(name) ?? Number.NaN) - began);
  await board.endAsync();
}

const quantilesText = (values: readonly number[]): string => {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? Number.NaN);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, highest ${Math.round(sorted.at(-1) ?? Number.NaN)} ms`;
};
console.log(
  `${ESTABLISHMENTS} establishments above their contract, ${OTHER_BOARDS} other boards sending every 5 s`,
);
console.log(`publish to screen: ${quantilesText(onScreen)}`);
console.log(`publish to webhook: ${quantilesText(byWebhook)}`);
generator.process.disconnect();
await browser.endAsync();
await server.stop();
receiver.close();
rmSync(dataDir, { recursive: true, force: true });

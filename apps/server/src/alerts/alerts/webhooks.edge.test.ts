import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  addAlertWebhook,
  listAlertWebhooks,
  removeAlertWebhook,
  testAlertWebhook,
} from '@nascente/contract/alerts/alert-webhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeDue } from '../../testing/due-jobs.ts';
import type { SeededMeter, SeededPerson } from '../../testing/seeds/seed.ts';
import { createTestApi } from '../../testing/test-api.ts';

const MINUTE = 60_000;
const NOW = Date.now() - 30 * MINUTE;
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
let answer = 200;
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
    response.writeHead(answer).end();
  });
});

const api = await createTestApi(new Date(NOW).toISOString(), { privateWebhooks: true });
const { database, alerts, seed } = api;
let url = '';
let owner: SeededPerson;
let meter: SeededMeter;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/alertas`;
  await api.startJobs();
});
afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const hear = (now: number) =>
  database.pool.query(
    `insert into last_state values ($1, $2, $2)
      on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
    [meter.installationId, new Date(now)],
  );

beforeEach(async () => {
  api.setClock(NOW);
  received.length = 0;
  answer = 200;
  await database.pool.query("delete from account where email like '%@nascente.test'");
  owner = await seed.person();
  meter = await seed.meter(await seed.establishment(owner, { name: 'Padaria' }), { name: 'Forno' });
  await hear(NOW);
});

const add = (overrides: object = {}) =>
  api.succeed(addAlertWebhook, '/alerts/webhooks', { token: owner.token, payload: { url, ...overrides } });
const goSilent = async () => {
  api.setClock(NOW + 20 * MINUTE);
  await alerts.watch();
};
const deliveries = async () => {
  const { webhooks } = await api.succeed(listAlertWebhooks, '/alerts/webhooks', { token: owner.token });
  return webhooks[0]?.deliveries ?? [];
};

it('a webhook receives the start and the end of an alert, signed with a secret shown once', async () => {
  const { secret, webhooks } = await add();
  expect(JSON.stringify(webhooks)).not.toContain(secret);
  await goSilent();
  await expect
    .poll(deliveries, { timeout: 45_000 })
    .toMatchObject([{ event: 'opened', state: 'sent', status: 200 }]);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const timestamp = String(headers['x-nascente-timestamp']);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['x-nascente-signature']).toBe(expected);
  expect(JSON.parse(body)).toMatchObject({
    event: 'opened',
    title: 'Sem mensagem: Forno',
    alert: { kind: 'silent' },
  });
  await hear(NOW + 20 * MINUTE);
  await alerts.watch();
  await expect.poll(deliveries, { timeout: 45_000 }).toMatchObject([
    { event: 'closed', state: 'sent' },
    { event: 'opened', state: 'sent' },
  ]);
  // The meter is silent again soon, so the same incident continues.
  api.setClock(NOW + 40 * MINUTE);
  await alerts.watch();
  await expect.poll(deliveries, { timeout: 45_000 }).toMatchObject([
    { event: 'returned', state: 'sent' },
    { event: 'closed', state: 'sent' },
    { event: 'opened', state: 'sent' },
  ]);
});

it('a webhook fills a custom template and sends its token', async () => {
  const template = JSON.stringify({
    to: '5511',
    text: { body: '{{titulo}} \u2014 {{local}} {{nada}} {{constructor}}' },
    n: 1,
  });
  await add({ template, token: 'abc.def' });
  await goSilent();
  await expect.poll(() => received.length, { timeout: 45_000 }).toBe(1);
  expect(received[0]?.headers.authorization).toBe('Bearer abc.def');
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    to: '5511',
    text: { body: 'Sem mensagem: Forno — Padaria {{nada}} {{constructor}}' },
    n: 1,
  });
});

const tryAgainNow = () => makeDue(database, 'alert-webhooks', 'retry');

it('retries a webhook that answers with a failure, and shows its state until it is sent', async () => {
  answer = 503;
  await add();
  await goSilent();
  await expect
    .poll(deliveries, { timeout: 45_000 })
    .toMatchObject([{ state: 'waiting', attempts: 1, status: 503 }]);
  answer = 204;
  await expect
    .poll(
      async () => {
        await tryAgainNow();
        return deliveries();
      },
      { timeout: 30_000 },
    )
    .toMatchObject([{ state: 'sent', attempts: 2, status: 204 }]);
});

it('stops a delivery at once when the account can no longer see the meter', async () => {
  answer = 503;
  await add();
  await goSilent();
  // The first attempt has failed, and the next one waits.
  await expect.poll(deliveries, { timeout: 45_000 }).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  const other = await seed.person();
  await database.pool.query('update establishment set owner_id = $1 where owner_id = $2', [
    other.id,
    owner.id,
  ]);
  await expect
    .poll(
      async () => {
        await tryAgainNow();
        return deliveries();
      },
      { timeout: 30_000 },
    )
    .toMatchObject([{ state: 'dead', status: null }]);
  expect(received).toHaveLength(1);
});

it('a button tests a webhook, and only its owner removes it', async () => {
  const { webhooks } = await add();
  const one = `/alerts/webhooks/${webhooks[0]?._id ?? ''}`;
  answer = 418;
  const tested = await api.succeed(testAlertWebhook, `${one}/test`, { token: owner.token });
  expect(tested).toMatchObject({ status: 418, reason: null });
  expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ event: 'test' });
  const otherAccount = await seed.person();
  for (const [method, path] of [
    ['POST', `${one}/test`],
    ['DELETE', one],
  ] as const)
    expect(await api.fail(method, path, { token: otherAccount.token })).toMatchObject({ status: 404 });
  expect((await api.succeed(removeAlertWebhook, one, { token: owner.token })).webhooks).toEqual([]);
});

it('limits one account to thirty webhook tests an hour over all its addresses', async () => {
  const [first, second] = [await add(), await add({ url: `${url}/outra` })];
  const ids = [first.webhooks[0]?._id, second.webhooks.at(-1)?._id];
  const tryOut = (n: number) =>
    api.inject('POST', `/alerts/webhooks/${ids[n % 2]}/test`, { token: owner.token });
  for (let n = 0; n < 30; n += 1) expect((await tryOut(n)).status).toBe(200);
  expect(await tryOut(30)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '3600' },
    body: { type: 'limit', msg: 'Muitos pedidos. Tente novamente em 60 minutos.' },
  });
  expect(received).toHaveLength(30);
});

it.each([
  { url: 'ftp://x' },
  { url: 'http://%' },
  { url: 'nada' },
  { template: '{' },
  { template: `${'['.repeat(21)}${']'.repeat(21)}` },
  { token: 'a b' },
])('refuses the webhook %j', async (webhook) => {
  const payload = { url, ...webhook };
  expect(await api.fail('POST', '/alerts/webhooks', { token: owner.token, payload })).toMatchObject({
    status: 400,
  });
});

it('allows at most ten webhooks, also when they are added at once', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 25 }, async (_, n) => {
      const payload = { url: `${url}/${n}` };
      return (await api.inject('POST', '/alerts/webhooks', { token: owner.token, payload })).status;
    }),
  );
  expect(statuses.filter((status) => status < 300)).toHaveLength(10);
  expect(new Set(statuses.filter((status) => status >= 300))).toEqual(new Set([409]));
});

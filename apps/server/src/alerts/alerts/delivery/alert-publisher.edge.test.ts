import type { Alert } from '@nascente/contract/alerts/alerts';
import { createIntegration } from '@nascente/contract/connections/integrations';
import { instant } from '@nascente/domain/base/time/zone';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { connectMqtt, startTestTelemetry } from '../../../testing/boards/test-telemetry.ts';
import type { SeededMeter, SeededPerson } from '../../../testing/seeds/seed.ts';
import { createTestApi } from '../../../testing/test-api.ts';
import { createAlertPublisher } from './alert-publisher.ts';

const MINUTE = 60_000;
const NOW = Date.now() - 30 * MINUTE;
const WAIT = { timeout: 10_000, interval: 50 };
const api = await createTestApi(new Date(NOW).toISOString());
const { database, alerts, seed } = api;

const hear = async ({ installationId }: SeededMeter, at: number): Promise<void> => {
  await database.pool.query(
    `insert into last_state values ($1, $2, $2)
      on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at`,
    [installationId, new Date(at)],
  );
};

const keyOf = async ({ token }: SeededPerson, boards: readonly SeededMeter[] | null) => {
  const payload = { kind: 'mqtt', name: 'Supervisório', boards: boards?.map(({ mac }) => mac) ?? null };
  const { key, integration } = await api.succeed(createIntegration, '/user/integrations', { token, payload });
  return { username: integration.id, password: key };
};

it('publishes alerts to the read credentials of an establishment, each for its own meters only', async () => {
  const telemetry = await startTestTelemetry({ database });
  const { publish } = createAlertPublisher({
    systemsAt: telemetry.live.service.systemsAt,
    send: telemetry.broker.send,
    readAs: alerts.readAs,
    publicUrl: 'https://app.nascente.test',
    clock: () => instant(NOW),
    log: pino({ level: 'silent' }),
  });
  let telling: Promise<unknown> = Promise.resolve();
  alerts.onNotified(({ incidents }) => {
    telling = publish(incidents);
  });
  const [ana, rui] = [await seed.person(), await seed.person()];
  const [bakery, office] = [await seed.establishment(ana), await seed.establishment(rui)];
  const since = { installed_at: new Date(NOW - 86_400_000) };
  const oven = await seed.meter(bakery, { name: 'Forno', ...since });
  const fridge = await seed.meter(bakery, { name: 'Câmara', ...since });
  const otherMeter = await seed.meter(office, since);
  const topic = `nascente/${bakery}/alert`;

  const reads = async (person: SeededPerson, boards: readonly SeededMeter[] | null) =>
    connectMqtt(telemetry.ports.tcp, await keyOf(person, boards));
  const [total, ofFridge, other] = [
    await reads(ana, null),
    await reads(ana, [fridge]),
    await reads(rui, null),
  ];
  for (const refused of [topic, 'nascente/+/alert', 'nascente/#'])
    await expect(other.subscribeAsync(refused), refused).rejects.toThrow();
  await other.subscribeAsync(`nascente/${office}/alert`);
  const { clientId, username, password } = await telemetry.live.service.issue({
    accountId: ana.id,
    profile: 'user',
    email: ana.email,
    managerId: null,
    sessionHash: Buffer.from(
      (
        await database.pool.query<{ hash: string }>(
          `select encode(token_hash, 'hex') as hash from session where account_id = $1`,
          [ana.id],
        )
      ).rows[0]?.hash ?? '',
      'hex',
    ),
  });
  const browser = await connectMqtt(telemetry.ports.tcp, { clientId, username, password });
  await expect(browser.subscribeAsync(topic), 'a browser has its own topic').rejects.toThrow();

  const received = [total, ofFridge, other].map((client) => {
    const messages: { event: string; title: string; url: string; alert: Alert }[] = [];
    client.on('message', (on, payload) => {
      expect(on === topic || client === other).toBe(true);
      messages.push(JSON.parse(String(payload)));
    });
    return messages;
  });
  await total.subscribeAsync(topic);
  await ofFridge.subscribeAsync(topic);

  for (const meter of [oven, otherMeter]) await hear(meter, NOW);
  await hear(fridge, NOW + 20 * MINUTE);
  api.setClock(NOW + 20 * MINUTE);
  await alerts.watch();
  await vi.waitFor(() => expect(received.map(({ length }) => length)).toEqual([1, 0, 1]), WAIT);
  expect(received[0]?.[0]).toMatchObject({
    event: 'opened',
    title: 'Sem mensagem: Forno',
    alert: { kind: 'silent', establishment: { _id: bakery } },
  });
  expect(received[0]?.[0]?.url).toBe(
    `https://app.nascente.test/alerts?alerta=${received[0]?.[0]?.alert._id}`,
  );
  expect(received[0]?.[0]?.alert).not.toHaveProperty('isHelpful');

  await hear(oven, NOW + 20 * MINUTE);
  await alerts.watch();
  await vi.waitFor(() => expect(received[0]?.map(({ event }) => event)).toEqual(['opened', 'closed']), WAIT);

  // A connected user who lost access to the meters receives nothing more.
  await database.pool.query('update establishment set owner_id = $1 where id = $2', [rui.id, bakery]);
  await telemetry.live.service.recheck();
  api.setClock(NOW + 29 * MINUTE + 60 * MINUTE);
  await alerts.watch();
  await telling;
  await vi.waitFor(() => expect(received[2]?.length).toBeGreaterThan(0), WAIT);
  expect(received.map(({ length }) => length).slice(0, 2)).toEqual([2, 0]);
  await expect(total.subscribeAsync(topic)).rejects.toThrow();
});

import { readConnecting } from '@nascente/contract/telemetry/connecting';
import { expect, it } from 'vitest';
import { createTestApi } from '../../testing/test-api.ts';

const NOW = '2026-11-13T12:00:00Z';

it('reports how a board is connected, and why its last message was refused', async () => {
  const api = await createTestApi(NOW);
  const owner = await api.seed.person();
  const establishment = await api.seed.establishment(owner);
  const meter = await api.seed.meter(establishment, { installed_at: new Date('2026-11-12T12:00:00Z') });
  const [path, { token }] = [`/board/${meter.mac}/connecting`, owner];
  const read = async () => (await api.succeed(readConnecting, path, { token })).connecting;
  const refuse = (at: string, reason: string) =>
    api.database.pool.query(
      'insert into refused_frame (received_at, reason, mac, topic, payload) values ($1, $2, $3, $4, $5)',
      [at, reason, meter.mac, `message/${meter.mac}`, Buffer.from('x')],
    );
  await refuse('2026-11-11T12:00:00Z', 'bad-number');
  expect(await read()).toMatchObject({
    ports: { plain: 1883, tls: null },
    lastRefusal: null,
    isMeasured: false,
  });
  expect((await read()).topic).toContain(meter.mac);
  await refuse('2026-11-13T11:00:00Z', 'field-count');
  expect((await read()).lastRefusal).toMatchObject({
    at: '2026-11-13T11:00:00.000Z',
    reason: 'field-count',
    explanation: expect.stringContaining('número de campos'),
  });
  await api.seed.readings(meter, [{ at: '2026-11-13T11:30:00Z', energy_a_mwh: 1000 }]);
  expect((await read()).isMeasured).toBe(true);
  await api.database.pool.query(
    "insert into board_adapter (mac, adapter, topic) values ($1, 'tasmota', 'tele/quadro')",
    [meter.mac],
  );
  expect((await read()).topic).toBe('tele/quadro');
  const otherAccount = await api.seed.person();
  expect(await api.fail('GET', path, { token: otherAccount.token })).toMatchObject({ status: 404 });
});

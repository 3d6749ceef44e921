import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { createSeed } from '../../../testing/seeds/seed.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { createWebhooksRepository } from './webhooks.repository.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const CREATED = { createdAt: new Date(START) };

it('sends to no webhook and no push device once the credentials of the account are paused', async () => {
  const database = await createTestDatabase();
  const seed = createSeed(database, () => START);
  const { id: accountId } = await seed.person({ credentials_until: new Date(START + DAY_MS) });
  const webhooks = createWebhooksRepository(database.db);
  const devices = createDevicesRepository(database.db);
  const url = 'https://sistema.test';
  await webhooks.add({ accountId, url, secret: 's', bearer: null, template: null, ...CREATED });
  const endpoint = 'https://push.test/1';
  await devices.add({ accountId, endpoint, p256dh: 'k', auth: 'a', device: 'Celular', ...CREATED });
  const [webhook] = await webhooks.list(accountId);
  const [device] = await devices.list(accountId);
  const activeAt = async (at: number) => [
    (await webhooks.findActive(webhook?.id ?? '', instant(at))) !== null,
    (await devices.findActive(device?.id ?? '', instant(at))) !== null,
  ];
  expect(await activeAt(START + DAY_MS - 1)).toEqual([true, true]);
  expect(await activeAt(START + DAY_MS)).toEqual([false, false]);
});

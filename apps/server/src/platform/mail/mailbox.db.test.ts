import { randomUUID } from 'node:crypto';
import { instant } from '@nascente/domain/base/time/zone';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createMailboxDelivery } from './mail.ts';
import { createMailboxRepository } from './mailbox.repository.ts';

const database = await createTestDatabase();
const mailbox = createMailboxRepository(database.db);
const mailMessage = { brand: 'first', heading: 'Oi', paragraphs: ['Tudo bem?'] } as const;

test('the mailbox stores the newest e-mails and removes the others', async () => {
  let now = 0;
  const delivery = createMailboxDelivery({ mailbox, clock: () => instant(now) });
  for (now = 1; now <= 203; now += 1) {
    await delivery.deliver(
      { ...mailMessage, to: `p${now}@padaria.test`, subject: `Carta ${now}` },
      randomUUID(),
    );
  }
  const mails = await mailbox.list();
  expect([mails.length, mails[0]?.subject, mails.at(-1)?.subject]).toEqual([200, 'Carta 203', 'Carta 4']);
});

test('stores an e-mail delivered twice once', async () => {
  const delivery = createMailboxDelivery({ mailbox, clock: () => instant(1_000) });
  const id = randomUUID();
  const twice = { ...mailMessage, to: 'ana@padaria.test', subject: 'Uma vez' };
  await delivery.deliver(twice, id);
  await delivery.deliver(twice, id);
  const found = (await mailbox.list()).filter(({ subject }) => subject === 'Uma vez');
  expect(found).toMatchObject([
    { to: 'ana@padaria.test', text: 'Oi\n\nTudo bem?\n\n--\nNascente · Gestão energética inteligente\n' },
  ]);
});

import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestSmtp } from '../../testing/test-smtp.ts';
import { createJobRunner } from '../jobs/job-runner.ts';
import { createMail } from './mail.ts';
import type { MailMessage } from './mail-message.ts';

const smtp = await startTestSmtp();
const database = await createTestDatabase();
const lines: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const persistence = { attempts: 20, firstWaitSeconds: 1, maxWaitSeconds: 1, lookEverySeconds: 0.5 };
const clock = (): Instant => instant(Date.UTC(2026, 10, 20));

const jobs = createJobRunner(database.connectionString, log);
const from = 'Nascente <nao-responda@nascente.test>';
const brandRule = ['parceiro.test'];
const mail = createMail({
  smtpUrl: smtp.url,
  from,
  brandRule,
  jobs,
  db: database.db,
  clock,
  log,
  persistence,
});
const mails = mail.kind<MailMessage>('as-it-is', async (mailMessage) => mailMessage);
const unwanted = mail.kind<{ to: string }>('unwanted', async () => null);
await jobs.start();
afterAll(async () => {
  await jobs.stop();
  mail.close();
});

const mailMessage: MailMessage = {
  to: 'ana@padaria.test',
  subject: 'Olá, ação',
  heading: 'Confirme seu e-mail',
  paragraphs: ['Toque no botão.'],
  action: { label: 'Confirmar', url: 'https://nascente.test/a?token=x&y="z"' },
};

const arrival = async (to: string) => {
  await expect
    .poll(() => smtp.received.some(({ recipients }) => recipients.includes(to)), { timeout: 20_000 })
    .toBe(true);
  const found = smtp.received.find(({ recipients }) => recipients.includes(to));
  if (!found) throw new Error('no letter');
  return found;
};

test('an e-mail arrives as HTML and as text, in the brand of its reader', async () => {
  await mails.send(mailMessage);
  const first = await arrival('ana@padaria.test');
  expect(first).toMatchObject({
    subject: 'Olá, ação',
    from: { name: 'Nascente', address: 'nao-responda@nascente.test' },
    to: [{ address: 'ana@padaria.test' }],
  });
  expect(first.text).toContain('https://nascente.test/a?token=x&y="z"');
  expect(first.html).toContain('#0b6b62');
  expect(first.html).toContain('href="https://nascente.test/a?token=x&amp;y=&quot;z&quot;"');
  expect(first.html).not.toContain('<img');
  expect(first.messageId).toMatch(/^<[0-9a-f-]{36}@nascente\.test>$/);

  await mails.send({ ...mailMessage, to: 'rui@parceiro.test' });
  const second = await arrival('rui@parceiro.test');
  expect(second.html).toContain('#5b3f8c');
  expect(second.html).toContain('Painel de Energia');
  expect(second.text).toContain('--\nPainel de Energia');
  expect(second.from?.name).toBe('Painel de Energia');
  expect(`${second.html}${second.text}${second.from?.name}`).not.toMatch(/Nascente/);
});

test('text of people adds no e-mail header, no recipient and no HTML', async () => {
  await mails.send({
    ...mailMessage,
    to: 'suporte@nascente.test',
    subject: 'Oi\r\nBcc: vitima@alheia.test\n\nX: y\u2028z',
    replyTo: { name: 'Eve" <x@y.test>,\r\nBcc: vitima@alheia.test', address: 'eve@padaria.test' },
    quotation: '<script>alert(1)</script>\n<b onclick="x">',
  });
  const received = await arrival('suporte@nascente.test');
  expect(received.recipients).toEqual(['suporte@nascente.test']);
  expect(received.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(received.subject).toBe('Oi Bcc: vitima@alheia.test X: y z');
  expect(received.replyTo).toMatchObject([{ address: 'eve@padaria.test' }]);
  expect(received.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>&lt;b onclick=&quot;x&quot;&gt;');
});

test('delivers an e-mail once when the SMTP server is back', async () => {
  await smtp.stop();
  await mails.send({ ...mailMessage, to: 'depois@padaria.test' });
  await expect.poll(() => lines.join(), { timeout: 20_000 }).toContain('A letter waits to be sent');
  await smtp.start();
  await arrival('depois@padaria.test');
  const finished = async () =>
    (await database.pool.query("select distinct state from job.job where name = 'mail'")).rows;
  await expect.poll(finished, { timeout: 20_000 }).toEqual([{ state: 'completed' }]);
  expect(smtp.received.filter(({ recipients }) => recipients.includes('depois@padaria.test'))).toHaveLength(
    1,
  );
});

test('drops an e-mail refused by its recipient, and sends none that is not due', async () => {
  const count = smtp.received.length;
  await mails.send({ ...mailMessage, to: 'nobody@padaria.test' });
  await unwanted.send({ to: 'rui@padaria.test' });
  await mails.send({ ...mailMessage, to: 'ultima@padaria.test' });
  await arrival('ultima@padaria.test');
  await expect.poll(() => lines.join()).toContain('A letter was refused for good');
  expect(smtp.received).toHaveLength(count + 1);
});

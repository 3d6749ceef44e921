import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSmtpDelivery } from './mail.ts';

const DRIP_MS = 20;

test('ends the exchange with an endless SMTP server at the time limit of the e-mail', async () => {
  const closed = Promise.withResolvers<void>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write('220 devagar\r\n');
    socket.on('error', () => undefined);
    const drip = setInterval(() => socket.write('250-mais\r\n'), DRIP_MS);
    socket.on('close', () => {
      clearInterval(drip);
      closed.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const delivery = createSmtpDelivery({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'nascente@nascente.test',
    totalMs: 300,
  });
  const mailMessage = {
    brand: 'first',
    to: 'ana@nascente.test',
    subject: 'Aviso',
    heading: 'Aviso',
    paragraphs: [],
  };
  await expect(delivery.deliver(mailMessage as never, 'id')).rejects.toThrow(/abort|timeout/i);
  await closed.promise;
});

import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { allowConnections, cutConnections, followedSockets } from './open-sockets.ts';

test('ends open connections to one database and refuses new ones until they are allowed again', async () => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const open = (databaseUrl: string) => followedSockets(databaseUrl)().connect(port, '127.0.0.1');
  const [one, other] = [open('postgresql://one/a'), open('postgresql://other/a')];
  onTestFinished(() => void other.destroy());
  await Promise.all([once(one, 'connect'), once(other, 'connect')]);

  const ended = once(one, 'error');
  cutConnections('postgresql://one/a');
  expect(await ended).toMatchObject([{ code: 'ECONNRESET' }]);
  expect(other.destroyed).toBe(false);
  const [refusal] = (await once(open('postgresql://one/a'), 'error')) as [Error];
  expect(refusal.message).toContain('Connection terminated');

  allowConnections('postgresql://one/a');
  const again = open('postgresql://one/a');
  await once(again, 'connect');
  again.destroy();
});

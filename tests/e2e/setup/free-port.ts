import { once } from 'node:events';
import { createServer } from 'node:net';

async function listening() {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('the system gave no port');
  return { probe, port: address.port };
}

/** Ports that nothing listens on at this moment; all are held until all are known, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const found = await Promise.all(Array.from({ length: count }, listening));
  for (const { probe } of found) {
    probe.close();
    await once(probe, 'close');
  }
  return found.map(({ port }) => port);
}

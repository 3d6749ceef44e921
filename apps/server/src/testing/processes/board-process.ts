import { setTimeout as pause } from 'node:timers/promises';
import { normalizeMac } from '@nascente/domain/sites/boards/mac';
import mqtt from 'mqtt';
import { triLine } from '../boards/tri-line.ts';

/**
 * A board in a process of its own, to be killed by a test at any moment: sends on and on from the instant that it is told, and
 * tells by IPC each instant that was acknowledged.
 */
const [, , port = '', macText = '', key = '', first = ''] = process.argv;
const mac = normalizeMac(macText);
if (mac === null) throw new Error('not a MAC');
const EVERY_MS = 20;
const MAX_WAITING = 100;

const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
  username: mac,
  password: key,
  reconnectPeriod: 200,
  queueQoSZero: false,
});
client.on('error', () => undefined);
let waiting = 0;
for (let at = Number(first); ; at += EVERY_MS) {
  await pause(EVERY_MS);
  if (!client.connected || waiting >= MAX_WAITING) continue;
  waiting += 1;
  client
    .publishAsync(`message/${mac}`, triLine(mac, at), { qos: 1 })
    .then(() => process.send?.(at))
    .catch(() => undefined)
    .finally(() => {
      waiting -= 1;
    });
}

import { connectAsync } from 'mqtt';

/**
 * A usual consumer of other installations: subscribes to every board, collects lines, and writes them to InfluxDB. Arguments:
 * port of the broker, address of the database.
 */
const [mqttPort = '', writeTo = ''] = process.argv.slice(2);
const MAX_LINES = 5_000;
const MAX_WAIT_MS = 100;
const FIRST_FIELD = 2;

let waiting: string[] = [];
let written = 0;
let isWriting = false;

/** `mac,instant,field,…` as a point without missing values. */
const pointOf = (line: string): string => {
  const [mac = '', instant, ...fields] = line.split(',');
  const measured = fields.flatMap((field, index) => (field === '' ? [] : `f${index + FIRST_FIELD}=${field}`));
  return `reading,mac=${mac.replaceAll(':', '')} ${measured.join(',')} ${instant}`;
};

const write = async (): Promise<void> => {
  if (isWriting || waiting.length === 0) return;
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting.slice(0, MAX_LINES);
    waiting = waiting.slice(MAX_LINES);
    const answer = await fetch(writeTo, { method: 'POST', body: batch.join('\n') });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    written += batch.length;
  }
  isWriting = false;
};

const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { clientId: 'consumer', clean: true });
client.on('message', (_topic, payload) => {
  waiting.push(pointOf(payload.toString()));
  if (waiting.length >= MAX_LINES) void write();
});
setInterval(() => void write(), MAX_WAIT_MS);
await client.subscribeAsync('message/#', { qos: 1 });
process.on('message', () => process.send?.({ written }));
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });

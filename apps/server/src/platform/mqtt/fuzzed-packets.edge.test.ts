import { test } from 'vitest';
import { fuzzBroker } from '../../testing/fuzz/fuzz-broker.ts';

/** `npm run faults` sends many more. */
const TALKS = 800;

test('broken MQTT over TCP and WebSocket, before and after sign-in, does not disturb another board', async () => {
  await fuzzBroker(TALKS);
});

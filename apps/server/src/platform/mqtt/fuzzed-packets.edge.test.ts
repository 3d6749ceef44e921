import { test } from 'vitest';
import { fuzzBroker } from '../../testing/fuzz/fuzz-broker.ts';

/** `npm run faults` says many more. */
const TALKS = 800;

test('broken MQTT, over TCP and WebSocket, before and after a sign-in, costs another board nothing, and ends', async () => {
  await fuzzBroker(TALKS);
});

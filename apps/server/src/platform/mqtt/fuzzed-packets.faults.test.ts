import { expect, test } from 'vitest';
import { fuzzBroker } from '../../testing/fuzz/fuzz-broker.ts';

const TALKS = 40_000;
const MOST_BYTES = 200_000_000;

test('forty thousand connections of broken MQTT cost another board nothing, and keep no memory', async ({
  annotate,
}) => {
  const { moreBytes } = await fuzzBroker(TALKS);
  await annotate(`${TALKS} connections; memory + ${(moreBytes / 1e6).toFixed(0)} MB`);
  expect(moreBytes).toBeLessThan(MOST_BYTES);
});

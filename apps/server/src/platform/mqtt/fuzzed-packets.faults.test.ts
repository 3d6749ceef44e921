import { expect, test } from 'vitest';
import { fuzzBroker } from '../../testing/fuzz/fuzz-broker.ts';

const TALKS = Number(process.env.TALKS ?? 40_000);
const MAX_BYTES = 50_000_000;

test('tens of thousands of broken MQTT connections disturb no board and leave no memory behind', async ({
  annotate,
}) => {
  const { moreBytes } = await fuzzBroker(TALKS);
  await annotate(`${TALKS} connections; memory + ${(moreBytes / 1e6).toFixed(0)} MB`);
  expect(moreBytes).toBeLessThan(MAX_BYTES);
});

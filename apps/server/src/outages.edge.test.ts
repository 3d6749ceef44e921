import { expect, test } from 'vitest';
import { fillTheDisk, slowTheDisk, useUpConnections } from './testing/processes/outages.ts';

/** `npm run faults` lets each last for a minute. */
test('a disk without room stops acknowledgements and no process, and room brings all of it back', async () => {
  const { sent } = await fillTheDisk(0);
  expect(sent).toBeGreaterThan(0);
}, 240_000);

test('while every connection to the database is taken calls end, and boards lose nothing', async () => {
  const { backMs } = await useUpConnections(0);
  expect(backMs).toBeGreaterThanOrEqual(0);
}, 240_000);

test('a slow disk lets boards wait for what they send, and loses nothing', async () => {
  const { medianMs } = await slowTheDisk(0);
  expect(medianMs).toBeGreaterThan(50);
}, 240_000);

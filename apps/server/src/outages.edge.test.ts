import { expect, test } from 'vitest';
import { fillTheDisk, slowTheDisk, useUpConnections } from './testing/processes/outages.ts';

/** `npm run faults` lets each last for a minute. */
test('a full disk stops acknowledgements but no process, and everything resumes with free space', async () => {
  const { sent } = await fillTheDisk(0);
  expect(sent).toBeGreaterThan(0);
}, 240_000);

test('while every database connection is in use calls end, and boards lose nothing', async () => {
  const { backMs } = await useUpConnections(0);
  expect(backMs).toBeGreaterThanOrEqual(0);
}, 240_000);

test('a slow disk delays acknowledgements and loses nothing', async () => {
  const { medianMs } = await slowTheDisk(0);
  expect(medianMs).toBeGreaterThan(50);
}, 240_000);

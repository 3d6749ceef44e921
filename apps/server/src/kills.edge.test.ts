import { expect, test } from 'vitest';
import { killInRounds } from './testing/processes/kill-rounds.ts';

/** One of each; `npm run faults` goes on for two hundred. */
const ROUNDS = 4;

test('loses and repeats no acknowledged message when server, database, process and board are killed under load', async () => {
  const { sent, mortal, waits } = await killInRounds(ROUNDS);
  expect(Math.min(sent, mortal)).toBeGreaterThan(0);
  expect(waits).toHaveLength(ROUNDS);
}, 240_000);

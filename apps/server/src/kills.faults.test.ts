import { expect, test } from 'vitest';
import { killInRounds } from './testing/processes/kill-rounds.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 200);
const BACK_WITHIN_MS = 10_000;
const MAX_BYTES = 1_000_000_000;
const MAX_ROUND_MS = 60_000;

test(
  'loses no acknowledged message after kills at any moment, and answers again within ten seconds',
  async ({ annotate }) => {
    const { sent, mortal, waits, maxBytes } = await killInRounds(ROUNDS);
    const [median = 0, maxLength = 0] = [waits[Math.floor(waits.length / 2)], waits.at(-1)];
    await annotate(
      `${ROUNDS} kills, ${sent} and ${mortal} messages acknowledged; the next one after ${median} ms (median), ` +
        `${maxLength} ms at most; server at most ${(maxBytes / 1e6).toFixed(0)} MB`,
    );
    expect(maxLength).toBeLessThan(BACK_WITHIN_MS);
    expect(maxBytes).toBeLessThan(MAX_BYTES);
  },
  ROUNDS * MAX_ROUND_MS,
);

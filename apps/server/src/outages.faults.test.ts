import { expect, test } from 'vitest';
import { fillTheDisk, slowTheDisk, useUpConnections } from './testing/processes/outages.ts';

const LASTING_MS = 60_000;
const BACK_WITHIN_MS = 10_000;

test.for([
  ['a disk without room', fillTheDisk],
  ['no connection left to the database', useUpConnections],
] as const)(
  '%s for a minute loses nothing, and everything resumes within ten seconds',
  async ([, outage], { annotate }) => {
    const { backMs } = await outage(LASTING_MS);
    await annotate(`the next message was acknowledged after ${backMs} ms`);
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  },
);

test('a slow disk for a minute delays boards, loses nothing, and recovers within ten seconds', async ({
  annotate,
}) => {
  const { backMs, medianMs, longestMs } = await slowTheDisk(LASTING_MS);
  await annotate(
    `acknowledged after ${medianMs} ms (median), ${longestMs} ms at most; the next one after ${backMs} ms`,
  );
  expect(longestMs).toBeLessThan(BACK_WITHIN_MS);
  expect(backMs).toBeLessThan(BACK_WITHIN_MS);
});

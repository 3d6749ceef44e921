import { expect, test } from 'vitest';
import { fillTheDisk, useUpConnections } from './testing/outages.ts';

const LASTING_MS = 60_000;
const BACK_WITHIN_MS = 10_000;

test.for([
  ['a disk without room', fillTheDisk],
  ['no connection left to the database', useUpConnections],
] as const)(
  '%s for a minute loses nothing, and all is back within ten seconds',
  async ([, outage], { annotate }) => {
    const { backMs } = await outage(LASTING_MS);
    await annotate(`the next message was acknowledged after ${backMs} ms`);
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  },
);

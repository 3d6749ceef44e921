import fc from 'fast-check';
import { expect, test } from 'vitest';
import { failOver } from './testing/processes/fail-over.ts';

const FAIL_OVERS = Number(process.env.FAIL_OVERS ?? 10);
const BACK_WITHIN_MS = 10_000;
const moments = fc.sample(
  fc.record({ killAfterMs: fc.nat({ max: 3_000 }), promoteAfterMs: fc.nat({ max: 5_000 }) }),
  { numRuns: FAIL_OVERS, seed: Number(fc.readConfigureGlobal().seed ?? 0) },
);

test.for(moments)(
  'accepts messages again after a kill at $killAfterMs ms and a promotion $promoteAfterMs ms later',
  { timeout: 300_000 },
  async (moment, { annotate }) => {
    const { backMs, sent } = await failOver(moment);
    await annotate(`${sent} messages acknowledged; the next one ${backMs} ms after the promotion`);
    expect(backMs).toBeLessThan(BACK_WITHIN_MS);
  },
);

import { expect, test } from 'vitest';
import { failOver } from './testing/processes/fail-over.ts';

test('the primary is killed under load and its standby promoted: everything acknowledged is stored once', async () => {
  const { backMs, sent } = await failOver({ killAfterMs: 500, promoteAfterMs: 300 });
  expect(sent).toBeGreaterThan(50);
  expect(backMs).toBeLessThan(20_000);
}, 180_000);

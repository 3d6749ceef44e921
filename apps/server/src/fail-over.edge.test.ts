import { expect, test } from 'vitest';
import { failOver } from './testing/processes/fail-over.ts';

test('stores every acknowledged message once when the primary is killed and its standby promoted', async () => {
  const { backMs, sent } = await failOver({ killAfterMs: 500, promoteAfterMs: 300 });
  expect(sent).toBeGreaterThan(50);
  expect(backMs).toBeLessThan(20_000);
}, 180_000);

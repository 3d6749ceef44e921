// npm run check: everything that can be said about the code without running it.

import { runChecks } from './checks/check-steps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';

await withOneLineErrors(async () => {
  ensureInstalled();
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

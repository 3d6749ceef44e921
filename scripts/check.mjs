// npm run check: everything that can be said about the code without running it.
import { ensureInstalled } from './ensure-installed.mjs';
import { runChecks } from './steps/check-steps.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

await toldPlainly(async () => {
  ensureInstalled();
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

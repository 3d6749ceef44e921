// npm run faults: attacks and outages that take minutes, on servers of their own. The short ones are part of npm test.
import { ensureInstalled } from './ensure-installed.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { runVitest } from './steps/test-runners.mjs';

await withOneLineErrors(async () => {
  ensureInstalled();
  const { passed, failed } = await runVitest(['faults']);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

// npm test: the whole gate, from a clean clone. Its last line is the sum of everything that was run.

import { runChecks } from './checks/check-steps.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { runNode } from './steps/run-program.mjs';
import { ensureSystemPrograms } from './steps/system-programs.mjs';
import { runPlaywright, runVitest } from './steps/test-runners.mjs';

/** The build, and whether its first screens are as light as they must be. */
const built = async () => {
  await buildWeb();
  const { code } = await runNode(['apps/web/scripts/bundle-size.mjs']);
  return code === 0 ? { passed: 2, failed: 0 } : { passed: 1, failed: 1 };
};

const rings = (chromium) => [
  ['check', runChecks],
  ['unit', () => runVitest(['unit-utc', 'unit-new-york'], { coverage: true })],
  ['server', () => runVitest(['server'])],
  ['web', () => runVitest(['web'])],
  ['database and edge', () => runVitest(['database'])],
  ['build', built],
  ['browser', () => runPlaywright(chromium)],
];

const attempt = async (run) => {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  }
};

await withOneLineErrors(async () => {
  ensureInstalled();
  const { chromium } = await ensureSystemPrograms();
  const sum = { passed: 0, failed: 0 };
  const account = [];
  for (const [name, run] of rings(chromium)) {
    console.log(`\n── ${name}`);
    const startedAt = performance.now();
    const { passed, failed } = await attempt(run);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    account.push(
      `${failed === 0 ? '✓' : '✗'} ${name.padEnd(18)} ${passed} passed, ${failed} failed, ${seconds} s`,
    );
    sum.passed += passed;
    sum.failed += failed;
  }
  console.log(`\n${account.join('\n')}\n`);
  console.log(`${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
});

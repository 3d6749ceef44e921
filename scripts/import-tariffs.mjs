// npm run import-tariffs -- FILE [--store]: the open tariff and flag files of ANEEL. -- --help says more.
import { ensureInstalled } from './ensure-installed.mjs';
import { runNode } from './steps/run-program.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

// Rows live for a moment only: a small young space keeps the whole file of ANEEL below 200 MB of memory.
await toldPlainly(async () => {
  ensureInstalled();
  const { code } = await runNode([
    '--max-semi-space-size=4',
    'apps/server/src/import-tariffs.ts',
    ...process.argv.slice(2),
  ]);
  return code;
});

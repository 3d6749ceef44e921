// npm run backup -- FILE: all that the database holds, into one file, also while the server runs. -- --help says more.
import { ensureInstalled } from './ensure-installed.mjs';
import { runNode } from './steps/run-program.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

await toldPlainly(async () => {
  ensureInstalled();
  const { code } = await runNode(['apps/server/src/backup.ts', ...process.argv.slice(2)]);
  return code;
});

// npm run restore -- FILE: an empty database from such a file. -- --help says more.
import { ensureInstalled } from './ensure-installed.mjs';
import { runNode } from './steps/run-program.mjs';
import { toldPlainly } from './steps/told-plainly.mjs';

await toldPlainly(async () => {
  ensureInstalled();
  const { code } = await runNode(['apps/server/src/restore.ts', ...process.argv.slice(2)]);
  return code;
});

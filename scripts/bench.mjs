// npm run bench [name…]: the measurements of bench/, all of them or those named, under the server's own flags. Each can be
// run alone as well.
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureInstalled } from './ensure-installed.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { runNode } from './steps/run-program.mjs';
import { serverFlags } from './steps/server-program.mjs';
import { root } from './steps/toolchain.mjs';

const ENDING = '.bench.ts';

await withOneLineErrors(async () => {
  ensureInstalled();
  const files = new Map(
    readdirSync(join(root, 'bench'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith(ENDING) && !file.includes('node_modules'))
      .map((file) => [basename(file, ENDING), join('bench', file)]),
  );
  const there = [...files.keys()].sort();
  const requested = process.argv.slice(2);
  const unknown = requested.filter((name) => !there.includes(name));
  if (unknown.length > 0)
    throw new Error(`No such bench: ${unknown.join(', ')}. There are: ${there.join(', ')}.`);
  let failed = 0;
  for (const name of requested.length > 0 ? requested : there) {
    console.log(`\n${name}`);
    const { code } = await runNode([...serverFlags, files.get(name)]);
    if (code !== 0) failed += 1;
  }
  return failed === 0 ? 0 : 1;
});

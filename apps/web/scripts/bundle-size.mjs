// Measures what a first load costs, gzipped, and refuses more than the budgets of the product's design.
// Usage: node apps/web/scripts/bundle-size.mjs [dist directory]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1000;
/** By the names that `bundling/chunks.ts` gives; `index` is the entry, which `base` and so the login belong to. */
const LOGIN = ['index'];
const HOME = ['index', 'calls', 'inside', 'figures'];

const budgets = [
  { name: 'login, script', chunks: LOGIN, kind: 'js', limit: 150 * KB },
  { name: 'login, style', chunks: LOGIN, kind: 'css', limit: 20 * KB },
  { name: 'home before charts, script', chunks: HOME, kind: 'js', limit: 230 * KB },
];

/** The chunks that are there before the screen is: all static imports, no dynamic ones. */
const chunksOf = (manifest, names) => {
  const found = new Set();
  const visit = (key) => {
    if (found.has(key)) return;
    found.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const name of names) {
    const [key] = Object.entries(manifest).find(([, chunk]) => chunk.name === name) ?? [];
    if (key === undefined) throw new Error(`The build has no chunk ${name}: was it renamed?`);
    visit(key);
  }
  return [...found].map((key) => manifest[key]);
};

const filesOf = (chunks, kind) =>
  new Set(kind === 'css' ? chunks.flatMap(({ css = [] }) => css) : chunks.map(({ file }) => file));

const dist = process.argv[2] ?? join(import.meta.dirname, '..', 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
const gzipped = (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

let isTooLarge = false;
for (const { name, chunks, kind, limit } of budgets) {
  const size = [...filesOf(chunksOf(manifest, chunks), kind)].reduce((sum, file) => sum + gzipped(file), 0);
  isTooLarge ||= size > limit;
  const verdict = size > limit ? 'too large' : 'ok';
  process.stdout.write(`${name}: ${(size / KB).toFixed(1)} kB of ${limit / KB} kB, ${verdict}\n`);
}
process.exit(isTooLarge ? 1 : 0);

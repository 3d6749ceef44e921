import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './toolchain.mjs';

/** What can depend on the zone of the machine: nothing else in these packages knows of a clock or a zone. */
const TOUCHES_TIME = /\bDate\b|\bIntl\.|\.toLocale|process\.env\.TZ/;
const IMPORT = /\bfrom '([^']+)'/g;

const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

const touchesTime = (path) =>
  existsSync(path) && TOUCHES_TIME.test(withoutComments(readFileSync(path, 'utf8')));

/** The file of one of our packages that a specifier means; null: somebody else's. */
const fileOf = (from, specifier) => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [, name, path] = /^@nascente\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return name === undefined ? null : join(root, `packages/${name}/src/${path}.ts`);
};

const importsOf = (path) =>
  [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .map(([, specifier]) => fileOf(path, specifier))
    .filter((file) => file !== null);

const testsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join(folder, path));

/**
 * The tests that a second zone can tell something: they, or a module that they import, ask `Date` or `Intl`. Everything else
 * reaches a clock only through such a module, whose own tests are among these.
 */
export const testsOfTime = (folders) =>
  folders.flatMap(testsIn).filter((test) => {
    const path = join(root, test);
    return touchesTime(path) || importsOf(path).some(touchesTime);
  });

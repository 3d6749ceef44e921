import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-program.mjs';
import { root, scriptOf } from './toolchain.mjs';

const SOURCES = ['apps/web', 'packages', 'package-lock.json'];
const NOT_SOURCES = new Set(['node_modules', 'dist', 'coverage']);

const newest = (path) => {
  const entry = statSync(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  return Math.max(
    0,
    ...readdirSync(path)
      .filter((name) => !NOT_SOURCES.has(name) && !name.includes('.test.'))
      .map((name) => newest(join(path, name))),
  );
};

const isBuilt = () => {
  const page = join(root, 'apps/web/dist/index.html');
  if (!existsSync(page)) return false;
  const builtAt = statSync(page).mtimeMs;
  return SOURCES.every((source) => newest(join(root, source)) <= builtAt);
};

/** Builds the web application, unless it is newer than its sources. */
export const buildWeb = async () => {
  if (isBuilt()) return;
  console.log('Building the web application…');
  const { code, output } = await runNode([scriptOf('vite'), 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'apps/web'),
    quiet: true,
  });
  if (code !== 0) throw new Error(`The web application could not be built.\n${output}`);
};

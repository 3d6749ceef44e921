import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './toolchain.mjs';

const FOLDERS = ['packages', 'apps', 'bench', 'tests', 'scripts'];
const SKIPPED = new Set([
  'node_modules',
  'dist',
  'coverage',
  'test-results',
  'fixtures',
  'migrations',
  'generated',
]);

const walk = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : walk(path);
    return [path.split(sep).join('/')];
  });

/** Paths below the root of every file that people write. */
export const writtenFiles = () => FOLDERS.flatMap(walk);

/** Program text: path, text and number of lines. */
export const sourceFiles = () =>
  writtenFiles()
    .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, lines: text.split('\n').length - 1 };
    });

export const isTest = (path) => /\.(test|spec)\.tsx?$/.test(path) || path.startsWith('tests/');

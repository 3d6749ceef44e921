import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from '../steps/run-program.mjs';
import { root, scriptOf } from '../steps/toolchain.mjs';

const CHECKED = ['apps', 'packages', 'bench', 'tests'].map((folder) => join(root, folder));
const MIN_FILES = 2_000;

/** Files that must be reported: a wrong type, a missing library, syntax that Node does not erase, a forgotten promise. */
const PLANTED = {
  'wrong-type.ts': ['export const planted: string = 1;', 'TS2322'],
  'browser-library.ts': ['export const planted = document.title;', 'TS2584'],
  'enumeration.ts': ['export enum Planted { First }', 'TS1294'],
  'forgotten-promise.ts': ['Promise.resolve(1).then(String);', 'no-floating-promises'],
};

const runOxlint = (paths) =>
  runNode(
    [
      scriptOf('oxlint'),
      '--type-aware',
      '--type-check',
      '--deny-warnings',
      '--config',
      join(root, '.oxlintrc.json'),
      ...paths,
    ],
    { quiet: true },
  );

/** Planted faults that the program fails to report under the settings of the packages. */
const missedPlants = async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nascente-types-')));
  try {
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }),
    );
    for (const [name, [text]] of Object.entries(PLANTED)) writeFileSync(join(folder, name), text);
    const { output } = await runOxlint([folder]);
    return Object.entries(PLANTED).flatMap(([name, [, report]]) => (output.includes(report) ? [] : [name]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Types by each package's tsconfig.json, and the rules that need them: forgotten promises, exhaustive switches. */
export const checkTypes = async () => {
  const missed = await missedPlants();
  const { code, output } = await runOxlint(CHECKED);
  const files = Number(/on (\d+) files/.exec(output)?.[1] ?? 0);
  return {
    note: `${files} files`,
    faults: [
      ...missed.map((name) => `oxlint does not report the planted '${name}'`),
      ...(files < MIN_FILES ? [`oxlint looked at ${files} files`] : []),
      ...(code === 0 ? [] : [output.trim()]),
    ],
  };
};

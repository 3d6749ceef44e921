import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNode } from '../steps/run-program.mjs';
import { root, scriptOf } from '../steps/toolchain.mjs';

const workspace = (exports) => JSON.stringify({ name: '@nascente/planted', type: 'module', exports });

/** A small repository with an unused export, an unused file and an unused dependency, under the same configuration. */
const PLANTED = {
  'package.json': JSON.stringify({ name: 'planted', type: 'module', workspaces: ['packages/*', 'apps/*'] }),
  'packages/domain/package.json': workspace({ './*': './src/*.ts' }),
  'packages/domain/src/a.ts': 'export const used = 1; export const unusedExport = 2;',
  'apps/server/package.json': JSON.stringify({
    name: '@nascente/server',
    type: 'module',
    main: './src/main.ts',
    dependencies: { '@nascente/planted': '0.1.0', 'unused-dependency': '1.0.0' },
  }),
  'apps/server/src/main.ts':
    "import { used } from '../../../packages/domain/src/a.ts'; console.log(used, '@nascente/planted');",
  'apps/server/src/unused-file.ts': 'const alone = 1; console.log(alone);',
};

const PLANTED_NAMES = ['unusedExport', 'unused-file.ts', 'unused-dependency'];

/** Entry files of packages are checked too: their export maps make every file an entry. */
const runKnip = (directory) =>
  runNode([scriptOf('knip'), '--include-entry-exports', '--no-progress', '--directory', directory], {
    quiet: true,
  });

/** Names that knip fails to report in the planted repository. */
const missedPlants = async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nascente-unused-')));
  try {
    for (const [path, text] of Object.entries(PLANTED)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    copyFileSync(join(root, 'knip.json'), join(folder, 'knip.json'));
    const { output } = await runKnip(folder);
    return PLANTED_NAMES.filter((name) => !output.includes(name));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Unused files, exports and dependencies, and imports of packages that package.json does not list. */
export const checkUnused = async () => {
  const { code, output } = await runKnip(root);
  const missed = await missedPlants();
  return {
    faults: [
      ...missed.map((name) => `knip does not report the planted '${name}'`),
      ...(code === 0 ? [] : [output.trim()]),
    ],
  };
};

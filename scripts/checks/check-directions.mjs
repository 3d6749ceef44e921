import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNode } from '../steps/run-program.mjs';
import { root, scriptOf } from '../steps/toolchain.mjs';

/** dependency-cruiser passes on nothing at all, so the check asserts that it looked at the whole house. */
const MINIMUM_MODULES = 100;
const MINIMUM_CROSSINGS = 10;
const HOUSES = ['packages', 'apps', 'bench', 'tests', 'scripts'];

/** Small houses with one fault each: the rule that must find it. */
const PLANTED = [
  ['no-unresolvable', { 'scripts/a.mjs': "import './absent.mjs';" }],
  [
    'no-cycles',
    { 'packages/domain/src/a.ts': "import './b.ts';", 'packages/domain/src/b.ts': "import './a.ts';" },
  ],
  [
    'domain-is-pure',
    {
      'packages/domain/src/a.ts': "import type { X } from '@nascente/contract/x'; export type A = X;",
      'packages/contract/src/x.ts': 'export type X = 1;',
    },
  ],
  ...['packages/domain', 'packages/contract', 'apps/server', 'apps/web'].map((workspace) => [
    'areas-in-order',
    {
      [`${workspace}/src/sites/groups/a.ts`]:
        "import { b } from '../../energy/groups/b.ts'; export const a = b;",
      [`${workspace}/src/energy/groups/b.ts`]: 'export const b = 1;',
    },
  ]),
  [
    'web-features-never-meet',
    {
      'apps/web/src/insight/home/a.tsx': "import { b } from '../../people/session/b.ts'; export const a = b;",
      'apps/web/src/people/session/b.ts': 'export const b = 1;',
    },
  ],
  [
    'server-features-meet-at-their-index',
    {
      'apps/server/src/connections/live/a.ts':
        "import { b } from '../../telemetry/ingest/b.ts'; export const a = b;",
      'apps/server/src/telemetry/ingest/b.ts': 'export const b = 1;',
    },
  ],
  [
    'packages-stand-alone',
    {
      'packages/message-log/src/a.ts': "import type { X } from '@nascente/contract/x'; export type A = X;",
      'packages/contract/src/x.ts': 'export type X = 1;',
    },
  ],
  [
    'charts-know-domain-only',
    {
      'packages/charts/src/a.ts': "import type { X } from '@nascente/contract/x'; export type A = X;",
      'packages/contract/src/x.ts': 'export type X = 1;',
    },
  ],
  [
    'used-by-product',
    {
      'apps/web/src/shared/a.ts': 'export const a = 1;',
      'apps/web/src/shared/x.test.ts': "import './a.ts';",
    },
  ],
  [
    'no-test-in-the-product',
    {
      'apps/web/src/insight/home/a.tsx': "import { b } from './testing/b.ts'; export const a = b;",
      'apps/web/src/insight/home/testing/b.ts': 'export const b = 1;',
    },
  ],
  [
    'only-operator-knows-server',
    {
      'apps/web/src/a.ts': "import { b } from '../../server/src/b.ts'; export const a = b;",
      'apps/server/src/b.ts': 'export const b = 1;',
    },
  ],
];

const cruise = async (folder) => {
  const config = join(root, '.dependency-cruiser.cjs');
  const args = [
    scriptOf('dependency-cruiser', 'depcruise'),
    ...HOUSES,
    '--config',
    config,
    '--output-type',
    'json',
  ];
  const { output } = await runNode(args, { cwd: folder, quiet: true });
  const start = output.indexOf('{');
  if (start < 0) throw new Error(output);
  return JSON.parse(output.slice(start));
};

const plantedFaults = async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'nascente-planted-')));
  try {
    for (const name of HOUSES) mkdirSync(join(folder, name));
    mkdirSync(join(folder, 'node_modules/@nascente'), { recursive: true });
    for (const name of ['domain', 'contract']) {
      mkdirSync(join(folder, 'packages', name));
      const description = { name: `@nascente/${name}`, type: 'module', exports: { './*': './src/*.ts' } };
      writeFileSync(join(folder, 'packages', name, 'package.json'), JSON.stringify(description));
      symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@nascente', name), 'junction');
    }
    for (const [index, [, files]] of PLANTED.entries()) {
      for (const [path, text] of Object.entries(files)) {
        // Each house in files of its own, so that one fault does not hide another.
        const named = (name) =>
          name.replace(/\/([abx])\.(tsx?)/g, `/$1${index}.$2`).replace(/contract\/x/, `contract/x${index}`);
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, named(path)), named(text));
      }
    }
    const { summary } = await cruise(folder);
    const found = new Set(summary.violations.map(({ rule }) => rule.name));
    return PLANTED.filter(([rule]) => !found.has(rule)).map(
      ([rule]) => `rule ${rule} let a planted breach pass`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const isCrossing = (from, { module: name, resolved }) =>
  name.startsWith('@nascente/') && resolved.startsWith('packages/') && !from.startsWith('packages/');

/** Direction of imports and cycles, after the rules have shown that they bite. */
export const checkDirections = async () => {
  const { modules, summary } = await cruise(root);
  const own = modules.filter(({ source }) => !source.includes('node_modules/'));
  const crossings = own.flatMap(({ source, dependencies }) =>
    dependencies.filter((to) => isCrossing(source, to)),
  );
  const faults = [
    ...(await plantedFaults()),
    ...summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`),
  ];
  if (own.length < MINIMUM_MODULES) faults.push(`only ${own.length} modules were looked at`);
  if (crossings.length < MINIMUM_CROSSINGS)
    faults.push(`only ${crossings.length} imports of packages were resolved`);
  return { faults, note: `${own.length} modules, ${crossings.length} imports of packages` };
};

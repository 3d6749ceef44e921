import { join } from 'node:path';
import { normalizePath } from 'vite';
import { expect, it } from 'vitest';
import { chunkGroups } from './chunks.ts';

const sources = normalizePath(join(import.meta.dirname, '../src'));

interface Module {
  readonly imports?: readonly string[];
  readonly onDemand?: boolean;
}

/** A small application: what each module imports, by names under src, and which are imported on demand. */
const application: Readonly<Record<string, Module>> = {
  'app/main.tsx': { imports: ['shared/ui/icon.tsx', '/node_modules/react/index.js'] },
  'people/session/login-page.tsx': {
    imports: ['shared/ui/icon.tsx', 'people/session/form.tsx'],
    onDemand: true,
  },
  'people/session/sign-in.ts': {
    imports: ['shared/session-state/signed-in.ts', 'people/session/ways-in.ts'],
    onDemand: true,
  },
  'app/shell/shell.tsx': {
    imports: ['app/shell/drawer.tsx', 'shared/session-state/signed-in.ts'],
    onDemand: true,
  },
  'insight/home/home-page.tsx': {
    imports: ['shared/charts/bars.ts', 'app/shell/drawer.tsx'],
    onDemand: true,
  },
  'people/sign-up/sign-up-page.tsx': { imports: ['shared/forms/form.tsx'], onDemand: true },
  'energy/consumption/meter-page.tsx': {
    imports: ['shared/charts/bars.ts', 'energy/consumption/day.tsx'],
    onDemand: true,
  },
  'money/bills/cycle-bill/bill-page.tsx': { imports: ['money/bills/lines.tsx'], onDemand: true },
  'sites/groups/list.tsx': {},
  'shared/ui/icon.tsx': {},
  'people/session/form.tsx': {},
  'shared/session-state/signed-in.ts': { imports: ['shared/api-client.ts'] },
  'shared/api-client.ts': {},
  'people/session/ways-in.ts': {},
  'app/shell/drawer.tsx': {},
  'shared/charts/bars.ts': { imports: ['shared/charts/geometry.ts'] },
  'shared/charts/geometry.ts': { imports: ['shared/charts/bars.ts'] },
  'shared/forms/form.tsx': {},
  'energy/consumption/day.tsx': {},
  'money/bills/lines.tsx': { imports: ['energy/consumption/day.tsx'] },
};

const address = (name: string) => (name.startsWith('/') ? name : `${sources}/${name}`);

const chunkOf = (name: string, modules = application): string | null => {
  const moduleByAddress = new Map(Object.entries(modules).map(([path, module]) => [address(path), module]));
  const getModuleInfo = (id: string) => {
    const module = moduleByAddress.get(id);
    if (module === undefined) return null;
    const importedIds = (module.imports ?? []).map(address);
    return { importedIds, dynamicImporters: module.onDemand ? [address('app/main.tsx')] : [] };
  };
  const graph = { getModuleInfo } as unknown as Parameters<ReturnType<typeof chunkGroups>[number]['name']>[1];
  const names = chunkGroups(sources).map((group) => group.name(address(name), graph));
  return names.find((one) => one !== null) ?? null;
};

it.each([
  ['shared/ui/icon.tsx', 'base'],
  ['people/session/form.tsx', 'base'],
  ['shared/api-client.ts', 'calls'],
  ['app/shell/drawer.tsx', 'inside'],
  ['shared/charts/geometry.ts', 'figures'],
  ['shared/forms/form.tsx', 'forms'],
  ['energy/consumption/day.tsx', 'meter'],
  ['money/bills/lines.tsx', 'bill'],
])('puts %s into %s, the chunk of the first screen that imports it', (name, chunk) => {
  expect(chunkOf(name)).toBe(chunk);
});

it('leaves libraries and modules without such a screen to the bundler', () => {
  const others = ['sites/groups/list.tsx', 'people/session/ways-in.ts', '/node_modules/react/index.js'];
  expect(others.map((name) => chunkOf(name))).toEqual([null, null, null]);
});

it('puts a screen on demand into its chunk, and leaves the entry its file', () => {
  const screens = Object.keys(application).filter((name) => application[name]?.onDemand);
  expect(screens.map((name) => chunkOf(name))).toEqual([
    'base',
    null,
    'inside',
    'figures',
    'forms',
    'meter',
    'bill',
  ]);
  expect(chunkOf('app/main.tsx')).toBeNull();
});

it('refuses a screen that was moved', () => {
  const { 'money/bills/cycle-bill/bill-page.tsx': _moved, ...rest } = application;
  expect(() => chunkOf('shared/ui/icon.tsx', rest)).toThrow('money/bills/cycle-bill/bill-page.tsx');
});

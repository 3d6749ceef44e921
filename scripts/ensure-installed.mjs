// Installs the npm packages when they are missing or differ from package-lock.json. Asks nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environment, findNode, root } from './steps/toolchain.mjs';

const packagesOf = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

/** npm keeps its own account of what it installed, written last: what it lacks is not installed. */
const isInstalled = () => {
  const account = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(account)) return false;
  const installed = packagesOf(account);
  return Object.entries(packagesOf(join(root, 'package-lock.json')))
    .filter(([path, wanted]) => path.includes('node_modules/') && !wanted.optional)
    .every(([path, wanted]) => installed[path]?.version === wanted.version);
};

const npm = () => {
  const script = process.env.npm_execpath;
  return script && /\.c?js$/.test(script)
    ? [process.env.npm_node_execpath ?? process.execPath, script]
    : ['npm'];
};

/** Installs what is missing and answers the path of the Node to run everything on. */
export const ensureInstalled = () => {
  if (!isInstalled()) {
    console.log('Installing packages…');
    const [command, ...script] = npm();
    const args = [
      ...script,
      'ci',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ];
    const { status, error } = spawnSync(command, args, {
      cwd: root,
      env: environment(),
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: command === 'npm' && process.platform === 'win32',
    });
    if (error || status !== 0) throw new Error(`npm ci failed${error ? `: ${error.message}` : ''}.`);
  }
  return findNode();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) ensureInstalled();

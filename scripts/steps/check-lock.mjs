import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/** Optional packages that a package of the lock file names, and that it does not hold. */
export const missingFromLock = ({ packages }) =>
  Object.entries(packages)
    .filter(([path]) => path.startsWith('node_modules/'))
    .flatMap(([path, parent]) =>
      Object.entries(parent.optionalDependencies ?? {})
        .filter(([name]) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
        .map(([name, version]) => ({ name, version: version.replace(/^[\^~]/, ''), parent })),
    );

/** A lock file that `npm ci` takes on every platform, and that names no registry of anybody's. */
export const checkLock = () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const missing = missingFromLock(JSON.parse(text));
  const faults = missing.map(({ name }) => `${name} is missing: node scripts/complete-lock.mjs adds it`);
  if (/"resolved": "https?:/.test(text))
    faults.push('it names a registry: npm config omit-lockfile-registry-resolved');
  return { faults };
};

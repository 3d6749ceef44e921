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

/** Packages that the lock file does not know by exactly one hash of their content. */
export const withoutOneHash = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path, { version, optional, os, integrity }]) => ({
      path,
      name: path.split('node_modules/').at(-1),
      version,
      // A registry may not bring what only other systems use: such a package is checked where it is installed.
      isOfOnePlatform: optional === true && os !== undefined && integrity === undefined,
    }));

/** A lock file that `npm ci` takes on every platform, and that names no registry of anybody's. */
export const checkLock = () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const lock = JSON.parse(text);
  const told = 'node scripts/complete-lock.mjs adds it';
  const faults = [
    ...missingFromLock(lock).map(({ name }) => `${name} is missing: ${told}`),
    ...withoutOneHash(lock)
      .filter(({ isOfOnePlatform }) => !isOfOnePlatform)
      .map(({ path }) => `${path} has not exactly one hash of its content: ${told}`),
  ];
  if (/"resolved": "https?:/.test(text))
    faults.push('it names a registry: npm config omit-lockfile-registry-resolved');
  return { faults };
};

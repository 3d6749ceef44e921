import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps/toolchain.mjs';

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
    .map(([path, { version }]) => ({ path, name: path.split('node_modules/').at(-1), version }));

/** Faults of a lock file that has been read. */
const faultsOfLock = (lock) => {
  const remedy = 'node scripts/complete-lock.mjs adds it';
  return [
    ...missingFromLock(lock).map(({ name }) => `${name} is missing: ${remedy}`),
    ...withoutOneHash(lock).map(({ path }) => `${path} has not exactly one hash of its content: ${remedy}`),
  ];
};

/** The check must bite: of what is planted it finds all but the first. */
const isBlind = () => {
  const hash = `sha512-${'A'.repeat(86)}==`;
  const packages = {
    'node_modules/right': { version: '1.0.0', integrity: hash },
    'node_modules/none': { version: '1.0.0' },
    'node_modules/elsewhere': { version: '1.0.0', optional: true, os: ['aix'] },
    'node_modules/twice': { version: '1.0.0', integrity: `${hash} ${hash}` },
    'node_modules/parent': { version: '1.0.0', integrity: hash, optionalDependencies: { absent: '1.0.0' } },
  };
  const found = faultsOfLock({ packages }).map((fault) => fault.split(' ')[0]);
  return (
    found.join() !==
    ['absent', ...['none', 'elsewhere', 'twice'].map((name) => `node_modules/${name}`)].join()
  );
};

/** A lock file that `npm ci` takes on every platform, and that names no registry of anybody's. */
export const checkLock = () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const faults = faultsOfLock(JSON.parse(text));
  if (isBlind()) faults.push('a planted fault was let pass, or what is right refused');
  if (/"resolved": "https?:/.test(text))
    faults.push('it names a registry: npm config omit-lockfile-registry-resolved');
  return { faults };
};

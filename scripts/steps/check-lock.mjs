import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './toolchain.mjs';

/**
 * What the registry answers 404 for: it lists neither these versions nor brings their files, and only other systems use
 * them. No other package is taken without its hash; npm checks these by the registry's own where they are installed.
 */
const KNOWN_WITHOUT_HASH = new Set(
  JSON.parse(readFileSync(new URL('./packages-without-hash.json', import.meta.url), 'utf8')),
);

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
export const withoutOneHash = ({ packages }, knownWithoutHash = KNOWN_WITHOUT_HASH) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))
    .map(([path, { version, optional, os, integrity }]) => {
      const name = path.split('node_modules/').at(-1);
      const isOfOnePlatform = optional === true && os !== undefined && integrity === undefined;
      const isKnown = isOfOnePlatform && knownWithoutHash.has(`${name}@${version}`);
      return { path, name, version, isKnown };
    });

/** Faults of a lock file that has been read. */
const faultsOfLock = (lock, knownWithoutHash) => {
  const told = 'node scripts/complete-lock.mjs adds it';
  const hashless = withoutOneHash(lock, knownWithoutHash);
  const still = new Set(hashless.map(({ name, version }) => `${name}@${version}`));
  return [
    ...missingFromLock(lock).map(({ name }) => `${name} is missing: ${told}`),
    ...hashless
      .filter(({ isKnown }) => !isKnown)
      .map(({ path }) => `${path} has not exactly one hash of its content: ${told}`),
    ...[...knownWithoutHash]
      .filter((known) => !still.has(known))
      .map((known) => `${known} has its hash by now: take it from scripts/steps/packages-without-hash.json`),
  ];
};

/** The check must bite: of what is planted it finds all but the first two. */
const isBlind = () => {
  const hash = `sha512-${'A'.repeat(86)}==`;
  const ofOnePlatform = { version: '1.0.0', optional: true, os: ['aix'] };
  const packages = {
    'node_modules/right': { version: '1.0.0', integrity: hash },
    'node_modules/known': ofOnePlatform,
    'node_modules/new': ofOnePlatform,
    'node_modules/newer': { ...ofOnePlatform, version: '1.0.1' },
    'node_modules/everywhere': { version: '1.0.0' },
    'node_modules/twice': { version: '1.0.0', integrity: `${hash} ${hash}` },
    'node_modules/parent': { version: '1.0.0', integrity: hash, optionalDependencies: { absent: '1.0.0' } },
  };
  const known = ['known@1.0.0', 'newer@1.0.0', 'everywhere@1.0.0'];
  const found = faultsOfLock({ packages }, new Set(known)).map((fault) => fault.split(' ')[0]);
  const expected = [
    'absent',
    ...['new', 'newer', 'everywhere', 'twice'].map((name) => `node_modules/${name}`),
  ];
  return found.join() !== [...expected, 'newer@1.0.0'].join();
};

/** A lock file that `npm ci` takes on every platform, and that names no registry of anybody's. */
export const checkLock = () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const faults = faultsOfLock(JSON.parse(text), KNOWN_WITHOUT_HASH);
  if (isBlind()) faults.push('a planted fault was let pass, or what is right refused');
  if (/"resolved": "https?:/.test(text))
    faults.push('it names a registry: npm config omit-lockfile-registry-resolved');
  return { faults };
};

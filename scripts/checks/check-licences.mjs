import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../steps/toolchain.mjs';
import { billOfMaterials, faultsOfPackages, packagesOf, readLock } from './licences.mjs';

const allowedScripts = () => {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return new Set(Object.keys(allowScripts).filter((name) => allowScripts[name]));
};

/** The check must bite: of what is planted it finds all but what is right. */
const isBlind = () => {
  const right = { version: '1', license: 'MIT' };
  const packages = {
    'node_modules/right': right,
    'node_modules/chosen': { ...right, license: '(GPL-3.0-only OR MIT)' },
    'node_modules/tool': { ...right, license: 'MPL-2.0', dev: true },
    'node_modules/copyleft': { ...right, license: 'AGPL-3.0-only' },
    'node_modules/both': { ...right, license: 'MIT AND GPL-3.0-only' },
    'node_modules/weak': { ...right, license: 'MPL-2.0' },
    'node_modules/silent': { version: '1' },
    'node_modules/running': { ...right, hasInstallScript: true },
    'node_modules/left': { ...right, deprecated: 'use another' },
    'node_modules/elsewhere': { ...right, resolved: 'git+ssh://git@example.test/elsewhere.git' },
  };
  const found = faultsOfPackages(packagesOf({ packages }), new Set()).map((fault) => fault.split('@')[0]);
  return found.join() !== 'copyleft,both,weak,silent,running,left,elsewhere';
};

/** Whatever comes along may be passed on, and the bill of materials names all of it. */
export const checkLicences = async () => {
  const found = packagesOf(readLock());
  const faults = faultsOfPackages(found, allowedScripts());
  if (isBlind()) faults.push('a planted fault was let pass, or what is right refused');
  const bill = await billOfMaterials();
  if (bill.bomFormat !== 'CycloneDX') faults.push('npm sbom wrote something else than CycloneDX');
  if (bill.metadata.component.name !== 'nascente') faults.push('the bill of materials is of something else');
  const named = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  const passedOn = found.filter(({ isTool }) => !isTool);
  for (const { name, version } of found)
    if (!named.has(`${name}@${version}`)) faults.push(`the bill of materials lacks ${name}@${version}`);
  return { faults, note: `${found.length} packages, ${passedOn.length} of them passed on` };
};

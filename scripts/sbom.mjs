// npm run sbom: what comes along, as a bill of materials (CycloneDX), and the licences of what is passed on, in dist/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials, licenceList, packagesOf, readLock } from './checks/licences.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { root } from './steps/toolchain.mjs';

await withOneLineErrors(async () => {
  const directory = join(root, 'dist');
  mkdirSync(directory, { recursive: true });
  const bill = await billOfMaterials();
  for (const [name, content] of [
    ['sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`],
    ['licences.txt', licenceList(packagesOf(readLock()))],
  ]) {
    writeFileSync(join(directory, name), content);
    console.log(`dist/${name}`);
  }
  return 0;
});

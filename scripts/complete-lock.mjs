// node scripts/complete-lock.mjs: adds the platform packages that npm left out of package-lock.json (npm/cli#4828:
// it writes only those it could reach), without which `npm ci` refuses the file everywhere; and asks the registry for the
// hashes that are not there.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingFromLock, withoutOneHash } from './checks/check-lock.mjs';
import { runProgram } from './steps/run-program.mjs';
import { root } from './steps/toolchain.mjs';

const CPUS = ['arm64', 'x64', 'loong64', 'ia32', 'ppc64', 'riscv64', 's390x', 'arm'];
const SYSTEMS = [
  'android',
  'darwin',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'linux',
  'win32',
  'freebsd',
  'openharmony',
];

const entryOf = ({ name, version, parent }) => {
  const parts = name.split('/').at(-1).split('-');
  const cpu = CPUS.find((one) => parts.includes(one));
  const system = SYSTEMS.find((one) => parts.includes(one));
  if (!cpu || !system)
    throw new Error(`Cannot tell the platform of ${name}: add it to package-lock.json by hand.`);
  const libc = parts.includes('musl') ? 'musl' : parts.includes('gnu') && system === 'linux' ? 'glibc' : null;
  return {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(libc ? { libc: [libc] } : {}),
    ...(parent.license ? { license: parent.license } : {}),
    optional: true,
    os: [system],
  };
};

const path = join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const missing = missingFromLock(lock);
for (const one of missing) lock.packages[`node_modules/${one.name}`] = entryOf(one);
const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(sorted);
const unknown = withoutOneHash(lock);
for (const { path: place, name, version } of unknown) {
  const { output } = await runProgram('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    quiet: true,
  });
  const [hash] = /sha512-[A-Za-z0-9+/]{86}==/.exec(output) ?? [];
  if (!hash) throw new Error(`The registry does not tell the hash of ${name}@${version}: ${output.trim()}`);
  lock.packages[place].integrity = hash;
}
if (missing.length + unknown.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} packages added, ${unknown.length} hashes`);

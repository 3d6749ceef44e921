import { runNode } from '../steps/run-program.mjs';
import { scriptOf } from '../steps/toolchain.mjs';
import { checkBoundaries } from './check-boundaries.mjs';
import { checkDirections } from './check-directions.mjs';
import { checkDocuments } from './check-documents.mjs';
import { checkKinds } from './check-kinds.mjs';
import { checkLanguage } from './check-language.mjs';
import { checkLicences } from './check-licences.mjs';
import { checkLock } from './check-lock.mjs';
import { checkNames } from './check-names.mjs';
import { checkSizes } from './check-sizes.mjs';
import { checkTypes } from './check-types.mjs';
import { checkUnused } from './check-unused.mjs';

const program = async (args) => {
  const { code, output } = await runNode(args, { quiet: true });
  return { faults: code === 0 ? [] : [output.trim() || `ended with ${code}`] };
};

/** Takes as long as all others together: they run beside it. */
const TYPES = [['types, promises, exhaustive switches', checkTypes]];

const BESIDE_IT = [
  [
    'format and lint',
    () => program([scriptOf('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.']),
  ],
  ['direction of imports', checkDirections],
  ['boundaries', checkBoundaries],
  ['unused code and dependencies', checkUnused],
  ['file sizes', checkSizes],
  ['names', checkNames],
  ['language', checkLanguage],
  ['files that an entry of a table touches', checkKinds],
  ['documents', checkDocuments],
  ['lock file', checkLock],
  ['licences and bill of materials', checkLicences],
];

const attempt = async (check) => {
  try {
    return await check();
  } catch (error) {
    return { faults: [error instanceof Error ? error.message : String(error)] };
  }
};

/** Runs steps one after the other, also after one has failed. */
const runInTurn = async (steps) => {
  const count = { passed: 0, failed: 0 };
  for (const [name, check] of steps) {
    const startedAt = performance.now();
    const { faults, note } = await attempt(check);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${faults.length === 0 ? '✓' : '✗'} ${name}${note ? ` (${note})` : ''} ${seconds} s`);
    for (const fault of faults) console.log(`    ${fault.replaceAll('\n', '\n    ')}`);
    count[faults.length === 0 ? 'passed' : 'failed'] += 1;
  }
  return count;
};

/** Runs every step. Answers how many passed and failed. */
export const runChecks = async () => {
  const [types, others] = await Promise.all([runInTurn(TYPES), runInTurn(BESIDE_IT)]);
  return { passed: types.passed + others.passed, failed: types.failed + others.failed };
};

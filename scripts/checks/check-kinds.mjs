import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, sourceFiles } from '../steps/source-files.mjs';
import { root } from '../steps/toolchain.mjs';

const SCHEMA = 'apps/server/migrations/0001_schema.sql';

/** How many files may name one entry of each table of kinds, beside tests: the recipes of CONTRIBUTING.md. */
const quoted = (kind) => new RegExp(`'${kind}'|/kinds/${kind}\\.ts'`);
const LIMITS = [
  ...['credits-expire', 'contract-ends', 'cycle-budget', 'cycle-year', 'demand-overrun', 'night-use'].map(
    (kind) => ({ what: `the alert kind ${kind}`, names: quoted(kind), most: 3 }),
  ),
  // The watch that follows stored batches names it too.
  { what: 'the alert kind demand-heading', names: quoted('demand-heading'), most: 4 },
  { what: 'the frame field ithda', names: /\bithd[abc]?\b/, most: 6 },
  { what: 'the opportunity kind larger-generation', names: quoted('larger-generation'), most: 8 },
  ...['branca', 'azul'].map((modality) => ({
    what: `the modality ${modality}`,
    names: new RegExp(`'${modality}'|\\b${modality}:`),
    most: 3,
  })),
];

const isCounted = ({ path }) =>
  /^(apps|packages)\//.test(path) && !isTest(path) && !/\/(testing|demo)\/|\/tables\.ts$/.test(path);

const faultsOf = (limit, files) => {
  const named = files.filter(({ text }) => limit.names.test(text)).map(({ path }) => path);
  if (named.length === 0) return [`no file names ${limit.what}: was it renamed?`];
  if (named.length <= limit.most) return [];
  return [`${named.length} files name ${limit.what}, at most ${limit.most} may:\n${named.join('\n')}`];
};

/** A limit must bite: with one file more than it allows it is refused. */
const isBlunt = (limit) => {
  const name = limit.what.split(' ').at(-1);
  const file = { path: 'apps/web/src/planted.ts', text: `const kind = '${name}';` };
  return faultsOf(limit, Array(limit.most + 1).fill(file)).length !== 1;
};

/** How many files an entry of a table of kinds touches. */
export const checkKinds = () => {
  const schema = { path: SCHEMA, text: readFileSync(join(root, SCHEMA), 'utf8') };
  const files = [...sourceFiles().filter(isCounted), schema];
  const blunt = LIMITS.filter(isBlunt).map(({ what }) => `the limit of ${what} lets one file more pass`);
  return {
    faults: [...blunt, ...LIMITS.flatMap((limit) => faultsOf(limit, files))],
    note: `${LIMITS.length} kinds`,
  };
};

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { isTest, sourceFiles } from './source-files.mjs';
import { root } from './toolchain.mjs';

/** What programs other than ours import by its name. */
const ASKED_FROM_OUTSIDE = new Set([
  // Vitest runs it before the database ring.
  'apps/server/src/testing/database.global.ts setup',
  // The configuration of Vitest at the root, which no package holds.
  'scripts/steps/tests-of-time.mjs testsOfTime',
]);

/** Stands for every export: of a module that is imported as a whole, it is not known which of them are used. */
const EVERYTHING = '*';

/** The file that a specifier means, as this house writes them: with their endings; null: another package. */
const fileOf = (from, specifier) => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier);
  const [, name, path] = /^@nascente\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  if (name === undefined) return null;
  const house = existsSync(join(root, 'packages', name)) ? 'packages' : 'apps';
  return `${house}/${name}/src/${path}.ts`;
};

const namesOfBinding = (name) =>
  ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => namesOfBinding(element.name));

const hasModifier = (node, modifier) => node.modifiers?.some(({ kind }) => kind === modifier) ?? false;

const declaredNames = (node) => {
  if (!hasModifier(node, ts.SyntaxKind.ExportKeyword)) return [];
  // Programs' configurations: who asks for them does so by the name of the file.
  if (hasModifier(node, ts.SyntaxKind.DefaultKeyword)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) => namesOfBinding(name));
  return node.name ? [node.name.text] : [];
};

const importedNames = (clause) => {
  if (!clause) return [EVERYTHING];
  const names = clause.name ? ['default'] : [];
  const bindings = clause.namedBindings;
  if (!bindings) return names;
  if (ts.isNamespaceImport(bindings)) return [...names, EVERYTHING];
  return [...names, ...bindings.elements.map((element) => (element.propertyName ?? element.name).text)];
};

/** `import('./a.ts')`, as a call or in a type: all of the module counts as used. */
const wholeImports = (source) => {
  const found = [];
  const visit = (node) => {
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const specifier = isCall
      ? node.arguments[0]
      : ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && node.argument.literal;
    if (specifier && ts.isStringLiteral(specifier)) found.push([specifier.text, EVERYTHING]);
    ts.forEachChild(node, visit);
  };
  if (/\bimport\(/.test(source.text)) visit(source);
  return found;
};

const surfaceOfImport = (node) => ({
  exported: [],
  taken: importedNames(node.importClause).map((name) => [node.moduleSpecifier.text, name]),
});

const surfaceOfReexport = ({ exportClause, moduleSpecifier }) => {
  const elements = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : null;
  const names = elements?.map(({ propertyName, name }) => (propertyName ?? name).text) ?? [EVERYTHING];
  return {
    exported: elements?.map(({ name }) => name.text) ?? [],
    taken: moduleSpecifier ? names.map((name) => [moduleSpecifier.text, name]) : [],
  };
};

const surfaceOfStatement = (node) => {
  if (ts.isImportDeclaration(node)) return surfaceOfImport(node);
  if (ts.isExportDeclaration(node)) return surfaceOfReexport(node);
  return { exported: declaredNames(node), taken: [] };
};

/** What a file exports, and the names that it takes of other files. */
const surfaceOf = ({ path, text }) => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false);
  const surfaces = source.statements.map(surfaceOfStatement);
  const taken = [...surfaces.flatMap((surface) => surface.taken), ...wholeImports(source)];
  return {
    exported: surfaces.flatMap((surface) => surface.exported),
    taken: taken.map(([specifier, name]) => [fileOf(path, specifier), name]),
  };
};

/** Every export that no file imports. */
const unusedOf = (surfaces) => {
  const used = new Set(surfaces.flatMap(({ taken }) => taken.map(([file, name]) => `${file} ${name}`)));
  return surfaces.flatMap(({ path, exported }) =>
    exported
      .filter((name) => !used.has(`${path} ${name}`) && !used.has(`${path} ${EVERYTHING}`))
      .filter((name) => !ASKED_FROM_OUTSIDE.has(`${path} ${name}`))
      .map((name) => `${path}: nothing imports '${name}'`),
  );
};

const isForTests = (path) => isTest(path) || path.includes('/testing/');

/** Every file of the product that tests alone import: it is dead, or belongs into a folder `testing`. */
const testedOnlyOf = (surfaces) => {
  const importers = new Map();
  for (const { path, taken } of surfaces)
    for (const [file] of taken) importers.set(file, [...(importers.get(file) ?? []), path]);
  return surfaces
    .filter(({ path }) => !isForTests(path) && importers.get(path)?.every(isForTests))
    .map(({ path }) => `${path}: only tests import it; what tests need stands in a folder 'testing'`);
};

const faultsOf = (files) => {
  const surfaces = files.map((file) => ({ path: file.path, ...surfaceOf(file) }));
  return [...unusedOf(surfaces), ...testedOnlyOf(surfaces)];
};

const PLANTED = [
  {
    path: 'packages/domain/src/a.ts',
    text: "export const used = 1, unusedValue = 2; export type UnusedType = 1; export { b } from './b.ts';",
  },
  { path: 'packages/domain/src/b.ts', text: 'export const b = 1; export function unusedFunction() {}' },
  { path: 'packages/domain/src/c.ts', text: 'export const late = 1; export interface Late {}' },
  {
    path: 'apps/server/src/d.ts',
    text: "import { b as c, used } from '@nascente/domain/a'; type L = import('../../../packages/domain/src/c.ts').Late;",
  },
  { path: 'apps/web/src/an-answer.ts', text: 'export const anAnswer = 1;' },
  { path: 'apps/web/src/e.test.ts', text: "import { anAnswer } from './an-answer.ts';" },
];

/** The check must bite: of what is planted it finds these, and nothing else. */
const PLANTED_FAULTS = [
  "packages/domain/src/a.ts: nothing imports 'unusedValue'",
  "packages/domain/src/a.ts: nothing imports 'UnusedType'",
  "packages/domain/src/b.ts: nothing imports 'unusedFunction'",
  "apps/web/src/an-answer.ts: only tests import it; what tests need stands in a folder 'testing'",
];

export const checkExports = () => {
  const found = faultsOf(PLANTED);
  const isBlind = found.join() !== PLANTED_FAULTS.join();
  const files = sourceFiles().filter(({ path }) => !path.endsWith('.css'));
  const stale = [...ASKED_FROM_OUTSIDE].filter((name) => !existsSync(`${root}/${name.split(' ')[0]}`));
  return {
    faults: [
      ...(isBlind ? [`of what is planted it found: ${found.join('; ')}`] : []),
      ...stale.map((name) => `${name} is asked from outside, but not there`),
      ...faultsOf(files),
    ],
    note: `${files.length} files`,
  };
};

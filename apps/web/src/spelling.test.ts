import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const SOURCES = [join(import.meta.dirname, '.'), join(import.meta.dirname, '../../../packages/contract/src')];

/** Sentences of the specification, which are kept to the letter. */
const QUOTED = [
  'Email não confirmado',
  'Envie um email válido.',
  'Confirme o email.',
  'Enviado! Cheque sua caixa de email para refazer a senha :) Verifique na pasta SPAM!',
  'registrar',
];

const SPELLINGS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\b[Ee]-?[Mm]ails?\b(?<!\b[Ee]-mails?)/, 'e-mail'],
  [/\bfora[- ]da[- ]ponta\b|\bfora-ponta\b/i, 'fora ponta'],
  [/\bregistrar\b/, 'Registrar, the name of the button'],
];

const files = SOURCES.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^testing\//.test(path))
    .map((path) => join(root, path)),
);

/** `GET /user/:id` of a call. */
const ROUTE = /^(GET|POST|PUT|PATCH|DELETE) \//;

/** Texts on screens: between tags, of more than one word, or with a capital letter at the beginning. */
const isForPeople = (node: ts.Node, text: string): boolean =>
  !ROUTE.test(text) && (ts.isJsxText(node) || /\S\s+\S/.test(text.trim()) || /^\p{Lu}\p{Ll}/u.test(text));

const textsOf = (path: string): string[] => {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX,
  );
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const isText =
      ts.isStringLiteral(node) ||
      ts.isJsxText(node) ||
      ts.isNoSubstitutionTemplateLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && isForPeople(node, node.text)) texts.push(node.text.replace(/\s+/g, ' ').trim());
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
};

const texts = files.flatMap((path) => textsOf(path).map((text) => ({ path, text })));

it('reads the texts of the screens', () => {
  expect(texts.length).toBeGreaterThan(2_000);
  expect(texts.some(({ text }) => text === 'Esqueceu a senha?')).toBe(true);
});

it.each(SPELLINGS)('no screen contains %s: it is %s', (wrong) => {
  expect(texts.filter(({ text }) => wrong.test(text) && !QUOTED.includes(text))).toEqual([]);
});

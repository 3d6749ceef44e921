import { basename } from 'node:path';
import { sourceFiles } from '../steps/source-files.mjs';

/** Marks of comments that must be read twice, in 100 comments at most. A ceiling may only fall. */
const MARKS = [
  { name: 'tell, told', pattern: /\b(tell|tells|told|telling|untold)\b/i, ceiling: 0.5 },
  {
    name: 'a clause with "what" as a noun',
    pattern:
      /\b(what|whatever|that which)\s+(is|was|are|were|has|had|it|they|of|the|a|an|no|one|its|comes?|came|can|could|must|may|does|did|\w+s)\b/i,
    ceiling: 1,
  },
  { name: 'whom, whose, whoever', pattern: /\b(whom|whose|whoever|whosoever)\b/i, ceiling: 1 },
  { name: 'ask, asked', pattern: /\basks?\b|\basked\b/i, ceiling: 0.5 },
  { name: 'somebody, nobody, everybody', pattern: /\b(some|no|every)body\b/i, ceiling: 0.5 },
];

/** Words of names with a standard term in docs/glossary.md. The ceiling may only fall. */
const PRIVATE_WORDS = new Set(
  'told untold tell asked given kept heard known begun paced dues stranger strangers crowd theirs least most longest widest words stretch stretches story stories letter letters post posts nothing nobody once whole'.split(
    ' ',
  ),
);
const PRIVATE_NAMES = 40;

/** Equal names in one workspace that their folders distinguish. */
const SAME_NAMES = new Set([
  'index.ts',
  'tables.ts',
  'allowance.ts',
  'board-texts.ts',
  'brand.ts',
  'comparison-card.tsx',
  'demand.ts',
  'export.service.ts',
  'inventory.repository.ts',
  'sign-in-witness.ts',
]);

const COMMENT = /\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)$/gm;
const DIRECTIVE = /^(biome|oxlint|eslint|@ts|#)/;
const DECLARED =
  /\b(?:const|let|function|class|interface|type|enum)\s+([A-Za-z_]\w*)|^\s*(?:readonly\s+)?([a-zA-Z_]\w*)\??:\s/gm;

const commentsOf = (text) =>
  [...text.matchAll(COMMENT)]
    .map((match) => (match[1] ?? match[2]).replace(/^\s*\*\s?/gm, ' ').trim())
    .filter((comment) => comment !== '' && !DIRECTIVE.test(comment));

const wordsOf = (name) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

const privateWordsIn = (text) =>
  [...text.matchAll(DECLARED)].flatMap((match) =>
    wordsOf(match[1] ?? match[2]).filter((word) => PRIVATE_WORDS.has(word)),
  );

/** Files of one workspace with equal names. */
const equalNames = (paths) => {
  const places = new Map();
  for (const path of paths) {
    const key = `${path.split('/').slice(0, 2).join('/')} ${basename(path)}`;
    places.set(key, [...(places.get(key) ?? []), path]);
  }
  return [...places.values()]
    .filter((same) => same.length > 1 && !SAME_NAMES.has(basename(same[0])))
    .map((same) => `${same.join(', ')}: one name for two files`);
};

/** Counts marks of unclear English in comments and names, and refuses more than before. */
export const checkLanguage = () => {
  const files = sourceFiles().filter(
    ({ path }) => /\.tsx?$/.test(path) && !/\.(test|spec)\.|\/testing\/|\.d\.ts$/.test(path),
  );
  const comments = files.flatMap(({ text }) => commentsOf(text));
  const marked = MARKS.flatMap(({ name, pattern, ceiling }) => {
    const share = (100 * comments.filter((comment) => pattern.test(comment)).length) / comments.length;
    return share > ceiling ? [`${name}: in ${share.toFixed(2)} of 100 comments, at most ${ceiling}`] : [];
  });
  const names = files.flatMap(({ text }) => privateWordsIn(text)).length;
  const named = names > PRIVATE_NAMES ? [`${names} private words in names, at most ${PRIVATE_NAMES}`] : [];
  const product = files.map(({ path }) => path).filter((path) => /^(apps|packages)\//.test(path));
  return {
    faults: [...marked, ...named, ...equalNames(product)],
    note: `${comments.length} comments`,
  };
};

import { expect, test } from 'vitest';
import type { PastQuantity } from './file-reading.ts';
import { FURTHER_MEANING_FILES } from './testing/further-meaning-files.ts';
import { MAKER_MEANING_FILES } from './testing/maker-meaning-files.ts';
import { MEANING_FILES } from './testing/meaning-files.ts';
import { openText } from './testing/open-text.ts';
import { ROW_MEANING_FILES } from './testing/row-meaning-files.ts';

const round = (sums: Readonly<Partial<Record<PastQuantity, number>>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(sums)
      .map(([quantity, sum]): [string, number] => [quantity, Math.round(sum * 1_000) / 1_000])
      .filter(([, sum]) => sum !== 0),
  );

test.each(
  [...MEANING_FILES, ...ROW_MEANING_FILES, ...FURTHER_MEANING_FILES, ...MAKER_MEANING_FILES].map(
    (file) => [file.name, file] as const,
  ),
)('reads the columns of a file: %s', (_, { content, right, asks, isWater, mayBe = [] }) => {
  const { answers, total } = openText(content(), isWater);
  expect(answers.map(({ about }) => about)).toEqual(asks);
  const [first] = answers;
  if (first === undefined) {
    expect(round(total)).toEqual(round(right));
    return;
  }
  const totals = first.totals.map(round);
  expect(totals).toContainEqual(round(right));
  for (const each of mayBe) expect(totals).toContainEqual(round(each));
});

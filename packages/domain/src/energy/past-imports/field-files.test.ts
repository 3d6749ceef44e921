import { expect, test } from 'vitest';
import type { PastQuantity } from './file-reading.ts';
import { ofQuantity } from './row-amounts.ts';
import { CELL_FILES } from './testing/cell-files.ts';
import { CHANGING_FILES } from './testing/changing-files.ts';
import { DATED_FILES } from './testing/dated-files.ts';
import { FURTHER_FILES } from './testing/further-files.ts';
import { LAYOUT_FILES } from './testing/layout-files.ts';
import { NUMBER_FILES } from './testing/number-files.ts';
import { openText } from './testing/open-text.ts';
import { PRODUCT_FILES } from './testing/product-files.ts';
import { QUANTITY_FILES } from './testing/quantity-files.ts';

const QUANTITIES: readonly PastQuantity[] = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'];
const ALL = [
  ...CELL_FILES,
  ...CHANGING_FILES,
  ...DATED_FILES,
  ...FURTHER_FILES,
  ...LAYOUT_FILES,
  ...NUMBER_FILES,
  ...PRODUCT_FILES,
  ...QUANTITY_FILES,
];

test.each(ALL.map((file) => [file.name, file] as const))(
  'reads a real file: %s',
  (_, { content, expected, questions, isWater }) => {
    const { found, answers } = openText(content(), isWater);
    // Contradictory rows and rollovers are detected only after the complete file is read.
    expect(answers.map(({ about }) => about)).toEqual(
      questions.filter((about) => about !== 'repeats' && about !== 'rollover'),
    );
    if (questions.length > 0) return;
    const differences = QUANTITIES.flatMap((quantity) => {
      const right = expected[quantity] ?? new Map<number, number>();
      return [...new Set([...right.keys(), ...found.quarters.keys()])].filter((start) => {
        const sums = found.quarters.get(start);
        const kwh = sums === undefined ? 0 : ofQuantity(sums, quantity) / 1_000_000;
        return Math.abs(kwh - (right.get(start) ?? 0)) > 0.000_005;
      });
    });
    expect(differences).toEqual([]);
  },
);

import type { FileReading, PastQuantity } from '@nascente/domain/energy/past-imports/file-reading';
import { ofQuantity } from '@nascente/domain/energy/past-imports/row-amounts';
import { createSheetTable } from '@nascente/domain/energy/past-imports/sheet-table';
import { CELL_FILES } from '@nascente/domain/energy/past-imports/testing/cell-files';
import { CHANGING_FILES } from '@nascente/domain/energy/past-imports/testing/changing-files';
import { DATED_FILES } from '@nascente/domain/energy/past-imports/testing/dated-files';
import type { FieldFile } from '@nascente/domain/energy/past-imports/testing/field-file';
import { FURTHER_FILES } from '@nascente/domain/energy/past-imports/testing/further-files';
import { LAYOUT_FILES } from '@nascente/domain/energy/past-imports/testing/layout-files';
import { NUMBER_FILES } from '@nascente/domain/energy/past-imports/testing/number-files';
import { PRODUCT_FILES } from '@nascente/domain/energy/past-imports/testing/product-files';
import { QUANTITY_FILES } from '@nascente/domain/energy/past-imports/testing/quantity-files';
import { expect, test } from 'vitest';
import { readingOf } from './read-upload.ts';
import { FORMAT_FILES } from './testing/format-files.ts';
import { previewContent } from './testing/preview-content.ts';

type Content = string | Buffer | Promise<Buffer>;

const ALL: readonly FieldFile<Content>[] = [
  ...CELL_FILES,
  ...CHANGING_FILES,
  ...DATED_FILES,
  ...FURTHER_FILES,
  ...FORMAT_FILES,
  ...LAYOUT_FILES,
  ...NUMBER_FILES,
  ...PRODUCT_FILES,
  ...QUANTITY_FILES,
];

const previewOf = async (file: FieldFile<Content>, chosen: FileReading | null) =>
  previewContent(Buffer.from((await file.content()) as Buffer), chosen, { isWater: file.isWater });
type Previewed = Awaited<ReturnType<typeof previewOf>>;

/** The constant of the meter in the fixtures. */
const WH_OF_PULSE = 10;

const QUANTITIES = ['consumed', 'injected', 'inductive', 'capacitive', 'volume'] as const;

/** Quarter-hours that differ from what the file holds. */
const differences = ({ file }: Previewed, { expected }: FieldFile<Content>): string[] =>
  QUANTITIES.flatMap((quantity: PastQuantity) => {
    const right = expected[quantity] ?? new Map<number, number>();
    const found = new Map(
      [...file.quarters].map(([start, sums]) => [start, ofQuantity(sums, quantity) / 1_000_000]),
    );
    return [...new Set([...right.keys(), ...found.keys()])]
      .filter((start) => Math.abs((right.get(start) ?? 0) - (found.get(start) ?? 0)) > 0.000_005)
      .map(
        (start) =>
          `${quantity} ${new Date(start).toISOString()}: ${found.get(start)} for ${right.get(start)}`,
      );
  });

/** Whether a combination of answers leads to the expected quarter-hours. */
const hasRightAnswer = async (file: FieldFile<Content>, previewed: Previewed): Promise<boolean> => {
  const [question] = previewed.questions;
  if (question === undefined) return differences(previewed, file).length === 0;
  const answers = question.candidates.map(({ reading }) => reading);
  if (question.about === 'pulse')
    answers.push({
      ...previewed.reading,
      values: [...previewed.reading.values],
      cutNumbers: null,
      kinds: null,
      marks: null,
      pulse: WH_OF_PULSE,
      open: [],
    });
  for (const reading of answers)
    if (await hasRightAnswer(file, await previewOf(file, readingOf(reading)))) return true;
  return false;
};

/** Every non-empty line has rows, or is listed as ignored; every row is read, refused, or belongs to another meter. */
const expectEachLineOnce = async ({ sheet, reading, file }: Previewed): Promise<void> => {
  let lines = 0;
  let withRows = 0;
  let rows = 0;
  let table = createSheetTable(reading.layout, [], reading);
  for await (const portion of sheet.rows())
    for (const { line, cells } of portion.filter((row) => row.cells.some((cell) => cell !== ''))) {
      lines++;
      if (line === reading.headerLine) table = createSheetTable(reading.layout, cells, reading);
      const found = line > reading.headerLine ? table.rowsOf(cells) : [];
      rows += found.length;
      withRows += Math.min(1, found.length);
    }
  expect(file.headLines + file.otherLines + withRows).toBe(lines);
  const refused = file.refusals.reduce((sum, each) => sum + each.rows, 0);
  expect(file.taken + refused + file.otherRows).toBe(rows);
};

test.each(ALL.map((file) => [file.name, file] as const))('%s', async (_, file) => {
  const previewed = await previewOf(file, null);
  await expectEachLineOnce(previewed);
  expect(previewed.questions.map(({ about }) => about)).toEqual(file.questions);
  if (file.questions.length === 0) expect(differences(previewed, file).slice(0, 3)).toEqual([]);
  else expect(await hasRightAnswer(file, previewed)).toBe(true);
});

import type { Readable } from 'node:stream';
import { separatorHint } from '@nascente/domain/sheet/separator-hint';
import {
  FLAG_REFUSALS,
  type FlagRefusal,
  type FlagRow,
  readFlagHeader,
  readFlagRow,
} from '@nascente/domain/tariff/aneel/aneel-flags';
import { readAneelHeader } from '@nascente/domain/tariff/aneel/aneel-line';
import { type AneelReading, createAneelReader } from '@nascente/domain/tariff/aneel/aneel-reader';
import { ROW_REFUSALS, type RowRefusal } from '@nascente/domain/tariff/aneel/aneel-reasons';
import { type AneelChoice, TARIFF_COLUMNS } from '@nascente/domain/tariff/aneel/aneel-row';
import { InvalidInput } from '../../platform/errors.ts';
import { type Encoding, textLines } from '../../platform/files/text-lines.ts';

/** Unpacked; the whole tariff file has about 85 MB. */
const MOST_BYTES = 600 * 1024 * 1024;
interface Counted {
  readonly encoding: Encoding;
  readonly rows: number;
  readonly takenRows: number;
  readonly refusals: readonly { readonly reason: string; readonly msg: string; readonly rows: number }[];
}

/** A file of ANEEL, read; which of the three it is, its columns say. */
export type AneelFile = Counted &
  (
    | { readonly kind: 'tariffs'; readonly tariffs: AneelReading['tariffs'] }
    | { readonly kind: 'flags' | 'flag-prices'; readonly flags: readonly FlagRow[] }
  );

interface RowReader {
  row(line: string): void;
  finish(encoding: Encoding): AneelFile;
}

const named = <Reason extends string>(
  counts: Readonly<Partial<Record<Reason, number>>>,
  words: Readonly<Record<Reason, string>>,
): Counted['refusals'] =>
  (Object.keys(words) as Reason[]).flatMap((reason) => {
    const rows = counts[reason];
    return rows === undefined ? [] : [{ reason, msg: words[reason], rows }];
  });

const tariffReader = (header: string, choice: AneelChoice): RowReader | null => {
  const columns = readAneelHeader(header, TARIFF_COLUMNS);
  if ('missing' in columns) return null;
  const reader = createAneelReader(columns, choice);
  return {
    row: (line) => reader.row(line),
    finish(encoding) {
      const { rows, takenRows, refusals, tariffs } = reader.finish();
      return {
        kind: 'tariffs',
        encoding,
        rows,
        takenRows,
        refusals: named<RowRefusal>(refusals, ROW_REFUSALS),
        tariffs,
      };
    },
  };
};

const flagReader = (header: string): RowReader | null => {
  const columns = readFlagHeader(header);
  if ('missing' in columns) return null;
  const counts: Partial<Record<FlagRefusal, number>> = {};
  const flags: FlagRow[] = [];
  let rows = 0;
  return {
    row(line) {
      if (line.trim() === '') return;
      rows += 1;
      const row = readFlagRow(line, columns);
      if (typeof row === 'string') counts[row] = (counts[row] ?? 0) + 1;
      else flags.push(row);
    },
    finish: (encoding) => ({
      kind: header.includes('DatVigencia') ? 'flag-prices' : 'flags',
      encoding,
      rows,
      takenRows: flags.length,
      refusals: named<FlagRefusal>(counts, FLAG_REFUSALS),
      flags,
    }),
  };
};

/** Reads a file while it arrives, and keeps only what becomes a tariff or a flag. */
export const readAneelFile = async (file: Readable, choice: AneelChoice): Promise<AneelFile> => {
  const lines = textLines(file, MOST_BYTES);
  let reader: RowReader | null = null;
  let isFirst = true;
  for await (const portion of lines.portions()) {
    const [first = ''] = portion;
    const isHinted = isFirst && separatorHint(first) !== null;
    isFirst = false;
    const [header, ...rows] = isHinted ? portion.slice(1) : portion;
    if (header === undefined) continue;
    if (reader === null) {
      reader = tariffReader(header, choice) ?? flagReader(header);
      if (reader === null)
        throw new InvalidInput(
          'O arquivo não é de tarifas nem de bandeiras da ANEEL: as colunas esperadas não estão na primeira linha.',
        );
    } else reader.row(header);
    for (const row of rows) reader.row(row);
  }
  if (reader === null) throw new InvalidInput('O arquivo está vazio.');
  return reader.finish(lines.encoding());
};

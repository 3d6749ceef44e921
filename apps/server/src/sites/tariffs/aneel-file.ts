import { Readable } from 'node:stream';
import { separatorHint } from '@nascente/domain/base/sheet/separator-hint';
import {
  type AneelComponents,
  COMPONENT_COLUMNS,
  COMPONENT_REFUSALS,
  type ComponentRefusal,
  createComponentReader,
} from '@nascente/domain/sites/aneel/aneel-components';
import { readAneelHeader } from '@nascente/domain/sites/aneel/aneel-line';
import {
  type AneelReading,
  aneelLinesOfJson,
  createAneelLines,
  createAneelReader,
  FLAG_REFUSALS,
  type FlagRefusal,
  type FlagRow,
  readFlagHeader,
  readFlagRow,
} from '@nascente/domain/sites/aneel/aneel-reader';
import {
  type AneelChoice,
  ROW_REFUSALS,
  type RowRefusal,
  TARIFF_COLUMNS,
} from '@nascente/domain/sites/aneel/aneel-row';
import { InvalidInput, TooLarge } from '../../platform/errors.ts';
import { type Encoding, textLines, unpackedBytes } from '../../platform/files/text-lines.ts';

/** Maximum size after decompression; the whole tariff file has about 85 MB. */
const MAX_BYTES = 600 * 1024 * 1024;
interface Counted {
  readonly encoding: Encoding;
  readonly rows: number;
  readonly takenRows: number;
  readonly refusals: readonly { readonly reason: string; readonly msg: string; readonly rows: number }[];
}

/** A parsed file of ANEEL. Its columns determine its kind. */
export type AneelFile = Counted &
  (
    | { readonly kind: 'tariffs'; readonly tariffs: AneelReading['tariffs'] }
    | { readonly kind: 'components'; readonly components: readonly AneelComponents[] }
    | { readonly kind: 'flags' | 'flag-prices'; readonly flags: readonly FlagRow[] }
  );

interface RowReader {
  row(line: string): void;
  finish(encoding: Encoding): AneelFile;
}

const named = <Reason extends string>(
  counts: Readonly<Partial<Record<Reason, number>>>,
  texts: Readonly<Record<Reason, string>>,
): Counted['refusals'] =>
  (Object.keys(texts) as Reason[]).flatMap((reason) => {
    const rows = counts[reason];
    return rows === undefined ? [] : [{ reason, msg: texts[reason], rows }];
  });

/** Required columns of a kind of file that a header lacks. */
interface Missing {
  readonly missing: readonly string[];
}

const tariffReader = (header: string, choice: AneelChoice): RowReader | Missing => {
  const columns = readAneelHeader(header, TARIFF_COLUMNS);
  if ('missing' in columns) return columns;
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

const componentReader = (header: string, choice: AneelChoice): RowReader | Missing => {
  const columns = readAneelHeader(header, COMPONENT_COLUMNS);
  if ('missing' in columns) return columns;
  const reader = createComponentReader(columns, choice);
  return {
    row: reader.row,
    finish(encoding) {
      const { refusals, ...read } = reader.finish();
      const counts = named<ComponentRefusal>(refusals, COMPONENT_REFUSALS);
      return { kind: 'components', encoding, ...read, refusals: counts };
    },
  };
};

const flagReader = (header: string): RowReader | Missing => {
  const columns = readFlagHeader(header);
  if ('missing' in columns) return columns;
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

const OTHER_FILE =
  'O arquivo não é de tarifas, componentes nem bandeiras da ANEEL: as colunas esperadas não estão na primeira linha.';
/** If no more than this many columns are missing, the file counts as one of tariffs or components with renamed columns. */
const MAX_RENAMED = 4;
/** The same limit for a file of flags, which has three columns. */
const MAX_RENAMED_FLAGS = 1;

const readerOf = (header: string, choice: AneelChoice): RowReader => {
  const tariffs = tariffReader(header, choice);
  if ('row' in tariffs) return tariffs;
  const components = componentReader(header, choice);
  if ('row' in components) return components;
  const flags = flagReader(header);
  if ('row' in flags) return flags;
  const isOfComponents = components.missing.length < tariffs.missing.length;
  const longer = isOfComponents ? components.missing : tariffs.missing;
  const renamed = [
    ...(flags.missing.length <= MAX_RENAMED_FLAGS ? flags.missing : []),
    ...(longer.length <= MAX_RENAMED ? longer : []),
  ];
  if (renamed.length === 0) throw new InvalidInput(OTHER_FILE);
  const names = renamed.map((name) => `'${name}'`).join(', ');
  throw new InvalidInput(
    `O arquivo não tem a coluna ${names}. Se a ANEEL mudou o nome dela, troque-o na primeira linha e envie de novo.`,
  );
};

const MAX_JSON_BYTES = 64 * 1024 * 1024;
const JSON_TOO_LARGE = 'O arquivo JSON passa de 64 MB: baixe o CSV da ANEEL.';
const NO_JSON = 'O JSON não tem registros da ANEEL: baixe o arquivo de novo, ou em CSV.';

const isJson = (chunk: Buffer): boolean => /^\uFEFF?\s*[[{]/.test(chunk.subarray(0, 64).toString('utf8'));

const linesOfJson = async (chunks: AsyncIterable<Buffer>): Promise<string[]> => {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > MAX_JSON_BYTES) throw new TooLarge(JSON_TOO_LARGE);
    parts.push(chunk);
  }
  try {
    const lines = aneelLinesOfJson(
      JSON.parse(
        Buffer.concat(parts)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      ),
    );
    if (lines !== null) return lines;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw new InvalidInput(NO_JSON);
};

/** Lines of a file and their format. CSV is read while it arrives, JSON after its end. */
const openLines = async (
  file: Readable,
): Promise<Pick<ReturnType<typeof textLines>, 'portions' | 'encoding'>> => {
  const chunks = unpackedBytes(file, MAX_BYTES);
  const first = await chunks.next();
  async function* allChunks(): AsyncGenerator<Buffer> {
    if (first.done === true) return;
    yield first.value;
    yield* chunks;
  }
  if (first.done === true || !isJson(first.value))
    return textLines(Readable.from(allChunks(), { objectMode: false }), MAX_BYTES);
  const lines = await linesOfJson(allChunks());
  return {
    encoding: () => 'UTF-8',
    async *portions() {
      yield lines;
    },
  };
};

/** Reads a file while it arrives, and keeps only tariffs and flags. */
export const readAneelFile = async (file: Readable, choice: AneelChoice): Promise<AneelFile> => {
  const lines = await openLines(file);
  let reader: RowReader | null = null;
  let aneelLine = (line: string): string => line;
  let isFirst = true;
  for await (const portion of lines.portions()) {
    const [first = ''] = portion;
    const isHinted = isFirst && separatorHint(first) !== null;
    isFirst = false;
    const [header, ...rows] = isHinted ? portion.slice(1) : portion;
    if (header === undefined) continue;
    if (reader === null) {
      aneelLine = createAneelLines(header);
      reader = readerOf(aneelLine(header.replace(/^\uFEFF/, '')), choice);
    } else reader.row(aneelLine(header));
    for (const row of rows) reader.row(aneelLine(row));
  }
  if (reader === null) throw new InvalidInput('O arquivo está vazio.');
  return reader.finish(lines.encoding());
};

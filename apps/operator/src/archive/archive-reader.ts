import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createZstdDecompress } from 'node:zlib';
import { feedTar } from '@nascente/postgres-host/tar-file';
import { StartRefused } from '@nascente/runtime/start-refused';
import { createTarDecoder } from 'modern-tar';
import type { z } from 'zod';
import {
  type ArchiveHead,
  type ArchiveSums,
  HEAD_FILE,
  headSchema,
  type StoredTable,
  SUMS_FILE,
  sumsSchema,
  type TableSum,
  tableFolder,
} from './contents.ts';

const LINE_END = 0x0a;

/** Counts and hashes the rows of a table. PostgreSQL writes one row a line, and escapes line ends within values. */
export const createTableSum = (name: string) => {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  return {
    add(lines: Uint8Array): void {
      hash.update(lines);
      bytes += lines.length;
      for (let at = lines.indexOf(LINE_END); at >= 0; at = lines.indexOf(LINE_END, at + 1)) rows += 1;
    },
    end: (): TableSum => ({ name, rows, bytes, sha256: hash.digest('hex') }),
  };
};

/** Receives the parts of an archive in the order of the file. */
interface ArchiveTaker {
  begin(head: ArchiveHead): Promise<void>;
  /** All lines of one table; called for each table of the head, in its order. */
  takeTable(table: StoredTable, lines: AsyncIterable<Uint8Array>): Promise<void>;
}

interface ArchiveFile {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
}

const CUT_OFF = 'is cut off: it was not written to its end. Use another backup.';

const refuse = (file: string, why: string, cause?: unknown): never => {
  throw new StartRefused(`The backup ${file} ${why}`, { cause });
};

/** Passes values on. Throws StartRefused with the name of the file if reading the file fails. */
async function* takenFrom<T>(file: string, taken: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* taken;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      return refuse(file, `cannot be read (${code}).`, error);
    return refuse(file, `is cut off, damaged, or no backup at all (${message}).`, error);
  }
}

async function* filesOf(file: string): AsyncGenerator<ArchiveFile> {
  const compressed = createReadStream(file);
  const bytes = compressed.pipe(createZstdDecompress());
  compressed.once('error', (error) => bytes.destroy(error));
  const decoder = createTarDecoder({ strict: true });
  void feedTar(bytes, decoder);
  try {
    for await (const { header, body } of takenFrom(file, decoder.readable))
      yield { name: header.name, content: takenFrom(file, body) };
  } finally {
    compressed.destroy();
    bytes.destroy();
  }
}

/** `null` if the text is not JSON of this schema. */
const readJson = async <S extends z.ZodType>(
  { content }: ArchiveFile,
  schema: S,
): Promise<z.infer<S> | null> => {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  try {
    return schema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    return null;
  }
};

/** Reads the files of an archive in order, one ahead. */
const createFiles = (file: string) => {
  const files = filesOf(file);
  let ahead: IteratorResult<ArchiveFile> | null = null;
  const look = async (): Promise<ArchiveFile | null> => {
    ahead ??= await files.next();
    return ahead.done === true ? null : ahead.value;
  };
  return {
    look,
    async next(): Promise<ArchiveFile> {
      const found = (await look()) ?? refuse(file, CUT_OFF);
      ahead = null;
      return found;
    },
    close: async () => void (await files.return(undefined)),
  };
};

const takeAll = async (file: string, files: ReturnType<typeof createFiles>, taker: ArchiveTaker) => {
  const first = await files.next();
  const head = first.name === HEAD_FILE ? await readJson(first, headSchema) : null;
  if (head === null) return refuse(file, 'is none of this version, or no backup at all.');
  await taker.begin(head);
  const read: ArchiveSums['tables'] = [];
  for (const table of head.tables) {
    const { name } = table;
    const sum = createTableSum(name);
    const lines = async function* () {
      while ((await files.look())?.name.startsWith(tableFolder(name)) === true) {
        for await (const piece of (await files.next()).content) {
          sum.add(piece);
          yield piece;
        }
      }
    };
    await taker.takeTable(table, lines());
    read.push(sum.end());
  }
  const last = await files.next();
  const sums = last.name === SUMS_FILE ? await readJson(last, sumsSchema) : null;
  if (sums === null || (await files.look()) !== null) return refuse(file, CUT_OFF);
  for (const [index, written] of sums.tables.entries()) {
    if (JSON.stringify(written) !== JSON.stringify(read[index]))
      refuse(file, `is damaged: the table ${written.name} is not what was written. Use another backup.`);
  }
  return { head, sums };
};

/**
 * Reads an archive to its end and compares its tables with their sums. Rows must not be committed before this resolves. Throws
 * StartRefused, which names the fault of the file.
 */
export const readArchive = async (
  file: string,
  taker: ArchiveTaker,
): Promise<{ readonly head: ArchiveHead; readonly sums: ArchiveSums }> => {
  const files = createFiles(file);
  try {
    return await takeAll(file, files, taker);
  } finally {
    await files.close();
  }
};

const DISCARDING_TAKER: ArchiveTaker = {
  begin: () => Promise.resolve(),
  async takeTable(_table, lines) {
    for await (const _piece of lines);
  },
};

/** Reads a backup to its end without storing it. Throws StartRefused if it is incomplete or damaged. */
export const checkArchive = (file: string) => readArchive(file, DISCARDING_TAKER);

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InvalidInput, TooLarge } from '../errors.ts';

/** The longest line of a table: a file with longer ones is no table. */
const MAX_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const LINE_END = /\r\n|\r|\n/;
/** The first half of a line end that two chunks share. */
const HALF_LINE_END = /\r$/;
const MAX_UNPACKED = 'O arquivo descompactado é grande demais: divida-o e envie uma parte de cada vez.';

export type Encoding = 'UTF-8' | 'Latin-1' | 'UTF-16LE' | 'UTF-16BE';

const isGzip = (chunk: Buffer): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

/** The file's bytes, unpacked if they are gzip. Throws TooLarge after `maxBytes` unpacked bytes. */
export async function* unpackedBytes(file: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* allChunks(): AsyncGenerator<Buffer> {
    yield first.value as Buffer;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  const gunzip = createGunzip();
  const isPacked = isGzip(first.value);
  // If the input fails, `gunzip` ends with that error, which its reader receives.
  if (isPacked) pipeline(Readable.from(allChunks()), gunzip, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of isPacked ? gunzip : allChunks()) {
      bytes += (chunk as Buffer).length;
      if (bytes > maxBytes) throw new TooLarge(MAX_UNPACKED);
      yield chunk as Buffer;
    }
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw new InvalidInput('O arquivo compactado está danificado.');
    throw cause;
  }
}

/** Index of the last line end; negative: none. A return as the last byte may be half of one, and does not count. */
const endOfLines = (chunk: Buffer): number => {
  const newline = chunk.lastIndexOf(NEWLINE);
  return newline < 0 ? chunk.lastIndexOf(RETURN, -2) : newline;
};

/** UTF-16 by its byte order mark, or by zeros in every other of the first four bytes; `null`: another encoding. */
const wideEncoding = (chunk: Buffer): 'UTF-16LE' | 'UTF-16BE' | null => {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return 'UTF-16LE';
  if (chunk[0] === 0xfe && chunk[1] === 0xff) return 'UTF-16BE';
  if (chunk.length < 4) return null;
  if (chunk[1] === 0 && chunk[3] === 0 && chunk[0] !== 0) return 'UTF-16LE';
  return chunk[0] === 0 && chunk[2] === 0 && chunk[1] !== 0 ? 'UTF-16BE' : null;
};

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('windows-1252');

/**
 * Text of unknown encoding: UTF-16 by its beginning, UTF-8 while it is valid, and Latin-1 after that. It is cut at line ends,
 * which are the same byte in both, so no character is cut. @param maxBytes - unpacked; more throw TooLarge @param chosen - the
 * encoding; `null`: detect it
 */
export const textLines = (file: Readable, maxBytes: number, chosen: Encoding | null = null) => {
  let encoding: Encoding = chosen ?? 'UTF-8';
  const decode = (bytes: Buffer): string => {
    if (encoding === 'Latin-1') return latin1.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      encoding = 'Latin-1';
      return latin1.decode(bytes);
    }
  };
  /** Converts UTF-16 to UTF-8. */
  async function* narrow(): AsyncGenerator<Buffer> {
    let wide: InstanceType<typeof TextDecoder> | null = null;
    let isFirst = true;
    for await (const chunk of unpackedBytes(file, maxBytes)) {
      if (isFirst) encoding = chosen ?? wideEncoding(chunk) ?? encoding;
      if (isFirst && encoding.startsWith('UTF-16')) wide = new TextDecoder(encoding);
      isFirst = false;
      yield wide === null ? chunk : Buffer.from(wide.decode(chunk, { stream: true }));
    }
  }
  return {
    /** The encoding of the lines so far. */
    encoding: () => encoding,
    /** Lines in the portions in which they arrive, without their ends. */
    async *portions(): AsyncGenerator<readonly string[]> {
      const isWide = (): boolean => encoding.startsWith('UTF-16');
      const textOf = (bytes: Buffer): string => (isWide() ? utf8.decode(bytes) : decode(bytes));
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of narrow()) {
        const end = endOfLines(chunk);
        if (end < 0) {
          rest = Buffer.concat([rest, chunk]);
          if (rest.length > MAX_LINE_BYTES) throw new InvalidInput('O arquivo não é uma tabela CSV.');
          continue;
        }
        const text = textOf(Buffer.concat([rest, chunk.subarray(0, end)]));
        yield text.replace(HALF_LINE_END, '').split(LINE_END);
        rest = Buffer.from(chunk.subarray(end + 1));
      }
      if (rest.length > 0) yield textOf(rest).split(LINE_END);
    },
  };
};

import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InvalidInput, TooLarge } from '../errors.ts';

/** No line of a table is longer: what has none is no table. */
const LONGEST_LINE_BYTES = 256 * 1024;
const NEWLINE = 0x0a;

export type Encoding = 'UTF-8' | 'Latin-1';

interface TextLines {
  /** Lines in the portions in which they arrive, without their ends. */
  portions(): AsyncGenerator<readonly string[]>;
  /** What the lines so far were written in. */
  encoding(): Encoding;
}

const isGzip = (chunk: Buffer): boolean => chunk[0] === 0x1f && chunk[1] === 0x8b;

/** The file's bytes, unpacked where it was packed by gzip. */
async function* unpacked(file: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* whole(): AsyncGenerator<Buffer> {
    yield first.value as Buffer;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (!isGzip(first.value)) return yield* whole();
  const gunzip = createGunzip();
  // What fails before it is told by it.
  pipeline(Readable.from(whole()), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && String(cause.code).startsWith('Z_'))
      throw new InvalidInput('O arquivo compactado está danificado.');
    throw cause;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const latin1 = new TextDecoder('windows-1252');

/**
 * Text of which nobody says how it is encoded: UTF-8 as long as it can be, and Latin-1 from where it cannot. It is cut
 * at line ends, which are the same byte in both, so that no character is ever cut.
 *
 * @param mostBytes - unpacked; more throw TooLarge
 */
export const textLines = (file: Readable, mostBytes: number): TextLines => {
  let encoding: Encoding = 'UTF-8';
  const decode = (bytes: Buffer): string => {
    if (encoding === 'Latin-1') return latin1.decode(bytes);
    try {
      return utf8.decode(bytes);
    } catch {
      encoding = 'Latin-1';
      return latin1.decode(bytes);
    }
  };
  return {
    encoding: () => encoding,
    async *portions() {
      let rest: Buffer = Buffer.alloc(0);
      let bytes = 0;
      for await (const chunk of unpacked(file)) {
        bytes += chunk.length;
        if (bytes > mostBytes)
          throw new TooLarge(
            'O arquivo descompactado é grande demais: divida-o e envie uma parte de cada vez.',
          );
        const end = chunk.lastIndexOf(NEWLINE);
        if (end < 0) {
          rest = Buffer.concat([rest, chunk]);
          if (rest.length > LONGEST_LINE_BYTES) throw new InvalidInput('O arquivo não é uma tabela CSV.');
          continue;
        }
        yield decode(Buffer.concat([rest, chunk.subarray(0, end)])).split('\n');
        rest = Buffer.from(chunk.subarray(end + 1));
      }
      if (rest.length > 0) yield decode(rest).split('\n');
    },
  };
};

import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly checksum: number;
  readonly compressedSize: number;
  readonly size: number;
}

const VERSION = 20;
/** Sizes follow the content; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980: archives of the same content are the same. */
const DATE = 0x21;
const FAST = 1;

const numbers = (...fields: readonly (readonly [bytes: 2 | 4, value: number])[]): Buffer => {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

const localHeader = (name: Buffer): Buffer =>
  Buffer.concat([
    numbers([4, 0x04034b50], [2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, DATE]),
    numbers([4, 0], [4, 0], [4, 0], [2, name.length], [2, 0]),
    name,
  ]);

const descriptor = ({ checksum, compressedSize, size }: Written): Buffer =>
  numbers([4, 0x08074b50], [4, checksum], [4, compressedSize], [4, size]);

const centralHeader = ({ name, offset, checksum, compressedSize, size }: Written): Buffer =>
  Buffer.concat([
    numbers([4, 0x02014b50], [2, VERSION], [2, VERSION], [2, FLAGS], [2, DEFLATED], [2, 0], [2, DATE]),
    numbers([4, checksum], [4, compressedSize], [4, size], [2, name.length]),
    numbers([2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ]);

const endOfDirectory = (entries: number, size: number, offset: number): Buffer =>
  numbers([4, 0x06054b50], [2, 0], [2, 0], [2, entries], [2, entries], [4, size], [4, offset], [2, 0]);

/** Deflates an entry piece by piece, and returns its sizes and checksum. */
async function* deflated({ content }: ZipEntry): AsyncGenerator<Buffer, Omit<Written, 'name' | 'offset'>> {
  let [checksum, size, compressedSize] = [0, 0, 0];
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const text of content) {
      const piece = Buffer.from(text as string);
      checksum = crc32(piece, checksum);
      size += piece.length;
      yield piece;
    }
  }
  const source = Readable.from(counted(), { objectMode: false });
  const deflate = createDeflateRaw({ level: FAST });
  source.on('error', (error) => deflate.destroy(error));
  source.pipe(deflate);
  try {
    for await (const piece of deflate) {
      compressedSize += (piece as Buffer).length;
      yield piece as Buffer;
    }
  } finally {
    source.destroy();
    deflate.destroy();
  }
  return { checksum, compressedSize, size };
}

/**
 * A ZIP archive, written while it is read (PKWARE APPNOTE 4.3, without its 64-bit forms, because no entry or archive comes near 4
 * GB).
 */
export async function* zipStream(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const entry of entries) {
    const name = Buffer.from(entry.name);
    const header = localHeader(name);
    yield header;
    const sizes = yield* deflated(entry);
    const one = { ...sizes, name, offset };
    const after = descriptor(one);
    yield after;
    written.push(one);
    offset += header.length + sizes.compressedSize + after.length;
  }
  const directory = Buffer.concat(written.map(centralHeader));
  yield directory;
  yield endOfDirectory(written.length, directory.length, offset);
}

import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { PART_BYTES, type UploadsRepository } from './uploads.repository.ts';

const GZIP = Buffer.from([0x1f, 0x8b]);

async function* compressed(file: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = file[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  async function* whole(): AsyncGenerator<Buffer> {
    yield first.value as Buffer;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  if (first.value.subarray(0, 2).equals(GZIP)) return yield* whole();
  const gzip = createGzip({ level: 4 });
  // What fails before it is told by it.
  pipeline(Readable.from(whole()), gzip, () => undefined);
  yield* gzip as AsyncIterable<Buffer>;
}

/** Keeps a file while it arrives, compressed and in parts. */
export const keepUpload = async (
  uploads: UploadsRepository,
  importId: number,
  file: Readable,
): Promise<void> => {
  let number = 0;
  let waiting: Buffer[] = [];
  const flush = async (): Promise<void> => {
    await uploads.add(importId, number++, Buffer.concat(waiting));
    waiting = [];
  };
  for await (const chunk of compressed(file)) {
    waiting.push(chunk);
    if (waiting.reduce((sum, { length }) => sum + length, 0) >= PART_BYTES) await flush();
  }
  if (waiting.length > 0) await flush();
};

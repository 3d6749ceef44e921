import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { createTarPacker } from 'modern-tar';

/** Writes bytes to a tar decoder with backpressure. An error of the source aborts the decoder, whose reader reports it. */
export const feedTar = async (
  bytes: AsyncIterable<Uint8Array>,
  { writable }: { writable: WritableStream },
) => {
  const writer = writable.getWriter();
  try {
    for await (const piece of bytes) await writer.write(piece);
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
  }
};

/** Adds a file of exactly `size` bytes. */
type AddToTar = (
  name: string,
  size: number,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
) => Promise<void>;

interface TarContent {
  readonly addFile: AddToTar;
  readonly addDirectory: (name: string) => Promise<void>;
}

/**
 * Writes a tar packed by zstd, which any tar opens. The file appears under its name once it is complete and on disk; only its
 * owner may read it.
 */
export const writeTarFile = async <T>(
  file: string,
  mtime: Date,
  addAll: (content: TarContent) => Promise<T>,
): Promise<T> => {
  const { readable, controller } = createTarPacker();
  const content: TarContent = {
    async addFile(name, size, pieces) {
      const writer = controller.add({ name, size, type: 'file', mode: 0o600, mtime }).getWriter();
      for await (const piece of pieces) await writer.write(piece);
      await writer.close();
    },
    async addDirectory(name) {
      await controller.add({ name, size: 0, type: 'directory', mode: 0o700, mtime }).getWriter().close();
    },
  };
  const unfinished = `${file}.unfinished`;
  const written = pipeline(
    Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  );
  try {
    const added = addAll(content).then(
      (result) => {
        controller.finalize();
        return result;
      },
      (error: unknown) => {
        controller.error(error);
        throw error;
      },
    );
    const [result] = await Promise.all([added, written]);
    await rename(unfinished, file);
    return result;
  } catch (error) {
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
};

import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createZstdDecompress } from 'node:zlib';
import { StartRefused } from '@nascente/runtime/start-refused';
import { createTarDecoder } from 'modern-tar';
import { feedTar } from '../feed-tar.ts';

/** Names of this program's own archives; what leads out of the folder is none of them. */
const OURS = /^postgres(\/[\w.-]+)*\/?$|^postgres\.password$/;
const END = 'postgres/backup_label';

const writePieces = async (path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'w', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
  } finally {
    await file.close();
  }
};

/** Lays the files of a base backup into a folder. Throws StartRefused where it is cut off or damaged. */
export const extractBase = async (file: string, folder: string): Promise<void> => {
  const compressed = createReadStream(file);
  const bytes = compressed.pipe(createZstdDecompress());
  compressed.once('error', (error) => bytes.destroy(error));
  const decoder = createTarDecoder({ strict: true });
  void feedTar(bytes, decoder);
  let last = '';
  try {
    for await (const { header, body } of decoder.readable) {
      const { name, type } = header;
      if (!OURS.test(name) || name.includes('..')) throw new Error(`${name} is none of its files`);
      if (type === 'directory') {
        await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
        for await (const _ of body);
      } else await writePieces(join(folder, name), body);
      last = name;
    }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartRefused(
      `The base backup ${file} is damaged (${reason}). Move it away to use an older one.`,
      {
        cause,
      },
    );
  } finally {
    compressed.destroy();
    bytes.destroy();
  }
  if (last !== END)
    throw new StartRefused(`The base backup ${file} is cut off. Move it away to use an older one.`);
};

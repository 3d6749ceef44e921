import { type FileHandle, open } from 'node:fs/promises';

const HASH_LETTERS = 40;
/** A hash with its count, as Have I Been Pwned writes it, is shorter. */
const MAX_LINE = 64;
/** So much is read at once in the end, instead of more and smaller steps. */
const READ_AT_ONCE = 4_096;

const read = async (file: FileHandle, from: number, length: number): Promise<string> => {
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: from });
  return buffer.toString('latin1', 0, bytesRead);
};

/**
 * Whether a hash stands in a file of hashes in hexadecimal, one a line, sorted, with or without a count behind each: by halving, so
 * that a file of forty gigabytes costs some thirty short reads and no memory.
 */
export const isInSortedHashes = async (path: string, hash: string): Promise<boolean> => {
  const sought = hash.toUpperCase();
  const file = await open(path);
  try {
    // Both are starts of lines, or the end.
    let low = 0;
    let high = (await file.stat()).size;
    while (high - low > READ_AT_ONCE) {
      const middle = Math.floor((low + high) / 2);
      const text = await read(file, middle, 2 * MAX_LINE);
      const start = text.indexOf('\n') + 1;
      if (start === 0) return false;
      const found = text.slice(start, start + HASH_LETTERS).toUpperCase();
      if (found <= sought) low = middle + start;
      else high = middle + start;
    }
    const lines = (await read(file, low, high - low)).split('\n');
    return lines.some((line) => line.slice(0, HASH_LETTERS).toUpperCase() === sought);
  } finally {
    await file.close();
  }
};

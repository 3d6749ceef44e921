import { crc32, inflateRawSync } from 'node:zlib';
import { expect } from 'vitest';

/** Reads an archive by its central directory, as programs do. */
export const filesOfWorkbook = (archive: Buffer): Map<string, string> => {
  const files = new Map<string, string>();
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  let at = archive.readUInt32LE(end + 16);
  for (let entry = 0; entry < archive.readUInt16LE(end + 10); entry++) {
    const [compressedSize, size, length] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt32LE(at + 24),
      archive.readUInt16LE(at + 28),
    ];
    const name = archive.toString('utf8', at + 46, at + 46 + length);
    const local = archive.readUInt32LE(at + 42);
    const content = local + 30 + archive.readUInt16LE(local + 26);
    const text = inflateRawSync(archive.subarray(content, content + compressedSize));
    expect([text.length, crc32(text)]).toEqual([size, archive.readUInt32LE(at + 16)]);
    files.set(name, text.toString());
    at += 46 + length;
  }
  return files;
};

const cellsOf = (row: string): string[] =>
  [...row.matchAll(/<c[^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) => cell.replaceAll(/<[^>]+>/g, ''));
/** The texts of the cells of a sheet, row by row. */
export const rowsOfSheet = (sheet: string | undefined): string[][] =>
  [...(sheet ?? '').matchAll(/<row[^>]*>(.*?)<\/row>/g)].map(([, row = '']) => cellsOf(row));

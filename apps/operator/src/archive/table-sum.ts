import { createHash } from 'node:crypto';
import type { TableSum } from './contents.ts';

const LINE_END = 0x0a;

/** Adds up the lines of a table as they pass: PostgreSQL writes a row a line, and escapes the line ends within. */
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

import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the files of PostgreSQL: without it nobody signs in to what was brought back. */
export const PASSWORD_FILE = 'postgres.password';

const ENDING = '.tar.zst';

/** Named by when it ended: from then on it can be brought to any moment. Of instants in UTC the order is that of the names. */
export const baseName = (endedAt: Date): string => `${endedAt.toISOString().replaceAll(':', '-')}${ENDING}`;

/** The newest base backup that had ended by `moment`; null where there is none. */
export const newestBase = (baseDirectory: string, moment: Date | null): string | null => {
  const names = readdirSync(baseDirectory).filter((name) => /^\d{4}-.*Z\.tar\.zst$/.test(name));
  const early = moment === null ? names : names.filter((name) => name <= baseName(moment));
  const newest = early.sort().at(-1);
  return newest === undefined ? null : join(baseDirectory, newest);
};

/** What the archived log holds the way of, oldest first: each restore to a moment begins a timeline, and its pieces are named by it. */
export const timelinesIn = (logDirectory: string): readonly number[] => {
  const first = readdirSync(logDirectory).map(
    (name) => /^[\dA-F]{8}(?=[\dA-F]{16}|\.history)/.exec(name)?.[0],
  );
  return [...new Set(first)]
    .flatMap((hexadecimal) => (hexadecimal === undefined ? [] : [Number.parseInt(hexadecimal, 16)]))
    .toSorted((one, other) => one - other);
};

import { dirname } from 'node:path/posix';
import { isTest, sourceFiles } from '../steps/source-files.mjs';

const LIMITS = { median: 130, p90: 280, file: 450, test: 500, folder: 25 };

const atShare = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Folders with more source files on one level than a reader takes in. Style sheets stand with their component. */
const crowdedFolders = (files) => {
  const counts = new Map();
  for (const { path } of files) {
    if (isTest(path) || path.endsWith('.css')) continue;
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > LIMITS.folder)
    .map(([folder, count]) => `${folder}: ${count} source files on one level, at most ${LIMITS.folder}`);
};

/** Limits the median, the 90th percentile and the maximum of lines a file, and the files of a folder. */
export const checkSizes = () => {
  const files = sourceFiles();
  const sizes = files
    .filter(({ path }) => !isTest(path))
    .map(({ lines }) => lines)
    .sort((a, b) => a - b);
  const median = atShare(sizes, 0.5);
  const p90 = atShare(sizes, 0.9);
  const faults = files
    .filter(({ path, lines }) => lines > (isTest(path) ? LIMITS.test : LIMITS.file))
    .map(({ path, lines }) => `${path}: ${lines} lines; cut it by its use`);
  faults.push(...crowdedFolders(files));
  if (median > LIMITS.median) faults.push(`median of ${median} lines, at most ${LIMITS.median}`);
  if (p90 > LIMITS.p90) faults.push(`90th percentile of ${p90} lines, at most ${LIMITS.p90}`);
  return { faults, note: `${sizes.length} files, median ${median}, p90 ${p90}, largest ${sizes.at(-1)}` };
};

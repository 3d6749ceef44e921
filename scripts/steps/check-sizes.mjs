import { isTest, sourceFiles } from './source-files.mjs';

const LIMITS = { median: 80, p90: 200, file: 400, test: 500 };

const atShare = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** A file cut by its use stays small: the median, the 90th percentile and the largest are limited. */
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
  if (median > LIMITS.median) faults.push(`median of ${median} lines, at most ${LIMITS.median}`);
  if (p90 > LIMITS.p90) faults.push(`90th percentile of ${p90} lines, at most ${LIMITS.p90}`);
  return { faults, note: `${sizes.length} files, median ${median}, p90 ${p90}, largest ${sizes.at(-1)}` };
};

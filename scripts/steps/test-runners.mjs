import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runNode } from './run-program.mjs';
import { compiledModules, root, scriptOf } from './toolchain.mjs';

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null);

/** A runner that ended badly has failed at least once, whatever it counted: a suite that did not load, say. */
const counted = (code, passed, failed) => ({ passed, failed: code === 0 ? failed : Math.max(failed, 1) });

const inScratch = async (work) => {
  const folder = mkdtempSync(join(tmpdir(), 'nascente-report-'));
  try {
    return await work(join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Not where coverage is counted, which functions from a cache would blur. */
const compiled = (coverage) => (coverage ? {} : compiledModules);

/** Runs projects of vitest.config.ts. A coverage below its threshold counts as one failure. */
export const runVitest = (projects, { coverage = false } = {}) =>
  inScratch(async (report) => {
    const { code } = await runNode(
      [
        scriptOf('vitest'),
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        ...(coverage ? ['--coverage'] : []),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${report}`,
      ],
      // In a log, colours are noise.
      { env: { ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }), ...compiled(coverage) } },
    );
    const { numPassedTests = 0, numFailedTests = 0 } = readReport(report) ?? {};
    return counted(code, numPassedTests, numFailedTests);
  });

/** Runs the browser tests. */
export const runPlaywright = (chromium) =>
  inScratch(async (report) => {
    const { code } = await runNode(
      [scriptOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json'],
      {
        cwd: join(root, 'tests/e2e'),
        env: {
          PLAYWRIGHT_JSON_OUTPUT_NAME: report,
          ...compiledModules,
          ...(chromium ? { CHROMIUM: chromium } : {}),
        },
      },
    );
    const { expected = 0, unexpected = 0, flaky = 0 } = readReport(report)?.stats ?? {};
    return counted(code, expected, unexpected + flaky);
  });

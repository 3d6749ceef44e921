import { defineConfig } from 'vitest/config';
import { testsOfTime } from './scripts/steps/tests-of-time.mjs';

/*
 * Without isolation, shared modules are loaded once a process instead of once a file: half of the time of pure functions, two
 * fifths of that of the server, two thirds of that of screens. So nothing may outlive a file: each stops its own servers and
 * timers.
 */
const domainTests = ['packages/{contract,domain}/src/**/*.test.ts', 'apps/virtual-meters/src/**/*.test.ts'];
/** By default Vitest leaves one processor free: of two, half. */
const maxWorkers = '100%';
/** Awaited results may come late: a busy machine is no failure. */
const testTimeout = 20_000;
const expect = { poll: { timeout: 15_000 } };
const setupFiles = ['scripts/steps/property-seed.mjs'];
const setupOnDatabase = ['apps/server/src/testing/end-of-file.setup.ts', ...setupFiles];
const onDatabase = ['**/*.db.test.ts', '**/*.edge.test.ts'];
/** Attacks that take minutes: `npm run faults`. */
const lasting = ['**/*.faults.test.ts'];

export default defineConfig({
  test: {
    coverage: {
      provider: 'v8',
      include: ['packages/domain/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/testing/**'],
      thresholds: { lines: 100, functions: 100, branches: 100, statements: 100 },
      reportsDirectory: 'coverage',
      reporter: ['text-summary', 'json-summary'],
    },
    projects: [
      {
        test: {
          name: 'unit-utc',
          include: domainTests,
          env: { TZ: 'UTC' },
          pool: 'forks',
          maxWorkers,
          testTimeout,
          expect,
          setupFiles,
          isolate: false,
        },
      },
      {
        test: {
          name: 'unit-new-york',
          include: testsOfTime(['packages/contract', 'packages/domain', 'apps/virtual-meters/src']),
          env: { TZ: 'America/New_York' },
          pool: 'forks',
          maxWorkers,
          testTimeout,
          expect,
          setupFiles,
          isolate: false,
        },
      },
      {
        test: {
          name: 'server',
          include: [
            'apps/server/src/**/*.test.ts',
            'packages/{runtime,postgres-host,message-log}/src/**/*.test.ts',
            'apps/web/bundling/**/*.test.ts',
          ],
          exclude: [...onDatabase, ...lasting],
          env: { TZ: 'America/New_York' },
          pool: 'forks',
          maxWorkers,
          testTimeout,
          expect,
          setupFiles,
          isolate: false,
        },
      },
      {
        test: {
          name: 'database',
          include: onDatabase.flatMap((glob) => [`apps/**/${glob.slice(3)}`, `packages/**/${glob.slice(3)}`]),
          env: { TZ: 'America/New_York' },
          pool: 'forks',
          maxWorkers: 2,
          isolate: false,
          testTimeout: 60_000,
          expect,
          setupFiles: setupOnDatabase,
          hookTimeout: 120_000,
          globalSetup: ['apps/server/src/testing/database.global.ts'],
        },
      },
      {
        test: {
          name: 'faults',
          include: lasting.map((glob) => `apps/**/${glob.replace('**/', '')}`),
          env: { TZ: 'America/New_York' },
          pool: 'forks',
          maxWorkers: 1,
          testTimeout: 600_000,
          expect,
          setupFiles: setupOnDatabase,
          hookTimeout: 120_000,
          globalSetup: ['apps/server/src/testing/database.global.ts'],
        },
      },
      {
        test: {
          name: 'web',
          include: ['{apps/web,packages/charts}/src/**/*.test.{ts,tsx}'],
          env: { TZ: 'America/New_York' },
          environment: 'jsdom',
          testTimeout,
          expect,
          setupFiles: [...setupFiles, 'apps/web/src/testing/setup.ts'],
          pool: 'forks',
          maxWorkers,
          // Tests leave nothing behind: `apps/web/src/testing/setup.ts`.
          isolate: false,
        },
      },
    ],
  },
});

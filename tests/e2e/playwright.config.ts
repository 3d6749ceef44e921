import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { runningServer, wasStarted } from './setup/running-server.ts';

/** The Chromium of the system where there is one; otherwise the one that Playwright brought. */
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(
  (path) => path && existsSync(path),
);

/** Of these a minute goes by, or a server ends and starts again, while the processor has little to do. */
const WAITING = ['alerts.spec.ts', 'wall.spec.ts'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  globalSetup: './setup/start-servers.ts',
  forbidOnly: true,
  // Each with a server of its own: on two cores, two tests side by side take two thirds of the time. A third beside them
  // does nothing but wait.
  workers: 3,
  projects: [
    { name: 'waiting', testMatch: WAITING, workers: 1 },
    { name: 'screens', testIgnore: WAITING, workers: 2 },
  ],
  fullyParallel: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    // Known once the global setup has started the servers: the workers read this file after it.
    ...(wasStarted() ? { baseURL: runningServer().address } : {}),
    locale: 'pt-BR',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 900 },
    // Keeping the whole of the application on the device costs every new browser more than the test: `installed.spec.ts`.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recorded only on request: nearly all recordings would be discarded.
    trace: process.env.TRACE === undefined ? 'off' : 'retain-on-failure',
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
  },
});

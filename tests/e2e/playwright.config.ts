import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { runningServer, wasStarted } from './setup/running-server.ts';
import { toursSeen } from './setup/tours-seen.ts';

/** Of the system where there is one; otherwise the one that Playwright brought. */
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium'].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/browser',
  globalSetup: './setup/start-server.ts',
  forbidOnly: true,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    // Known once the global setup has started the server: the workers read this file after it.
    ...(wasStarted()
      ? { baseURL: runningServer().address, storageState: toursSeen(runningServer().address) }
      : {}),
    locale: 'pt-BR',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: chromium === undefined ? {} : { executablePath: chromium },
  },
});

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runNode, runProgram } from './run-program.mjs';
import { root, scriptOf } from './toolchain.mjs';

const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':');
const onPath = (name) => folders.map((folder) => join(folder, name)).find((path) => existsSync(path));

/** Chromium without a window around its pages: the same engine, with a quarter less to do a test. */
const WINDOWLESS = 'chromium-headless-shell';

const findChromium = () =>
  [WINDOWLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map(onPath)
    .find(Boolean);

const installFromDebian = async (name) => {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return;
  console.log(`Installing ${name}…`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { quiet: true, env });
  const { code, output } = await runProgram(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', name],
    { quiet: true, env },
  );
  if (code !== 0) console.log(output);
};

/**
 * What the tests need besides npm packages: a Chromium for the browser tests (null when only Playwright's own is
 * there), mosquitto_pub and nats-server. Installs what is missing where that is possible.
 */
export const ensureSystemPrograms = async () => {
  if (!onPath(WINDOWLESS)) await installFromDebian(WINDOWLESS);
  if (!findChromium()) await installFromDebian('chromium');
  if (!onPath('mosquitto_pub')) await installFromDebian('mosquitto-clients');
  if (!onPath('mosquitto_pub')) {
    throw new Error('mosquitto_pub is missing: install mosquitto-clients (Debian) or mosquitto (Homebrew).');
  }
  if (!onPath('nats-server')) await installFromDebian('nats-server');
  if (!onPath('nats-server')) {
    throw new Error('nats-server is missing: install nats-server (Debian, Homebrew), 2.9 or later.');
  }
  const chromium = findChromium();
  if (chromium) return { chromium };
  const { code } = await runNode([scriptOf('@playwright/test', 'playwright'), 'install', 'chromium'], {
    cwd: join(root, 'tests/e2e'),
  });
  if (code !== 0) throw new Error('Chromium is missing: install the package chromium, or Google Chrome.');
  return { chromium: null };
};

// npm run demo: the server with a demonstration company, and virtual meters that publish to it over MQTT.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureInstalled } from './ensure-installed.mjs';
import { buildWeb } from './steps/build-web.mjs';
import { demoSettings, requireFreePorts, shownOff } from './steps/demo-settings.mjs';
import { onEndSignal, startNode } from './steps/long-running.mjs';
import { withOneLineErrors } from './steps/one-line-errors.mjs';
import { startSupervisedServer } from './steps/supervised-server.mjs';

const isReady = async (port) => {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).ok;
  } catch {
    return false;
  }
};

/** Resolves when the server answers, however long a slow machine takes to tell the past; with false when it ended before. */
const whenReady = async (server, port) => {
  let running = true;
  server.ended.then(() => {
    running = false;
  });
  while (running) {
    if (await isReady(port)) return true;
    await delay(100);
  }
  return false;
};

const printAddress = (settings) => {
  const stored = (name) => JSON.parse(readFileSync(join(settings.dataDir, 'demonstration', name), 'utf8'));
  const { email, partner, password } = stored('sign-in.json');
  const { mac, code } = stored('free-board.json');
  console.log(`
  Nascente is running with the demonstration company.

    address    http://localhost:${settings.http}
    e-mail     ${email}
    password   ${password}
    partner    ${partner}, same password: the second brand
    in stock   board ${mac}, claim code ${code}: register it at /registerBoard

  Virtual meters publish to MQTT port ${settings.mqtt} every 5 seconds. Ctrl-C ends everything.
`);
};

await withOneLineErrors(async () => {
  ensureInstalled();
  await buildWeb();
  const settings = demoSettings();
  await requireFreePorts(settings);
  console.log(
    'Starting… The first start writes seven months of history: a minute or two, on a slow machine more. Seven earlier months follow.',
  );
  const server = startSupervisedServer(['--demo', ...process.argv.slice(2)], {
    env: { ...shownOff(settings), DATA_DIR: settings.dataDir, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
  });
  let meters;
  onEndSignal(async () => {
    await meters?.end();
    await server.end();
  });
  if (!(await whenReady(server, settings.http))) {
    await server.end();
    return (await server.ended) || 1;
  }
  const boards = join(settings.dataDir, 'demonstration/boards.json');
  const broker = ['--host', '127.0.0.1', '--port', String(settings.mqtt)];
  meters = startNode(['apps/virtual-meters/src/main.ts', '--boards', boards, ...broker], { quiet: true });
  printAddress(settings);
  const code = await server.ended;
  await meters.end();
  return code;
});

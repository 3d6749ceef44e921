import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { boardWith, runningServer } from './setup/running-server.ts';
import { card, connected, expect, settled, test } from './setup/test.ts';

const run = promisify(execFile);

/** The command that the README tells newcomers to paste. */
function documentedCommand(): string {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, command] = /<!-- publish -->\s*```sh\n([\s\S]+?)```/.exec(readme) ?? [];
  if (command === undefined) throw new Error('the README documents no command');
  return command;
}

test('shows a message of the mosquitto_pub command from the README on the board’s page', async ({
  marina,
}) => {
  const board = boardWith('bakery-ovens');
  await marina.goto(`/meter/${board.mac}`);
  await settled(marina);
  await connected(marina);

  const command = documentedCommand()
    .replaceAll('A4:CF:12:00:0B:01', board.mac)
    .replace('localhost -p 1883', `127.0.0.1 -p ${runningServer().mqttPort}`);
  await run('sh', ['-c', command], { env: { ...process.env, DEVICE_KEY: board.key } });

  // 2567.5 + 1988.6 + 2048.2 W
  await expect(card(marina, 'Agora').getByText('6,60 kW', { exact: true })).toBeVisible();
  await expect(card(marina, 'Agora').getByText('221,4')).toBeVisible();
});

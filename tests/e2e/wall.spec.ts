import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSharedLink } from '@nascente/contract/connections/shared-links';
import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { createEstablishment } from '@nascente/contract/sites/establishments';
import { createInstallation } from '@nascente/contract/sites/meters';
import { aCompany, newBoard } from './setup/establishments.ts';
import { ADMIN, createMovedServer } from './setup/moved-server.ts';
import { ask } from './setup/people.ts';
import { publish } from './setup/publishing.ts';
import { expect, test } from './setup/test.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const OWNER = { email: 'bia@padaria.test', password: 'Pao#quente1' };

type Server = Awaited<ReturnType<typeof createMovedServer>>;

/** A customer with one meter, and the address of her wall screen. */
const settle = async ({ address, now }: Server) => {
  const password = Buffer.from(ADMIN.password).toString('base64');
  const admin = await ask(login, { address, body: { email: ADMIN.email, password } });
  const { token } = await ask(signUp, { address, body: { name: 'Beatriz Nunes', ...OWNER } });
  const { establishment } = await ask(createEstablishment, {
    address,
    token,
    body: aCompany('Padaria do Porto'),
  });
  const board = await newBoard({ address, token: admin.token });
  const installation = {
    locationCode: establishment._id,
    name: 'Geral',
    meter: board.mac,
    code: board.code,
    fuseBoxMeter: true,
    installDate: new Date(now() - 20 * DAY).toISOString(),
  };
  await ask(createInstallation, { address, token, body: installation });
  const wall = { kind: 'tv', name: 'Recepção', establishmentId: establishment._id, type: 'eletric' } as const;
  const { key } = await ask(createSharedLink, { address, token, body: { ...wall, expiresOn: null } });
  return { board, path: `${address}/tv/${key}` };
};

test('a wall screen needs no session, and continues after a server restart', async ({ browser }) => {
  // The test starts a server twice.
  test.setTimeout(10 * MINUTE);
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-wall-'));
  const server = await createMovedServer(dataDir);
  const context = await browser.newContext({ locale: 'pt-BR' });
  try {
    await server.startAt(Date.now());
    const { board, path } = await settle(server);
    await publish(board, { va: 220, wa: 1200 }, server);

    const page = await context.newPage();
    await page.clock.install();
    await page.goto(path);
    const now = page.getByText('Agora', { exact: true }).locator('..');
    await expect(now).toContainText(/1,20\skW/);

    await server.stop();
    await page.clock.fastForward(3 * MINUTE);
    await expect(page.getByText(/sem conexão desde \d\d:\d\d/)).toBeVisible();
    await expect(now).toContainText(/1,20\skW/);

    // Three minutes later on both clocks, and nobody touches the wall.
    await server.startAt(Date.now() + 3 * MINUTE);
    await publish(board, { va: 220, wa: 3400 }, server);
    await expect(now).toContainText(/3,40\skW/, { timeout: MINUTE });
    await expect(page.getByText('sem conexão')).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('nascente.token'))).toBeNull();
  } finally {
    await context.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { login } from '@nascente/contract/people/session';
import { signUp } from '@nascente/contract/people/sign-up';
import { createEstablishment } from '@nascente/contract/sites/establishments';
import { createInstallation } from '@nascente/contract/sites/meters';
import { parseZone } from '@nascente/domain/base/time/zone';
import { createVirtualBoard } from '@nascente/virtual-meters/board/virtual-board';
import { openConnection } from '@nascente/virtual-meters/publishing/run-boards';
import { aCompany, newBoard } from './setup/establishments.ts';
import { ADMIN, createMovedServer } from './setup/moved-server.ts';
import { ask } from './setup/people.ts';
import { isSignedIn, wantsNoTours } from './setup/remembered.ts';
import { card, expect, settled, test } from './setup/test.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SPACING = 5 * MINUTE;
const OWNER = { email: 'bia@padaria.test', password: 'Pao#quente1' };
const RIO_BRANCO = parseZone('America/Rio_Branco');

type Server = Awaited<ReturnType<typeof createMovedServer>>;

/** A bakery in Acre, measured for three days until now. */
const settle = async ({ address, mqttPort, now }: Server) => {
  if (RIO_BRANCO === null) throw new Error('no zone');
  const password = Buffer.from(ADMIN.password).toString('base64');
  const admin = await ask(login, { address, body: { email: ADMIN.email, password } });
  const { token } = await ask(signUp, { address, body: { name: 'Beatriz Nunes', ...OWNER } });
  const company = aCompany('Padaria do Acre');
  const location = { ...company.location, postalCode: '69900062', city: 'Rio Branco', state: 'AC' } as const;
  const { establishment } = await ask(createEstablishment, {
    address,
    token,
    body: { ...company, location },
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
  const { mac, key, equipment } = board;
  const virtual = createVirtualBoard({
    mac,
    profile: 'bakery',
    zone: RIO_BRANCO,
    seed: 'acre',
    leakingFrom: null,
  });
  const lines: string[] = [];
  const until = Math.floor(now() / SPACING) * SPACING;
  for (let at = until - 3 * DAY; at < until; at += SPACING)
    lines.push(virtual.line(at, at + SPACING, SPACING / 20));
  const troubles: string[] = [];
  const connection = openConnection({
    host: '127.0.0.1',
    port: mqttPort,
    mac,
    key,
    equipment,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  await connection.publish(lines.join('\n'));
  await connection.end();
  expect(troubles).toEqual([]);
  return { token, mac };
};

test('shows days, cycles and hours in Rio Branco time, two hours behind the browser', async ({ browser }) => {
  test.setTimeout(5 * MINUTE);
  const dataDir = mkdtempSync(join(tmpdir(), 'nascente-zone-'));
  const server = await createMovedServer(dataDir);
  // Half past ten in the evening there, and half past midnight of the next day in São Paulo.
  const late = Date.UTC(2026, 9, 22, 3, 30);
  try {
    await server.startAt(late);
    const { token, mac } = await settle(server);
    const context = await browser.newContext({
      baseURL: server.address,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
    });
    await Promise.all([wantsNoTours(context), isSignedIn(context, { token })]);
    const page = await context.newPage();
    await page.clock.install({ time: server.now() });

    await page.goto('/home');
    await settled(page);
    await expect(page.getByText('Até agora, dia 21 de 31')).toBeVisible();

    await page.goto(`/meter/${mac}`);
    await settled(page);
    await expect(card(page, 'Dia').getByText('hoje, 21 out')).toBeVisible();

    await page.goto(`/history/${mac}`);
    await settled(page);
    await expect(page.getByLabel('Data final', { exact: true })).toHaveValue('21/10/2026');
    await expect(page.getByRole('rowheader', { name: '21/10/2026 22:30:00' })).toBeVisible();
    await context.close();
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

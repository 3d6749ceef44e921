import { CLIENT, startIdentityProvider } from '../../apps/server/src/testing/identity-provider.ts';
import { freePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { startOwnServer } from './setup/own-server.ts';
import { expect, expectAccessible, settled, test } from './setup/test.ts';

const ANA = {
  sub: 'ana',
  email: 'ana@padaria.test',
  email_verified: true,
  given_name: 'Ana',
  groups: ['energia'],
};

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let server: Awaited<ReturnType<typeof startOwnServer>>;

test.beforeAll(async () => {
  // A server starts meanwhile.
  test.setTimeout(180_000);
  const [port = 0] = await freePorts(1);
  provider = await startIdentityProvider(`http://localhost:${port}/login`);
  server = await startOwnServer('single-sign-on', port, {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_LABEL: 'a conta da Padaria',
    OIDC_GROUPS: 'groups:energia=user',
  });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test('signs in by the provider, opens the requested page, and signs out of both', async ({ page }) => {
  provider.setPerson(ANA);
  await page.goto(`${server.address}/account`);
  const button = page.getByRole('button', { name: 'Entrar com a conta da Padaria' });
  await expect(button).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await expect(page.getByRole('button', { name: 'Conta de Ana' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/account`);
  await settled(page);
  await page.getByRole('button', { name: 'Conta de Ana' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page).toHaveURL((url) => url.href.startsWith(`${provider.issuer}/session/end`));
});

test('reports at the login that no group of the account has access', async ({ page }) => {
  provider.setPerson({ ...ANA, sub: 'rui', email: 'rui@padaria.test', groups: [] });
  await page.goto(`${server.address}/login`);
  await page.getByRole('button', { name: 'Entrar com a conta da Padaria' }).click();
  await expect(page.getByRole('alert')).toContainText('não está em um grupo que usa este sistema');
  await expect(page).toHaveURL(`${server.address}/login`);
  await expectAccessible(page);
});

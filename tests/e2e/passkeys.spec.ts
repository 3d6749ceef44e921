import { login } from '@nascente/contract/people/session';
import type { CDPSession, Page } from '@playwright/test';
import { freePorts } from '../../apps/server/src/testing/processes/free-ports.ts';
import { startOwnServer } from './setup/own-server.ts';
import { ask } from './setup/people.ts';
import { expect, expectAccessible, settled, test } from './setup/test.ts';

let server: Awaited<ReturnType<typeof startOwnServer>>;

test.beforeAll(async () => {
  // A server starts meanwhile.
  test.setTimeout(180_000);
  const [port = 0] = await freePorts(1);
  server = await startOwnServer('passkeys', port);
});
test.afterAll(() => server.stop());

/** The browser's own implementation of WebAuthn, before a device that knows its owner. */
const giveDevice = async (page: Page): Promise<{ client: CDPSession; authenticatorId: string }> => {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, authenticatorId };
};

const openAccount = async (page: Page) => {
  const { email, password } = server.admin;
  const body = { email, password: Buffer.from(password).toString('base64') };
  const { token } = await ask(login, { address: server.address, body });
  await page.goto(`${server.address}/account?token=${token}`);
  await settled(page);
};

const leave = async (page: Page) => {
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('nascente.token'));
  await page.goto(`${server.address}/login`);
};

/** From the next page on, the browser offers no passkeys in the field, so only the button asks for one. */
const offerNoKeys = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });

test('adds a passkey that signs in by field, button and password, until it is removed', async ({ page }) => {
  const { client, authenticatorId } = await giveDevice(page);
  const { email, password } = server.admin;
  /** Whether the person accepts an offered passkey at once. */
  const says = (enabled: boolean) =>
    client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  const useKey = async (button: string) => {
    await says(true);
    await page.getByRole('button', { name: button }).click();
  };
  await openAccount(page);
  const card = page.locator('[data-tour=account-passkeys]');
  await card.getByRole('button', { name: 'Adicionar chave de acesso' }).click();
  await page.getByRole('dialog').getByLabel('Sua senha').fill(password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Nome da chave').fill('Celular da Marina');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Criar chave', exact: true }).click();
  const codes = page.getByRole('list', { name: 'Códigos de reserva' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const paper = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Guardei' }).click();
  await expect(card).toContainText('Celular da Marina');
  await expectAccessible(page);
  const { credentials } = await client.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  await leave(page);
  await expect(page).toHaveURL(/\/boards/);

  await offerNoKeys(page);
  await says(false);
  await leave(page);
  await expectAccessible(page);
  await useKey('Entrar com chave de acesso');
  await expect(page).toHaveURL(/\/boards/);

  await says(false);
  await leave(page);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page.getByLabel('Código de reserva')).toBeVisible();
  await expectAccessible(page);
  await useKey('Usar chave de acesso');
  await expect(page).toHaveURL(/\/boards/);

  await page.goto(`${server.address}/account`);
  await settled(page);
  await card.getByRole('button', { name: 'Remover Celular da Marina' }).click();
  await page.getByRole('dialog').getByLabel('Sua senha').fill(password);
  await page.getByLabel('Código de reserva').fill(paper);
  await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card).not.toContainText('Celular da Marina');
  await says(false);
  await leave(page);
  await useKey('Entrar com chave de acesso');
  await expect(page.getByRole('alert')).toContainText('Esta chave de acesso não foi aceita.');
  await expect(page).toHaveURL(/\/login/);
});

test('refuses a passkey when the device does not verify its owner', async ({ page }) => {
  const { client, authenticatorId } = await giveDevice(page);
  await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto(`${server.address}/login`);
  await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
  await expect(page.getByRole('alert')).toContainText('A chave de acesso não foi usada.');
  await expect(page.getByLabel('E-mail')).toBeEditable();
});

test('offers no passkeys at an address without bound keys', async ({ page }) => {
  await page.goto(`${server.address.replace('localhost', '127.0.0.1')}/login`);
  await settled(page);
  await expect(page.getByRole('button', { name: 'Entrar', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Entrar com chave de acesso' })).toHaveCount(0);
});

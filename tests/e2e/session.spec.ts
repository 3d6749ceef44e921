import { demonstrationSignIn } from './setup/running-server.ts';
import { expect, settled, signIn, test } from './setup/test.ts';

test('a user signs in, opens Home, and signs out', async ({ page }) => {
  await signIn(page);
  await expect(page.getByText(/^(Bom dia|Boa tarde|Boa noite), Marina$/)).toBeVisible();
  await page.getByRole('button', { name: 'Conta de Marina' }).click();
  await page.getByRole('button', { name: 'Sair' }).click();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('shows an error for a wrong password, and stays at the login', async ({ page }) => {
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(demonstrationSignIn().email);
  await page.getByLabel('Senha', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Entrar' }).click();
  await expect(page.getByRole('form', { name: 'Entrar' }).getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('applies style changes without transitions when reduced motion is set', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/login');
  // Any duration, however short, turns every change of a style into a transition.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('transition-duration', '0s');
});

test('shows the login to an unauthenticated client', async ({ page }) => {
  await page.goto('/meter/02:4E:41:00:00:01');
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

test('reports an address that does not exist, and links to Home', async ({ marina }) => {
  await marina.goto('/nothing/here');
  await expect(marina.getByRole('heading', { name: 'Ops!' })).toBeVisible();
  await marina.getByRole('link', { name: 'Ir para o início' }).click();
  await expect(marina).toHaveURL(/\/home/);
});

test('reports an invalid MAC, and opens Home', async ({ marina }) => {
  await marina.goto('/meter/not-a-mac');
  await expect(marina.getByText('Endereço MAC inválido')).toBeVisible();
  await expect(marina).toHaveURL(/\/home/);
});

test('reports a meter of another account as missing', async ({ marina }) => {
  await marina.goto('/meter/AA:BB:CC:DD:EE:FF');
  await expect(marina.getByText('Este medidor não existe ou não está entre os seus.')).toBeVisible();
});

test('changes the theme in the account menu, and retains it after a reload', async ({ home }) => {
  for (const [name, scheme] of [
    ['Escuro', 'dark'],
    ['Claro', 'light'],
  ] as const) {
    await home.getByRole('button', { name: 'Conta de Marina' }).click();
    await home.getByRole('group', { name: 'Tema' }).getByText(name).click();
    await expect(home.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
    await home.reload();
    await expect(home.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme);
  }
});

test('paints the chosen theme and the brand before the program is loaded', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('nascente.theme', 'dark'));
  const held = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.(js|css)$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  const brand = page.getByText('Nascente', { exact: true });
  await expect(brand).toBeVisible();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(12, 19, 21)');
  const before = await brand.boundingBox();
  held.resolve();
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
  const link = page.getByRole('link', { name: 'Nascente', exact: true });
  expect((await link.boundingBox())?.x).toBe(before?.x);
  expect((await link.boundingBox())?.y).toBe(before?.y);
});

test('retains the first paint until the first screen replaces it', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const root = document.querySelector<HTMLElement>('#root');
      if (root === null) return;
      new MutationObserver(() => {
        root.dataset.children = `${root.dataset.children ?? ''} ${root.childElementCount}`;
      }).observe(root, { childList: true });
    });
  });
  await page.goto('/login');
  await settled(page);
  await expect(page.locator('#root')).toHaveAttribute('data-children', /^( [1-9])+$/);
});

test('paints first without the text font, which is requested once', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await page.goto('/login');
  await settled(page);
  // The browser would load a file named in the page together with the scripts.
  expect(await (await page.request.get('/login')).text()).not.toMatch(/as="?font/);
  expect(await page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
  expect(fonts).toHaveLength(1);
});

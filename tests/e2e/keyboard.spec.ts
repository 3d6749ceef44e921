import { press, tabTo, typeInto } from './setup/by-keyboard.ts';
import { enter, newPerson } from './setup/people.ts';
import { expect, settled, test } from './setup/test.ts';

test('one signs in by keyboard alone, looks at the password typed, and stays signed in', async ({ page }) => {
  const person = await newPerson();
  await page.goto('/login');
  await settled(page);
  await typeInto(page, page.getByLabel('E-mail'), person.email);
  const password = page.getByLabel('Senha', { exact: true });
  await typeInto(page, password, 'Errada#123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Entrar' }).getByRole('alert')).toBeVisible();

  await page.keyboard.press('Shift+Tab');
  await typeInto(page, password, person.password);
  await press(page, page.getByRole('button', { name: /senha$/ }), 'Space');
  await expect(password).toHaveAttribute('type', 'text');
  await press(page, page.getByLabel('Manter conectado'), 'Space');
  await press(page, page.getByRole('button', { name: 'Entrar' }));
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/home$/);
});

test('one signs up by keyboard alone, and the dialog has the focus', async ({ page }) => {
  await page.goto('/signup');
  await settled(page);
  await typeInto(page, page.getByLabel('Nome da empresa'), 'Padaria das Teclas');
  await typeInto(page, page.getByLabel('E-mail'), `teclas-${Date.now()}@padaria.test`);
  await typeInto(page, page.getByLabel('Senha', { exact: true }), 'Pao#quente1');
  await typeInto(page, page.getByLabel('Confirmar senha'), 'Pao#quente1');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Ir para o início' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);
});

test('one keeps the account by keyboard alone: skip link, form, question, key, menu', async ({ page }) => {
  await enter(page, await newPerson(), '/account');
  await press(page, page.getByRole('link', { name: 'Ir para o conteúdo' }));
  await expect(page.getByRole('main')).toBeFocused();
  await typeInto(page, page.getByLabel('Nome', { exact: true }), 'Dora');
  await tabTo(page, page.getByLabel('Gênero'));
  await page.keyboard.type('Fem');
  await expect(page.getByLabel('Gênero')).toHaveValue('Female');
  const confirm = page.getByRole('button', { name: 'Confirmar alterações' });
  await press(page, confirm);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(confirm).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Confirmar' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Conta de Dora' })).toBeVisible();

  const ask = page.getByRole('button', { name: 'Solicitar chave de acesso' });
  await press(page, ask);
  await expect(dialog.getByLabel('Nome')).toBeFocused();
  await page.keyboard.type('Teclado');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Copiar chave' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(ask).toBeFocused();

  await page.reload();
  await settled(page);
  await press(page, page.getByRole('button', { name: 'Conta de Dora' }));
  await press(page, page.getByRole('button', { name: 'Sair' }));
  await expect(page.getByRole('button', { name: 'Entrar' })).toBeVisible();
});

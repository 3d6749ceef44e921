import type { Locator, Page } from '@playwright/test';
import { enter, newPerson } from './setup/people.ts';
import { expect, settled, test } from './setup/test.ts';

const MOST_STEPS = 60;

/** Whether whoever sees the screen sees where the focus is. */
const isRinged = (focused: Locator): Promise<boolean> =>
  focused.evaluate((element) => {
    const around = [element, element.parentElement, element.nextElementSibling].filter((one) => one !== null);
    return around.some((one) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    });
  });

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      expect(await isRinged(target), 'the focus can be seen').toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MOST_STEPS} times Tab did not lead to ${target.toString()}`);
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

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

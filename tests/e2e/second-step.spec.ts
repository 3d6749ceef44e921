import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enter, newPerson } from './setup/people.ts';
import { expect, expectAccessible, settled, test } from './setup/test.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that a phone shows (RFC 6238), computed independently. */
const codeOf = (secret: string, at = Date.now()): string => {
  const bits = Array.from(secret, (mailMessage) =>
    BASE32.indexOf(mailMessage).toString(2).padStart(5, '0'),
  ).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.readUInt8(19) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
};

const typePassword = async (page: Page, email: string, password: string) => {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
};

test('adds a second step to an account, and accepts app codes and recovery codes', async ({ page }) => {
  const person = await newPerson();
  await enter(page, person, '/account');
  await settled(page);
  const card = page.locator('[data-tour=account-second-step]');
  await card.getByRole('button', { name: 'Ativar' }).click();
  await page.getByRole('dialog').getByLabel('Sua senha').fill(person.password);
  await page.keyboard.press('Enter');
  const secret = await page.getByLabel('Chave do aplicativo autenticador').inputValue();
  await expectAccessible(page);
  const codes = page.getByRole('list', { name: 'Códigos de reserva' });
  // The code of the period before: the one of now is still to be used for signing in. Where a period ends on the way it is
  // of two periods before, and refused.
  await expect(async () => {
    await page.getByLabel('Código que o aplicativo mostra').fill(codeOf(secret, Date.now() - 30_000));
    await page.keyboard.press('Enter');
    await expect(codes.getByRole('listitem')).toHaveCount(10);
  }).toPass();
  await expectAccessible(page);
  const paper = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'Guardei' }).click();
  await expect(card).toContainText('Ativada');

  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await typePassword(page, person.email, person.password);
  await page.getByLabel('Código de verificação').fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Código incorreto.');
  await expectAccessible(page);
  await page.getByLabel('Código de verificação').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home/);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await typePassword(page, person.email, person.password);
  await page.getByLabel('Código de verificação').fill(paper);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home/);
});

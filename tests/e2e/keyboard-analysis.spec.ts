import { listEstablishments } from '@nascente/contract/sites/establishments';
import { press, tabTo } from './setup/by-keyboard.ts';
import { ask, theOwner } from './setup/people.ts';
import { boardWith } from './setup/running-server.ts';
import { card, expect, settled, test } from './setup/test.ts';

test('uses the Explorer by keyboard alone', async ({ marina: page }) => {
  await page.goto(`/explore?ver=${boardWith('bakery').mac}~power`);
  await settled(page);
  await press(page, page.getByRole('button', { name: '1 dia', exact: true }));
  await press(page, page.getByRole('button', { name: 'Aproximar' }));
  await press(page, page.getByRole('button', { name: 'Adicionar série' }));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Adicionar série' })).toBeFocused();
  await tabTo(page, page.getByLabel('Comparar'));
  await page.keyboard.type('Com a semana');
  await press(page, page.getByLabel('Eixos separados'), 'Space');
  await expect(page).toHaveURL(/eixos=separados/);
  await tabTo(page, page.getByRole('slider').first());
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('slider').first()).toHaveAttribute('aria-valuetext', /Potência/);
  await tabTo(page, page.getByRole('button', { name: /^ver tabela/ }));
  await tabTo(page, page.getByRole('button', { name: 'CSV', exact: true }));
  await press(page, page.getByRole('link', { name: 'Compartilhar por link' }));
  await expect(page).toHaveURL(/\/account\/links/);
});

test('compares establishments by keyboard alone', async ({ marina: page }) => {
  await page.goto('/portfolio');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: 'lidos' })).toHaveCount(0);
  await tabTo(page, page.getByRole('button', { name: 'Baixar planilha' }));
  await press(page, page.getByRole('button', { name: /avisos abertos$/ }), 'Space');
  await expect(page).toHaveURL(/so=alertas/);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type('zzz');
  await press(page, page.getByRole('button', { name: 'Mostrar todos' }));
  await press(page, page.getByRole('button', { name: 'Estabelecimento', exact: true }));
  await expect(page).toHaveURL(/ordem=nome/);
  await press(page, page.getByRole('rowheader').first().getByRole('link'));
  await expect(page).toHaveURL(/\/home/);
});

test('reads a week of power quality by keyboard alone', async ({ marina: page }) => {
  await page.goto(`/meter/${boardWith('bakery').mac}/quality`);
  await settled(page);
  await press(page, page.getByRole('button', { name: 'Semana anterior' }));
  await expect(page).toHaveURL(/\?/);
  await settled(page);
  await tabTo(page, page.getByLabel('Tensão nominal de uma fase'));
  await tabTo(page, page.getByRole('button', { name: 'Baixar CSV' }));
  await tabTo(page, card(page, 'Tensão').getByRole('slider'));
  await page.keyboard.press('ArrowRight');
});

test('shows the energy flow, and sets up a wall screen, by keyboard alone', async ({ marina: page }) => {
  const { establishments } = await ask(listEstablishments, { token: (await theOwner()).token });
  await page.goto(`/flow/${establishments[0]?._id}`);
  await settled(page);
  await press(page, page.getByRole('button', { name: 'Ciclo anterior' }));
  await settled(page);
  await press(page, page.getByRole('link', { name: 'Compartilhar por link' }));
  const form = page.getByRole('form', { name: 'Novo link' });
  await tabTo(page, form.getByLabel('O que o link mostra'));
  await page.keyboard.type('Tela');
  await tabTo(page, form.getByLabel('Nome'));
  const name = `Tela das teclas ${Date.now()}`;
  await page.keyboard.type(name);
  await press(page, form.getByRole('button', { name: 'Criar link' }));
  await tabTo(page, page.getByRole('button', { name: 'Copiar link' }));
  await press(page, page.getByRole('button', { name: `Revogar ${name}` }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Revogar' }));
  await expect(page.getByText('Link revogado.')).toBeVisible();
});

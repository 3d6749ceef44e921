import { readContract } from '@nascente/contract/money/billing-terms';
import { press, tabTo, typeInto } from './setup/by-keyboard.ts';
import { newEstablishment } from './setup/establishments.ts';
import { ask, enter, newPerson } from './setup/people.ts';
import { expect, settled, test } from './setup/test.ts';

test('signs in by keyboard alone, shows the typed password, and stays signed in', async ({ page }) => {
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

test('signs up by keyboard alone, with the focus in the dialog', async ({ page }) => {
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

test('manages the account by keyboard alone: skip link, form, question, key, menu', async ({ page }) => {
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

  const ask = page.getByRole('button', { name: 'Criar chave de API' });
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

test('enters a contract to its last step by keyboard alone', async ({ page }) => {
  const person = await newPerson();
  const id = await newEstablishment(person, 'Padaria das Teclas');
  await enter(page, person, `/bill/${id}/contract`);
  const form = page.getByRole('form', { name: 'Contrato' });
  const select = async (label: string, typed: string, value: string) => {
    await tabTo(page, form.getByLabel(label));
    await page.keyboard.type(typed);
    await expect(form.getByLabel(label)).toHaveValue(value);
  };
  await select('Modalidade', 'Conv', 'convencional');
  await select('Fornecimento', 'Tri', 'trifasico');
  await press(page, form.getByRole('button', { name: 'Acrescentar alíquotas' }));
  const rates = form.getByRole('group', { name: 'Alíquotas 1' });
  await expect(rates.getByLabel('Valem desde')).toBeFocused();
  await typeInto(page, rates.getByLabel('ICMS (%)'), '20,5');
  await typeInto(page, rates.getByLabel('PIS (%)'), '1,02');
  await typeInto(page, rates.getByLabel('COFINS (%)'), '4,71');
  await select('Como é cobrada', 'Valor', 'flat');
  await typeInto(page, form.getByLabel('Valor (R$)'), 'x');
  await press(page, form.getByRole('button', { name: 'Salvar contrato' }));
  // The page moves the focus to the wrong field, where the user corrects it.
  await expect(form.getByLabel('Valor (R$)')).toBeFocused();
  await typeInto(page, form.getByLabel('Valor (R$)'), '48,72');
  await press(page, form.getByRole('button', { name: 'Salvar contrato' }));
  await expect(page.getByText('Contrato salvo.')).toBeVisible();
  const { contract } = await ask(readContract, {
    token: person.token,
    params: { id },
    query: { type: 'eletric' },
  });
  expect(contract.inForce.terms).toMatchObject({
    modality: 'convencional',
    supply: 'trifasico',
    taxes: [{ icms: '0.205', pis: '0.0102', cofins: '0.0471' }],
    cosip: { mode: 'flat', amount: '48.72' },
  });
});

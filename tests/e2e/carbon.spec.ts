import { readFileSync } from 'node:fs';
import { card, expect, test } from './setup/test.ts';

test('carbon of the year has both methods, and certificates take off what was consumed once', async ({
  home,
}) => {
  await card(home, 'Emissão de carbono').getByRole('link', { name: 'Por mês e com certificados' }).click();
  await expect(home.getByRole('heading', { name: 'Carbono' })).toBeVisible();
  const lots = card(home, 'Certificados I-REC');
  const methods = (name: string) =>
    home
      .locator('div')
      .filter({ has: home.locator('dt', { hasText: name }) })
      .last();
  const byLocation = await methods('Por localização').locator('dd').textContent();
  const add = async (number: string, mwh: string) => {
    await lots.getByRole('button', { name: 'Lançar certificado' }).click();
    const dialog = home.getByRole('dialog', { name: 'Lançar certificado I-REC' });
    await dialog.getByLabel('Número do certificado').fill(number);
    await dialog.getByLabel('Energia (MWh)').fill(mwh);
    await dialog.getByRole('button', { name: 'Lançar', exact: true }).click();
    return dialog;
  };
  const refused = await add('BR-2026-E2E-1', '900000');
  await expect(refused.getByRole('alert')).toContainText(/Só há [\d.,]+ MWh livres/);
  await refused.getByLabel('Energia (MWh)').fill('1');
  await refused.getByRole('button', { name: 'Lançar', exact: true }).click();
  await expect(lots.getByRole('listitem')).toContainText('1,000 MWh');
  await expect(methods('Por mercado')).toContainText('1.000,0 kWh com certificado');
  expect(await methods('Por localização').locator('dd').textContent()).toBe(byLocation);

  const again = await add('br 2026 e2e 1', '1');
  await expect(again.getByRole('alert')).toContainText('Este certificado já abate o consumo de');
  await again.getByRole('button', { name: 'Cancelar' }).click();

  const saving = home.waitForEvent('download');
  await home.getByRole('button', { name: 'Baixar CSV' }).click();
  const text = readFileSync(await (await saving).path(), 'utf8');
  expect(text).toContain(
    'Mês;Consumo (kWh);Com certificado (kWh);Por localização (kg CO2);Por mercado (kg CO2)',
  );

  await lots.getByRole('button', { name: 'Remover o certificado BR-2026-E2E-1' }).click();
  await home.getByRole('button', { name: 'Remover', exact: true }).click();
  await expect(lots.getByRole('listitem')).toHaveCount(0);
});

import type { Carbon } from '@nascente/contract/energy/carbon';
import type { User } from '@nascente/contract/people/session';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { aSignedInApi, refused } from '../../testing/signed-in-api.ts';
import { CarbonPage } from './carbon-page.tsx';
import { carbonCsv } from './carbon-texts.ts';

const { _id: id } = anEstablishment();
const call = `GET /api/establishment/${id}/carbon`;
const { answering, requests, sent } = aSignedInApi({
  'GET /api/establishment': { body: { ok: true, establishments: [anEstablishment()] } },
});

const ofMonth = (date: string, change: Partial<Carbon['months'][number]> = {}): Carbon['months'][number] => ({
  date,
  consumed: 2000,
  retired: 500,
  locationKg: 109,
  marketKg: 81.75,
  factor: 0.0545,
  factorYear: 2024,
  factorMonth: null,
  source: 'MCTI/SIRENE',
  isProvisional: true,
  completeness: 1,
  ...change,
});
const carbon: Carbon = {
  year: 2026,
  months: [
    ofMonth('01/2026', { completeness: 0, consumed: 0, retired: 0, locationKg: 0, marketKg: 0 }),
    ofMonth('02/2026', { factor: 0.03, factorYear: 2026, factorMonth: 2, isProvisional: false }),
    ofMonth('03/2026', { completeness: 0.5 }),
  ],
  consumed: 4000,
  retired: 1000,
  locationKg: 1218,
  marketKg: 163.5,
  free: 3000.4,
  lots: [
    {
      id: 'l1',
      certificate: 'BR-1',
      start: '02/2026',
      end: '03/2026',
      mwh: 1.5,
      excess: 0.5,
      by: 'Marina',
      enteredAt: '2026-03-13T14:20:00.000Z',
    },
  ],
};
const openCarbon = (user: User = aUser, at = `/carbon/${id}`) =>
  openSignedIn(user, CarbonPage, { route: '/carbon/:id', at });

beforeEach(() => {
  localStorage.clear();
  answering({ [call]: { body: { ok: true, carbon } } });
});

it('shows both methods in one unit, the factor of each month, and what is provisional', async () => {
  openCarbon();
  const table = within(await screen.findByRole('table', { name: 'Emissões de 2026 por mês' }));
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  expect(rows).toEqual([
    'Mês e fatorConsumo, kWhCom certificado, kWhLocalização, t CO₂Mercado, t CO₂',
    'mar provisório0,0545 kg/kWh, média de 2024 · MCTI/SIRENEdados completos em 50,0%2.000,0500,00,1090,082',
    'fev 0,0300 kg/kWh, do mês · MCTI/SIRENE2.000,0500,00,1090,082',
    '20264.000,01.000,01,2180,164',
  ]);
  expect(screen.getByText('Meses sem consumo medido: jan.')).toBeDefined();
  expect(screen.getByText(/^2 meses usam a média do último ano publicado/)).toBeDefined();
  expect(screen.getByText(/O Brasil não publica o fator da energia que sobra/)).toBeDefined();
});

it('names the factor once if it holds for all months, and asks for that of the months on request', async () => {
  const months = [ofMonth('01/2026'), ofMonth('02/2026')];
  answering({ [call]: { body: { ok: true, carbon: { ...carbon, months } } } });
  openCarbon();
  expect(
    await screen.findByText('Fator de todos os meses: 0,0545 kg/kWh, média de 2024 · MCTI/SIRENE'),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Fator publicado de cada mês' }));
  await userEvent.click(screen.getByRole('button', { name: 'Ano anterior' }));
  const asked = requests().map(({ path }) => path);
  expect(asked).toContainEqual(expect.stringMatching(/carbon\?year=20\d\d&factors=fixed$/));
  expect(asked).toContainEqual(expect.stringMatching(/carbon\?year=20\d\d&factors=monthly$/));
  expect(new Set(asked.filter((path) => path.includes('carbon'))).size).toBe(3);
});

it('shows no figures under the title of another year or the name of another establishment', async () => {
  const shop = anEstablishment({ _id: '6a1b1f0d-3b0a-4d5e-8a38-0d5ad6f2b0aa', fantasyName: 'Loja' });
  const lastYear = new Promise<{ body: unknown }>((resolve) => {
    setTimeout(() => resolve({ body: { ok: true, carbon: { ...carbon, year: 2025, months: [] } } }), 300);
  });
  answering({
    'GET /api/establishment': { body: { ok: true, establishments: [anEstablishment(), shop] } },
    [`${call}?year=2026&factors=fixed`]: { body: { ok: true, carbon } },
    [`${call}?year=2025&factors=fixed`]: lastYear,
    [`GET /api/establishment/${shop._id}/carbon`]: new Promise(() => undefined),
  });
  const { router } = openCarbon(aUser, `/carbon/${id}?ano=2026`);
  const table = await screen.findByRole('table', { name: 'Emissões de 2026 por mês' });
  await userEvent.click(screen.getByRole('button', { name: 'Ano anterior' }));
  expect(table.isConnected).toBe(true);
  expect(screen.getByRole('region', { name: 'Emissões de 2026' })).toBeDefined();
  expect(await screen.findByRole('region', { name: 'Emissões de 2025' })).toBeDefined();
  await act(() => router.navigate(`/carbon/${shop._id}?ano=2026`));
  expect(await screen.findByText('Loja')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Emissões de 2026' })).toBeDefined();
  expect(screen.queryByText('Nenhum consumo foi medido em 2025.')).toBeNull();
  expect(screen.queryByText('Certificado BR-1')).toBeNull();
});

it('names by how much a certificate exceeds the consumption, and what is free', async () => {
  openCarbon();
  const lots = within(await screen.findByRole('region', { name: 'Certificados I-REC' }));
  expect(lots.getByText('livre para abater em 2026: 3,000 MWh')).toBeDefined();
  expect(lots.getByText('excede o consumo em 0,500 MWh')).toBeDefined();
  expect(lots.getByText(/O que excede o consumo não conta/)).toBeDefined();
});

it('adds a certificate, after errors in their places', async () => {
  const user = userEvent.setup();
  const post = `POST /api/establishment/${id}/carbon/lots`;
  answering({
    [call]: { body: { ok: true, carbon } },
    [post]: { status: 201, body: { ok: true, lot: carbon.lots[0] } },
  });
  openCarbon();
  await user.click(await screen.findByRole('button', { name: 'Lançar certificado' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Lançar certificado I-REC' }));
  await user.click(dialog.getByRole('button', { name: 'Lançar' }));
  expect(await dialog.findByText('Informe o número do certificado.')).toBeDefined();
  expect(dialog.getByText('Informe os MWh do lote, como 12,5.')).toBeDefined();
  await user.type(dialog.getByLabelText('Número do certificado'), 'BR-2');
  await user.type(dialog.getByLabelText('Energia (MWh)'), '1,25');
  await user.selectOptions(dialog.getByLabelText('Abate o consumo desde'), '02/2026');
  await user.selectOptions(dialog.getByLabelText('até'), '01/2026');
  await user.click(dialog.getByRole('button', { name: 'Lançar' }));
  expect(await dialog.findByText('O fim não pode ser antes do começo.')).toBeDefined();
  await user.selectOptions(dialog.getByLabelText('até'), '02/2026');
  await user.click(dialog.getByRole('button', { name: 'Lançar' }));
  expect(await screen.findByText('Certificado lançado.')).toBeDefined();
  expect(sent('POST')).toEqual([
    {
      path: `/api/establishment/${id}/carbon/lots`,
      body: { certificate: 'BR-2', start: '02/2026', end: '02/2026', mwh: 1.25 },
    },
  ]);
});

it('a client user sees the certificates without buttons', async () => {
  openCarbon({ ...aUser, profile: 'client' });
  expect(await screen.findByText('Certificado BR-1')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Lançar certificado' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Remover/ })).toBeNull();
});

it('says what to do where nothing was measured, and where only some meters may be seen', async () => {
  const months = [ofMonth('01/2026', { completeness: 0 })];
  answering({ [call]: { body: { ok: true, carbon: { ...carbon, months, lots: [] } } } });
  const { unmount } = openCarbon();
  expect(await screen.findByText('Nenhum consumo foi medido em 2026.')).toBeDefined();
  expect(screen.getByText('Nenhum certificado abate o consumo de 2026.')).toBeDefined();
  unmount();
  answering({ [call]: refused(403, 'forbidden', 'Você acompanha só parte dos medidores.') });
  openCarbon();
  expect(await screen.findByText('Você acompanha só parte dos medidores.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Voltar ao início' })).toBeDefined();
});

it('writes the months for a spreadsheet', () => {
  expect(carbonCsv(carbon).split('\r\n')[2]).toBe(
    '02/2026;2000,000;500,000;109,000;81,750;0,03;do mês;"MCTI/SIRENE";não',
  );
});

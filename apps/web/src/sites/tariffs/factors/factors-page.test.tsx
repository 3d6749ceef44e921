import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aUser } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { aSignedInApi, refused } from '../../../testing/signed-in-api.ts';
import { FactorsPage } from './factors-page.tsx';

const source = 'MCTI/SIRENE';
const factors = [
  { year: 2025, month: 11, kgPerKwh: 0.0778, source },
  { year: 2024, month: null, kgPerKwh: 0.05451, source },
  { year: 2024, month: 12, kgPerKwh: 0.0564, source },
];
const missing = [
  { year: 2025, month: 12 },
  { year: 2025, month: null },
];
const { answering, sent } = aSignedInApi({
  'GET /api/emission-factors': { body: { ok: true, factors, missing } },
  'POST /api/admin/emission-factors': { body: { ok: true, factor: factors[0] } },
  'DELETE /api/admin/emission-factors/2024/mean': { body: { ok: true } },
});
const openFactors = (profile: 'Admin' | 'Manager' = 'Admin') =>
  openSignedIn({ ...aUser, profile }, FactorsPage, '/tariffs/factors');
const listed = async (name = 'Fatores de emissão') =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

it('lists the factors of a year with kind and source, and those that are missing', async () => {
  openFactors();
  expect(await listed()).toEqual(['nov 2025média do mês · MCTI/SIRENE0,0778']);
  await userEvent.click(screen.getByRole('button', { name: 'Ano anterior' }));
  expect(await listed()).toEqual([
    'média de 2024média do ano · MCTI/SIRENE0,05451',
    'dez 2024média do mês · MCTI/SIRENE0,0564',
  ]);
  expect(await listed('Fatores que faltam')).toEqual(['dez 2025', 'média de 2025']);
});

it('enters a missing factor, a new one and a correction', async () => {
  const user = userEvent.setup();
  openFactors();
  const save = async (button: string, fields: Readonly<Record<string, string>>) => {
    await user.click(await screen.findByRole('button', { name: button }));
    for (const [label, value] of Object.entries(fields)) {
      const field = within(screen.getByRole('dialog')).getByLabelText(label);
      await (field instanceof HTMLSelectElement ? user.selectOptions(field, value) : user.clear(field));
      if (!(field instanceof HTMLSelectElement)) await user.type(field, value);
    }
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await save('Informar o fator: dez 2025', { 'Fator (kg CO₂/kWh)': '0,0511' });
  await save('Acrescentar fator', {
    Ano: '2023',
    Mês: 'mar',
    'Fator (kg CO₂/kWh)': '0,04',
    Fonte: 'Nota 12',
  });
  await save('Alterar: nov 2025', { 'Fator (kg CO₂/kWh)': '0,0779' });
  const saved = sent('POST').filter(({ path }) => path === '/api/admin/emission-factors');
  expect(saved.map(({ body }) => body)).toEqual([
    { year: 2025, month: 12, kgPerKwh: 0.0511, source, replaces: false },
    { year: 2023, month: 3, kgPerKwh: 0.04, source: 'Nota 12', replaces: false },
    { year: 2025, month: 11, kgPerKwh: 0.0779, source, replaces: true },
  ]);
});

it('shows errors of typed values, and refusals of the server', async () => {
  const user = userEvent.setup();
  answering({
    'POST /api/admin/emission-factors': refused(400, 'validation', '12/2026 ainda não terminou.'),
  });
  openFactors();
  await user.click(await screen.findByRole('button', { name: 'Acrescentar fator' }));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(await screen.findByText('Informe o ano, como 2026.')).toBeDefined();
  expect(screen.getByText('Informe o fator em kg por kWh, como 0,0545.')).toBeDefined();
  await user.type(screen.getByLabelText('Ano'), '2026');
  await user.type(screen.getByLabelText('Fator (kg CO₂/kWh)'), '0,05');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect((await screen.findByRole('alert')).textContent).toContain('12/2026 ainda não terminou.');
});

it('removes the mean of a year after a question', async () => {
  const user = userEvent.setup();
  openFactors();
  await user.click(await screen.findByRole('button', { name: 'Ano anterior' }));
  await user.click(screen.getByRole('button', { name: 'Remover: média de 2024' }));
  expect(await screen.findByText(/passa a usar a média do ano/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Remover' }));
  await waitFor(() =>
    expect(sent('DELETE')).toEqual([{ path: '/api/admin/emission-factors/2024/mean', body: undefined }]),
  );
});

it('is for an Admin only', async () => {
  openFactors('Manager');
  expect(await screen.findByRole('heading', { name: 'Sem acesso' })).toBeDefined();
});

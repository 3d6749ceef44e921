import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { aCycle } from '../../testing/a-cycle.ts';
import { aHomeApi, namedEstablishment, openHome } from './testing/open-home.tsx';

const { stored } = aHomeApi();

it('greets by the hour of the establishment, not of the browser', async () => {
  // 12:30 in São Paulo, 10:30 in New York.
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:30:00Z'), toFake: ['Date'] });
  try {
    openHome();
    expect(await screen.findByText('Boa tarde, Marina')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

it('shows so far, forecast with its band, highest day and average, in R$ and in kWh', async () => {
  const user = userEvent.setup();
  const { router } = openHome();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  const card = within(screen.getByRole('region', { name: 'Fatura de energia' }));
  expect(card.getByText('3.214', { exact: false })).toBeDefined();
  expect(card.getByText(/3\.080.–.3\.360/)).toBeDefined();
  expect(card.getByText(/R\$.131,70/)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'kWh' }));
  await waitFor(() => expect(router.state.location.search).toContain('unidade=kwh'));
  expect(await card.findByText(/161,8.kWh/)).toBeDefined();
  expect(card.getByText(/3\.900.–.4\.200/)).toBeDefined();
});

it('shows active and reactive energy by time-of-use period only for tariff group A', async () => {
  const [bakery] = stored.establishments;
  stored.establishments = bakery ? [{ ...bakery, bill: { ...bakery.bill, tariff: 'A' } }] : [];
  const { unmount } = openHome();
  expect(await screen.findByRole('columnheader', { name: 'Energia ativa (kWh)' })).toBeDefined();
  expect(screen.getByRole('columnheader', { name: 'Energia reativa (UFER)' })).toBeDefined();
  expect(await screen.findByRole('row', { name: 'Ponta 30,0 9,0' })).toBeDefined();
  expect(screen.getByRole('row', { name: 'Fora ponta 100,0 30,1' })).toBeDefined();
  expect(screen.queryByRole('rowheader', { name: 'Intermediário' })).toBeNull();
  expect(screen.getByText('Postos da tarifa Light · A4 · Verde (ponta das 17:30 às 20:30).')).toBeDefined();
  unmount();
  stored.establishments = bakery ? [bakery] : [];
  openHome();
  await screen.findByText('Até agora, dia 16 de 30');
  expect(screen.queryByRole('table', { name: 'Energia do ciclo por posto' })).toBeNull();
});

it('shows intermediate hours separately where the tariff prices them', async () => {
  const [bakery] = stored.establishments;
  stored.establishments = bakery ? [{ ...bakery, bill: { ...bakery.bill, tariff: 'A' } }] : [];
  stored.intermediate = { active: 12, excessReactive: 0 };
  openHome();
  expect(await screen.findByRole('row', { name: 'Intermediário 12,0 0,0' })).toBeDefined();
});

it('names the carbon factor, and uses the factor of each month on request', async () => {
  const user = userEvent.setup();
  openHome();
  expect(await screen.findByText('neste ciclo · fator 0,0426 kg/kWh (2022)')).toBeDefined();
  const card = within(screen.getByRole('region', { name: 'Emissão de carbono' }));
  expect(card.getByText('92,8')).toBeDefined();
  await user.click(card.getByRole('radio', { name: 'Fator publicado de cada mês' }));
  expect(await card.findByText('neste ciclo · fator 0,0545 kg/kWh (2024)')).toBeDefined();
  expect(card.getByText('118,7')).toBeDefined();
});

it('shows how much of the carbon and of the cycle is estimated', async () => {
  stored.cycle = { ...aCycle, completeness: 0, estimated: 0.875 };
  openHome();
  expect(await screen.findByText('neste ciclo · fator 0,0426 kg/kWh (2022) · 87,5% estimado')).toBeDefined();
  const card = within(screen.getByRole('region', { name: 'Emissão de carbono' }));
  expect(card.getByText('92,8')).toBeDefined();
});

it('shows no forecast after the end of the cycle', async () => {
  stored.cycle = { ...aCycle, end: '2026-01-04' };
  openHome();
  await screen.findByText('Até agora, dia 16 de 30');
  expect(screen.queryByText(/Previsão para/)).toBeNull();
});

it('reports a missing establishment, meter or history', async () => {
  stored.establishments = [];
  const { unmount } = openHome();
  expect(await screen.findByText('Nenhum estabelecimento encontrado na sua conta.')).toBeDefined();
  unmount();
  stored.establishments = [namedEstablishment('e1', 'Padaria Aurora')];
  openHome();
  expect(await screen.findByText('Não existe consumo histórico')).toBeDefined();
});

it('shows no zeros for a place without messages, and explains the start of its bill', async () => {
  stored.cycle = { ...aCycle, total: 0, cost: 0, completeness: 0, days: [] };
  stored.establishments = [namedEstablishment('e1', 'Padaria Aurora'), namedEstablishment('e2', 'Fábrica')];
  stored.boards = [aBoard({ establishmentId: 'e1', lastSeen: null })];
  openHome('/home');
  expect(await screen.findByText('A fatura começa com a primeira mensagem de um medidor.')).toBeDefined();
  const steps = within(screen.getByRole('region', { name: 'Primeiros passos' }));
  expect(within(steps.getByRole('list')).getByRole('link').textContent).toBe('Conectar a placa');
  expect(await screen.findByText('sem medições')).toBeDefined();
  expect(screen.queryByText(/^previsão/i)).toBeNull();
  const carbon = within(screen.getByRole('region', { name: 'Emissão de carbono' }));
  expect(await carbon.findByText('neste ciclo · fator 0,0426 kg/kWh (2022)')).toBeDefined();
  expect(carbon.queryByText('kg CO₂')).toBeNull();
});

it('reports that no equipment is monitored', async () => {
  stored.boards = [];
  stored.cycle = null;
  openHome();
  expect(await screen.findByText('Não foram encontrados equipamentos monitorados')).toBeDefined();
});

it('leads to every meter, and hides links to screens that do not exist', async () => {
  openHome();
  const link = await screen.findByRole('link', { name: /Geral.*Ver medidor$/ });
  expect(link.getAttribute('href')).toBe(`/meter/${stored.boards[0]?.macAddress}`);
  expect(screen.queryByText('Terminar cadastro')).toBeNull();
});

it('shows the consumption of this cycle after its meter was removed', async () => {
  stored.boards = [];
  openHome();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Fatura de energia' })).toBeDefined();
  expect(await screen.findByText('Não foram encontrados equipamentos monitorados')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Água' })).toBeNull();
});

it('shows the rest that no other meter counted beside a general meter', async () => {
  stored.boards = [...stored.boards, aBoard({ name: 'Forno', establishmentId: 'e1' })];
  openHome('/home?unidade=kwh');
  expect(await screen.findByText(/^420(,0)?.kWh · 20%$/)).toBeDefined();
});

import type { StoredVariable } from '@nascente/contract/insight/independent-variables';
import type { User } from '@nascente/contract/people/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { VariablesPage } from './variables-page.tsx';

const temperature: StoredVariable = {
  kind: 'temperature',
  unit: '°C',
  start: '2026-01-01',
  end: '2026-01-06',
  days: 4,
  gaps: [{ start: '2026-01-03', end: '2026-01-04', days: 2 }],
  by: 'Marina Costa',
  enteredAt: '2026-11-19T12:00:00.000Z',
};
const URL = '/api/establishment/e1/variables';

let api: Awaited<ReturnType<typeof startApi>>;
let stored: StoredVariable[];
let isThere = true;
beforeAll(async () => {
  api = await startApi(({ method, path, body }) => {
    if (path === '/api/establishments') return { body: { ok: true, establishments: [] } };
    if (method === 'PUT') {
      const { unit } = body as { unit: string };
      stored = [...stored, { ...temperature, kind: 'production', unit, gaps: [] }];
    }
    if (method === 'DELETE') stored = [];
    if (!isThere) return { status: 404, body: { ok: false, type: 'not-found', msg: 'Não encontrado.' } };
    return { body: { ok: true, variables: stored } };
  });
});
beforeEach(() => {
  stored = [];
  isThere = true;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (user: User = aUser) =>
  openSignedIn(user, VariablesPage, {
    route: '/edit/establishment/:id/variables',
    at: '/edit/establishment/e1/variables',
  });
const choose = async (text: string) =>
  userEvent.upload(
    await screen.findByLabelText('Arquivo'),
    new File([text], 'dias.csv', { type: 'text/csv' }),
  );
const sent = () => api.requests.filter(({ method }) => method === 'PUT');

it('shows the parsed days of a file, the replaced ones, and wrong lines with reasons', async () => {
  stored = [temperature];
  open();
  await choose('Dia;°C\n02/01/2026;20,5\n03/01/2026;21\n31/02/2026;20\n04/01/2026;99');
  const preview = within(await screen.findByRole('region', { name: 'Prévia' }));
  expect(preview.getByRole('alert').textContent).toMatch(
    /2 dias, 02\/01\/2026 a 03\/01\/2026: de 20,5\s°C a 21,0\s°C, em média 20,8\s°C\. Lidos com vírgula decimal\. 1 dia já tem valor: passa a valer o do arquivo\. 2 linhas ficam de fora\./,
  );
  const lines = within(preview.getByRole('list', { name: 'Linhas que ficam de fora' }));
  expect(lines.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Linha 4 “31/02/2026” não é um dia: use dd/mm/aaaa ou aaaa-mm-dd.',
    'Linha 5 Temperatura fora de −60 a 60 °C.',
  ]);
  expect(sent()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Importar 2 dias' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({
    path: `${URL}/temperature`,
    body: {
      unit: '°C',
      values: [
        { date: '2026-01-02', value: 20.5 },
        { date: '2026-01-03', value: 21 },
      ],
    },
  });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Prévia' })).toBeNull());
});

it('requires the unit of a production, and retains the existing one', async () => {
  open();
  await userEvent.click(await screen.findByRole('radio', { name: 'Produção' }));
  await choose('2026-01-01;12.5');
  await userEvent.click(screen.getByRole('button', { name: 'Importar 1 dia' }));
  expect(screen.getByText('Diga a unidade, como t, peças ou refeições.')).toBeDefined();
  expect(sent()).toEqual([]);
  await userEvent.type(screen.getByRole('textbox', { name: 'Unidade da produção' }), ' peças ');
  await userEvent.click(screen.getByRole('button', { name: 'Importar 1 dia' }));
  await waitFor(() =>
    expect(sent()[0]).toMatchObject({ path: `${URL}/production`, body: { unit: 'peças' } }),
  );
  expect(await screen.findByRole('heading', { name: 'Produção (peças)' })).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Unidade da produção' })).toBeNull();
});

it('requires a file, and reports a file without a valid day', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Importar' }));
  expect(screen.getByText('Escolha um arquivo CSV.')).toBeDefined();
  await choose('nada;aqui\nnem;aqui');
  expect(await screen.findByText('Nenhum dia foi entendido.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Importar' })).toHaveProperty('disabled', true);
});

it('shows the stored days with their gaps, and removes them after a question', async () => {
  stored = [temperature];
  open();
  const list = within(await screen.findByRole('list', { name: 'O que já foi importado' }));
  expect(list.getByText('4 dias')).toBeDefined();
  expect(list.getByText(/01\/01\/2026 a 06\/01\/2026$/)).toBeDefined();
  expect(list.getByText('Faltam 2 dias entre eles: 03/01/2026 a 04/01/2026')).toBeDefined();
  await userEvent.click(list.getByRole('button', { name: 'Excluir Temperatura' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir', hidden: true }));
  const left = await screen.findByText(/^Nada foi importado\./);
  // The button that had the focus is gone: a keyboard goes on at what is left in its place.
  await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  expect(document.activeElement?.contains(left)).toBe(true);
  expect(api.requests.findLast(({ method }) => method === 'DELETE')?.path).toBe(`${URL}/temperature`);
});

it('explains the purpose of temperature or production, and the term for it', async () => {
  open();
  expect(await screen.findByText(/^Com ela, um mês mais frio não passa por economia/)).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Produção' }));
  expect(screen.getByText(/^Com ela, um mês parado não passa por economia/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'O que é variável independente?' })).toBeDefined();
});

it('leads a read-only user home', async () => {
  open({ ...aUser, profile: 'client' });
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(api.requests).toEqual([]);
});

it('leads home from a missing establishment', async () => {
  isThere = false;
  open();
  expect(await screen.findByRole('heading', { name: 'Estabelecimento não encontrado' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});

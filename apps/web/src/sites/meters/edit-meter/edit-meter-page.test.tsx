import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aTax } from '../../../testing/a-tariff.ts';
import { anEstablishment } from '../../../testing/an-establishment.ts';
import { anInstallation } from '../../../testing/an-installation.ts';
import { aUser } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { type Answers, aSignedInApi, refused } from '../../../testing/signed-in-api.ts';
import { someTerms } from '../../../testing/some-terms.ts';
import { EditMeterPage } from './edit-meter-page.tsx';

const MAC = 'AA:BB:CC:DD:EE:FF';
const NEW_MAC = 'A4:CF:12:00:0B:01';
const board = aBoard({
  id: '7',
  name: 'Fornos',
  macAddress: MAC,
  establishmentId: 'e1',
  Owner: '1',
  tax: 't1',
});
const installation = anInstallation({ name: 'Fornos', meter: MAC });
const establishments = [
  anEstablishment({ _id: 'e1', owner: '1' }),
  anEstablishment({ _id: 'e2', name: 'Loja', owner: '1' }),
  anEstablishment({ _id: 'e3', name: 'De outra conta', owner: '2' }),
];

const pathOf = (what: string, mac = MAC) => `GET /api/${what}/${encodeURIComponent(mac)}`;
const answers = (shown = board): Answers => ({
  [pathOf('board')]: { body: { ok: true, board: shown } },
  'POST /api/board/validate': {
    body: { ok: true, exists: true, asksCode: false, model: 'tri', type: 'eletric' },
  },
  'GET /api/establishment': { body: { ok: true, establishments } },
  'GET /api/installation-meter': { body: { ok: true, installationsMeter: [shown] } },
  'GET /api/tax': { body: { ok: true, taxes: [aTax] } },
  'PATCH /api/installation-meter/7': { body: { ok: true, installation } },
  'POST /api/installation-meter/7/move': { body: { ok: true, installation } },
  'POST /api/installation-meter/7/replace': { body: { ok: true, installation } },
  [`DELETE /api/board/${encodeURIComponent(MAC)}`]: { body: { ok: true } },
});
const unknown = refused(404, 'not-found', 'Medidor não encontrado.');
const { answering, requests, sent } = aSignedInApi(answers());

const open = (user: Parameters<typeof openSignedIn>[0] = aUser, mac = MAC) => {
  const pages = ['/meter/:mac', '/tri/:mac', '/eletric/:mac', '/water/:mac'];
  const beside = pages.map((path) => ({ path, element: <h1>O medidor</h1> }));
  const where = { route: '/editBoard/:mac', at: `/editBoard/${mac}` };
  return openSignedIn(user, EditMeterPage, where, beside);
};
const form = () => screen.findByRole('form', { name: 'Dados do medidor' });
const name = () => screen.getByLabelText<HTMLInputElement>('Apelido');
const press = (label: string) => userEvent.click(screen.getByRole('button', { name: label }));
const dialog = () => within(screen.getByRole('dialog'));
const answerYes = (label: string) => userEvent.click(dialog().getByRole('button', { name: label }));

it('leads home from an address that is no MAC, with a message', async () => {
  open(aUser, 'nada');
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(await screen.findByText('Endereço MAC inválido')).toBeDefined();
  expect(requests()).toEqual([]);
});

it('reports a meter of another owner as missing', async () => {
  answering({ [pathOf('board')]: unknown });
  open();
  expect(await screen.findByText('Este medidor não existe ou não está entre os seus.')).toBeDefined();
});

it('names the tariff of the contract, which the bill uses instead of the one of the meter', async () => {
  const tariff = { ...aTax, _id: 't2', comment: 'Padaria', versions: [] };
  const inForce = { validFrom: '2026-01-01', tariff, terms: someTerms };
  const contract = { type: 'eletric', inForce, assumed: [], versions: [] };
  answering({ 'GET /api/establishment/e1/contract': { body: { ok: true, contract } } });
  open();
  const text = await screen.findByText(/^A fatura usa a do contrato: .*Padaria\./);
  expect(within(text).getByRole('link', { name: 'Ver contrato' }).getAttribute('href')).toBe(
    '/bill/e1/contract',
  );
});

describe('editing a meter', () => {
  it('confirms and stores every change, and goes to the page of the model', async () => {
    const { router } = open();
    await form();
    await userEvent.clear(name());
    await userEvent.type(name(), 'Fornos novos');
    await userEvent.type(screen.getByLabelText('Comentário (opcional)'), 'Ao lado');
    await userEvent.selectOptions(screen.getByLabelText('Tensão'), '110V');
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    await userEvent.type(screen.getByLabelText('Sistema de equipamentos (opcional)'), 'Padaria fria');
    await press('Confirmar alterações');
    expect(await screen.findByRole('dialog', { name: 'Confirmar alterações?' })).toBeDefined();
    expect(sent('PATCH')).toEqual([]);
    await answerYes('Confirmar');
    expect(await screen.findByText('Alterações feitas!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'O medidor' })).toBeDefined();
    expect(router.state.location.pathname).toBe(`/tri/${MAC}`);
    expect(sent('PATCH')).toEqual([
      {
        path: '/api/installation-meter/7',
        body: {
          id: '7',
          Alias: 'Fornos novos',
          macAddress: MAC,
          Comment: 'Ao lado',
          isGeral: true,
          tax: 't1',
          tension: 110,
          system: 'Padaria fria',
          solarPanel: false,
        },
      },
    ]);
  });

  it('marks a meter at the inverter, and asks about panels for a general meter', async () => {
    open();
    await form();
    const solar = () => screen.getByLabelText<HTMLInputElement>('Este medidor está no inversor solar');
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    await userEvent.click(screen.getByLabelText('O local tem painéis solares'));
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    expect(solar().checked).toBe(false);
    await userEvent.click(solar());
    await press('Confirmar alterações');
    await screen.findByRole('dialog', { name: 'Confirmar alterações?' });
    await answerYes('Confirmar');
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sent('PATCH')).toMatchObject([{ body: { isGeral: false, solarPanel: true } }]);
  });

  it('shows no solar field for a water meter', async () => {
    answering(answers({ ...board, type: 'water' }));
    open();
    await form();
    expect(screen.queryByLabelText(/solar/)).toBeNull();
  });

  it('refuses an empty name and a missing tariff', async () => {
    answering(answers({ ...board, tax: null }));
    open();
    await form();
    await userEvent.clear(name());
    await press('Confirmar alterações');
    expect(await screen.findByText('Verifique o apelido digitado.')).toBeDefined();
    expect(screen.getByText('Escolha uma tarifa para continuar a edição')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [409, 'duplicate', 'Já tem um geral: Entrada.', 'Já tem um geral: Entrada.'],
    [503, 'unavailable', 'Fora.', 'Algo de errado aconteceu, tente novamente mais tarde!'],
  ])('stays on the form when the server answers %s', async (status, type, msg, text) => {
    answering({ 'PATCH /api/installation-meter/7': refused(status, type, msg) });
    open();
    await form();
    await userEvent.type(name(), ' 2');
    await press('Confirmar alterações');
    await answerYes('Confirmar');
    expect(await screen.findByText(text)).toBeDefined();
    expect(name().value).toBe('Fornos 2');
  });

  it('shows every field to a reader, disabled and without buttons', async () => {
    open({ ...aUser, profile: 'client' });
    await form();
    for (const label of ['Apelido', 'Comentário (opcional)', 'Tensão', 'Medidor instalado no quadro geral'])
      expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
    for (const label of ['Confirmar alterações', 'Deletar', 'Mover medidor', 'Trocar placa'])
      expect(screen.queryByRole('button', { name: label })).toBeNull();
    expect(screen.queryByText(/são obrigatórios/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Ver medidor' }).getAttribute('href')).toBe(`/meter/${MAC}`);
  });
});

it('deletes a meter after a question and goes home', async () => {
  open();
  await form();
  await press('Deletar');
  expect(screen.getByRole('dialog', { name: 'Deletar Padaria Aurora - Fornos?' })).toBeDefined();
  expect(sent('DELETE')).toEqual([]);
  await answerYes('Deletar');
  expect(await screen.findByText('Placa deletada!')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
});

it.each([
  [409, 'duplicate', 'O medidor acabou de mudar de local.', 'O medidor acabou de mudar de local.'],
  [503, 'unavailable', 'Fora.', 'Algo de errado aconteceu, tente novamente mais tarde!'],
])('leaves the question open when a deletion fails with %s', async (status, type, msg, text) => {
  answering({ [`DELETE /api/board/${encodeURIComponent(MAC)}`]: refused(status, type, msg) });
  open();
  await form();
  await press('Deletar');
  await answerYes('Deletar');
  expect(await dialog().findByText(text)).toBeDefined();
});

describe('moving a meter', () => {
  it('offers the other places of the owner, explains the effect, and moves', async () => {
    open();
    await screen.findByRole('option', { name: 'Loja' });
    const establishments = screen.getByLabelText('Novo estabelecimento', { selector: 'select' });
    expect(
      within(establishments)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Selecione', 'Loja']);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mover medidor' }).disabled).toBe(true);
    await userEvent.selectOptions(establishments, 'e2');
    await press('Mover medidor');
    expect(dialog().getByText(/continua em Padaria Aurora: os totais passados não mudam\./)).toBeDefined();
    expect(dialog().getByText('Em Loja, ele não é o medidor geral.')).toBeDefined();
    await answerYes('Mover');
    expect(await screen.findByText('Medidor movido para Loja.')).toBeDefined();
    expect(sent('POST')).toEqual([
      {
        path: '/api/installation-meter/7/move',
        body: { locationCode: 'e2', isGeral: false, keepAccess: false },
      },
    ]);
  });

  it('lets a Manager move the clients along', async () => {
    open({ ...aUser, profile: 'Manager' });
    await screen.findByRole('option', { name: 'Loja' });
    await userEvent.selectOptions(
      screen.getByLabelText('Novo estabelecimento', { selector: 'select' }),
      'e2',
    );
    await userEvent.click(screen.getByLabelText('Os clientes que veem o medidor continuam vendo'));
    await userEvent.click(screen.getByLabelText('Será o medidor geral do novo estabelecimento'));
    await press('Mover medidor');
    await answerYes('Mover');
    await screen.findByText('Medidor movido para Loja.');
    expect(sent('POST')[0]?.body).toEqual({ locationCode: 'e2', isGeral: true, keepAccess: true });
  });
});

describe('replacing the board', () => {
  const typeNew = async () => {
    await userEvent.click(await screen.findByLabelText('MAC da placa nova'));
    await userEvent.paste(NEW_MAC);
  };

  it('checks the new board, explains the effect, and continues with it', async () => {
    const { router } = open();
    await typeNew();
    await screen.findByText('Placa encontrada e livre.', {}, { timeout: 4_000 });
    await press('Trocar placa');
    expect(
      dialog().getByText(`Sai a placa ${MAC}; entra a placa ${NEW_MAC}, a partir de agora.`),
    ).toBeDefined();
    await answerYes('Trocar placa');
    expect(await screen.findByText('Placa Atualizado!')).toBeDefined();
    expect(router.state.location.pathname).toBe(`/editBoard/${NEW_MAC}`);
    expect(sent('POST').at(-1)).toEqual({
      path: '/api/installation-meter/7/replace',
      body: { meter: NEW_MAC },
    });
  });

  it('requires the code of the label, and sends it along', async () => {
    const hidden = { ok: true, exists: true, asksCode: true, model: null, type: null };
    answering({ 'POST /api/board/validate': { body: hidden } });
    open();
    await typeNew();
    const field = await screen.findByLabelText('Código da placa', {}, { timeout: 4_000 });
    const verified = { ...hidden, exists: true, model: 'tri', type: 'eletric' };
    answering({ 'POST /api/board/validate': { body: verified } });
    await userEvent.type(field, 'aaaaa aaaaa');
    await screen.findByText('Placa encontrada e livre.', {}, { timeout: 4_000 });
    await press('Trocar placa');
    await answerYes('Trocar placa');
    await screen.findByText('Placa Atualizado!');
    expect(sent('POST').at(-1)?.body).toEqual({ meter: NEW_MAC, code: 'AAAAA-AAAAA' });
  });

  it('refuses a board of another kind, and one in use', async () => {
    answering({
      'POST /api/board/validate': {
        body: { ok: true, exists: true, asksCode: false, model: 'mono', type: 'eletric' },
      },
    });
    const { unmount } = open();
    await typeNew();
    expect(await screen.findByText(/^Esta placa é de outro tipo/, {}, { timeout: 4_000 })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Trocar placa' }).disabled).toBe(true);
    unmount();
    const msg = 'Este MAC Address já esta sendo usado!';
    answering({ 'POST /api/board/validate': refused(403, 'forbidden', msg) });
    open();
    await typeNew();
    expect(await screen.findByText(msg, {}, { timeout: 4_000 })).toBeDefined();
  });
});

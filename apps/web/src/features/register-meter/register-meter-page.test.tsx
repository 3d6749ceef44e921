import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { RegisterMeterPage } from './register-meter-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const admin = { ...aUser, profile: 'Admin' } as const;
const tax = {
  _id: 't1',
  group: 'B3',
  distributor: 'Neoenergia',
  comment: '',
  color: '',
  type: 'eletric',
  modality: 'simple',
  inPointValue: 1,
  interPointValue: 1,
  outPointValue: 1,
  validFrom: '2026-01-01',
  versions: 1,
};
const installation = {
  _id: '7',
  name: 'Quadro',
  meter: MAC,
  comment: '',
  fuseBoxMeter: false,
  tax: 't1',
  type: 'eletric',
  model: 'tri',
  equipment: 'emd3p',
};
const address = {
  postalCode: '01310-100',
  state: 'SP',
  city: 'São Paulo',
  neighborhood: 'Bela Vista',
  street: 'Av. Paulista',
};

type Given = { status?: number; body: unknown };
const answers: Record<string, Given> = {
  'POST /api/board/validate': { body: { ok: true, exists: true } },
  [`GET /api/meter/verify/${encodeURIComponent(MAC)}`]: {
    body: { ok: true, exists: true, installed: false, model: 'mono', type: 'eletric' },
  },
  'GET /api/establishment': { body: { ok: true, establishments: [] } },
  'GET /api/tax': { body: { ok: true, taxes: [tax] } },
  'GET /api/lookup/cep/01310100': { body: { ok: true, address } },
  'POST /api/board-new': { status: 201, body: { ok: true, installation } },
  'POST /api/installation-meter': { status: 201, body: { ok: true, installation } },
};
const nothing = { status: 404, body: { ok: false, type: 'not-found', msg: 'Não há.' } };

let api: Awaited<ReturnType<typeof startApi>>;
const answering = (given: Record<string, Given> = {}) =>
  api.answerWith(
    ({ method, path }) => ({ ...answers, ...given })[`${method} ${path.split('?')[0]}`] ?? nothing,
  );

beforeAll(async () => {
  api = await startApi(() => nothing);
});
beforeEach(() => {
  api.asked.length = 0;
  answering();
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const open = (user: Parameters<typeof openSignedIn>[0] = aUser) =>
  openSignedIn(user, RegisterMeterPage, '/registerBoard', [
    { path: '/dashboard', element: <h1>Os medidores</h1> },
    { path: '/meter/:mac', element: <h1>O medidor</h1> },
  ]);
const macField = () => screen.getByLabelText('MAC Address');
const paste = async (text: string) => {
  await userEvent.click(macField());
  await userEvent.paste(text);
};
const stageOne = () => screen.findByRole('form', { name: 'Dados do medidor' }, { timeout: 4_000 });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Registrar' }));
const chooseTariff = async () => {
  await userEvent.click(screen.getByRole('combobox', { name: 'Tarifa' }));
  await userEvent.click(await screen.findByRole('option', { hidden: true, name: /B3/ }));
};
const sent = (path: string) =>
  api.asked.filter((asked) => asked.method === 'POST' && asked.path === path).map(({ body }) => body);

it('stays as it is where tariffs or places cannot be listed', async () => {
  const body = { ok: false, type: 'unavailable', msg: 'Fora do ar.' };
  answering({ 'GET /api/tax': { status: 503, body }, 'GET /api/establishment': { status: 503, body } });
  open();
  await paste(MAC);
  await stageOne();
  expect(await screen.findByText('Fora do ar.')).toBeDefined();
  const asked = api.asked.filter(({ path }) => path === '/api/tax').length;
  await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
  expect(api.asked.filter(({ path }) => path === '/api/tax')).toHaveLength(asked);
});

it('leads who only reads to the meters', async () => {
  open({ ...aUser, profile: 'client' });
  expect(await screen.findByRole('heading', { name: 'Os medidores' })).toBeDefined();
});

describe('stage 0', () => {
  it('tidies a pasted MAC, checks it after a pause, and opens stage 1', async () => {
    open();
    await paste(' a4cf12000b01\n');
    expect((macField() as HTMLInputElement).value).toBe(MAC);
    expect(sent('/api/board/validate')).toEqual([]);
    await stageOne();
    expect(sent('/api/board/validate')).toEqual([{ id: MAC }]);
    expect(screen.getByText('Energia elétrica')).toBeDefined();
    expect(screen.getByText('Monofásico')).toBeDefined();
  });

  it.each([
    ['A4:CF:12:00: 0B:01', 'O MAC Address não pode conter espaços!'],
    ['A4:CF:12:00:0B:0G', 'Endereço de MAC inválido'],
  ])('says what is wrong with %s', async (typed, words) => {
    open();
    await userEvent.type(macField(), typed);
    expect(await screen.findByText(words)).toBeDefined();
    expect(sent('/api/board/validate')).toEqual([]);
  });

  it('shows the words of a refusal, and goes back to stage 0 when the MAC is changed to a used one', async () => {
    open();
    await paste(MAC);
    await stageOne();
    const msg = 'Este MAC Address já esta sendo usado!';
    answering({
      'POST /api/board/validate': { status: 403, body: { ok: false, type: 'forbidden', msg } },
    });
    await userEvent.type(macField(), '{Backspace}2');
    expect(await screen.findByText(msg, {}, { timeout: 4_000 })).toBeDefined();
    expect(screen.queryByRole('form', { name: 'Dados do medidor' })).toBeNull();
  });

  it('says that a board is not known, and what failed', async () => {
    answering({ 'POST /api/board/validate': { body: { ok: true, exists: false } } });
    open();
    await paste(MAC);
    expect(await screen.findByText('Placa não encontrada.', {}, { timeout: 4_000 })).toBeDefined();
    const body = { ok: false, type: 'unavailable', msg: 'Fora do ar.' };
    answering({ 'POST /api/board/validate': { status: 503, body } });
    await userEvent.type(macField(), '{Backspace}2');
    expect(
      await screen.findByText(
        'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.',
        {},
        { timeout: 4_000 },
      ),
    ).toBeDefined();
    answering();
    await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }));
  });
});

describe('stage 1', () => {
  it('says everything that is missing, in the words of the specification', async () => {
    open();
    await paste(MAC);
    await stageOne();
    await send();
    for (const words of [
      'Verifique os campos digitados',
      'Seu endereço precisa de um Nome',
      'Endereço inválido',
      'CEP inválido',
      'Escolha uma tarifa',
    ])
      expect(await screen.findByText(words)).toBeDefined();
    expect(sent('/api/board-new')).toEqual([]);
  });

  it('registers at a new place, whose address the CEP fills in, and opens the meter', async () => {
    open();
    await paste(MAC);
    await stageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), ' Quadro ');
    await userEvent.type(screen.getByLabelText('Nome do local'), 'Loja');
    await userEvent.type(screen.getByLabelText('CEP'), '01310100');
    await waitFor(
      () =>
        expect(screen.getByLabelText<HTMLInputElement>('Endereço').value).toBe(
          'Av. Paulista, Bela Vista, São Paulo, SP',
        ),
      { timeout: 4_000 },
    );
    await userEvent.click(screen.getByLabelText('Medidor instalado no quadro geral'));
    await chooseTariff();
    await send();
    expect(await screen.findByText('Medidor Cadastrado com sucesso!')).toBeDefined();
    expect(await screen.findByRole('heading', { name: 'O medidor' })).toBeDefined();
    expect(sent('/api/board-new')).toEqual([
      {
        MACAddress: MAC,
        Alias: 'Quadro',
        Comment: '',
        location: {
          name: 'Loja',
          address: 'Av. Paulista, Bela Vista, São Paulo, SP',
          postalCode: '01.310-100',
          description: '',
        },
        isGeral: true,
        tax: 't1',
        tension: 220,
        solarPanel: false,
      },
    ]);
  });

  it('registers at an establishment that is there', async () => {
    const establishments = [anEstablishment({ _id: 'e1', owner: aUser._id })];
    answering({ 'GET /api/establishment': { body: { ok: true, establishments } } });
    open();
    await paste(MAC);
    await stageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
    await chooseTariff();
    await send();
    expect(await screen.findByText('Escolha um local.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Estabelecimento', { selector: 'select' }), 'e1');
    await send();
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sent('/api/installation-meter')).toEqual([
      {
        locationCode: 'e1',
        name: 'Quadro',
        meter: MAC,
        comment: '',
        fuseBoxMeter: false,
        solarPanel: false,
        voltage: 220,
        tax: 't1',
      },
    ]);
  });

  it.each([
    [409, 'duplicate', 'Este MAC Address já esta sendo usado!', 'Este MAC Address já esta sendo usado!'],
    [
      503,
      'unavailable',
      'Fora.',
      'Ops, algo inesperado aconteceu com a operação, tente novamente mais tarde.',
    ],
  ])('keeps what was typed when the server answers %s', async (status, type, msg, words) => {
    answering({ 'POST /api/board-new': { status, body: { ok: false, type, msg } } });
    open();
    await paste(MAC);
    await stageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
    await userEvent.type(screen.getByLabelText('Nome do local'), 'Loja');
    await userEvent.type(screen.getByLabelText('Endereço'), 'Rua A');
    await userEvent.type(screen.getByLabelText('CEP'), '01310100');
    await chooseTariff();
    await send();
    expect(await screen.findByText(words)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Apelido').value).toBe('Quadro');
  });

  it('lets an Admin choose whose it is, with that person’s places', async () => {
    const person = {
      _id: 'p2',
      firstName: 'Rita',
      lastName: 'Lima',
      email: 'rita@oficina.test',
      cnpj: null,
      profile: 'user',
      managerId: null,
      active: true,
      disabled: false,
      createdAt: '2026-01-01T00:00:00Z',
      lastSeen: null,
      meters: 0,
      clientUsers: 0,
    };
    const establishments = [anEstablishment({ _id: 'e2', name: 'Oficina', owner: 'p2' })];
    answering({
      'GET /api/establishment': { body: { ok: true, establishments } },
      'GET /api/admin/users': { body: { ok: true, users: [person], total: 1 } },
    });
    open(admin);
    await paste(MAC);
    await stageOne();
    expect(screen.queryByLabelText('Estabelecimento', { selector: 'select' })).toBeNull();
    await userEvent.click(screen.getByRole('combobox', { name: 'Titular' }));
    await userEvent.click(await screen.findByRole('option', { hidden: true, name: /Rita Lima/ }));
    await userEvent.click(screen.getByRole('radio', { name: 'Novo local' }));
    await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
    await userEvent.type(screen.getByLabelText('Nome do local'), 'Loja');
    await userEvent.type(screen.getByLabelText('Endereço'), 'Rua A');
    await userEvent.type(screen.getByLabelText('CEP'), '01310100');
    await chooseTariff();
    await send();
    await screen.findByRole('heading', { name: 'O medidor' });
    expect(sent('/api/board-new')).toMatchObject([{ location: { name: 'Loja', owner: 'p2' } }]);
  });
});

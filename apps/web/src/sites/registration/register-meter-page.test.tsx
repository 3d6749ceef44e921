import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { refused } from '../../testing/signed-in-api.ts';
import {
  aRegistrationApi,
  MAC,
  macField,
  openRegistration,
  openStageOne,
  paste,
  stageOne,
} from './testing/open-registration.tsx';

const { answering, requests, sentTo } = aRegistrationApi();

it('retains the form when tariffs or places fail to load', async () => {
  const down = refused(503, 'unavailable', 'Fora do ar.');
  answering({ 'GET /api/tax': down, 'GET /api/establishment': down });
  await openStageOne();
  expect(await screen.findByText('Fora do ar.')).toBeDefined();
  const before = requests().filter(({ path }) => path === '/api/tax').length;
  await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
  expect(requests().filter(({ path }) => path === '/api/tax')).toHaveLength(before);
});

it('leads a reader to the meters', async () => {
  openRegistration({ ...aUser, profile: 'client' });
  expect(await screen.findByRole('heading', { name: 'Os medidores' })).toBeDefined();
});

describe('stage 0 of the registration', () => {
  it('formats a pasted MAC, checks it after a pause, and opens stage 1', async () => {
    openRegistration();
    await paste(' a4cf12000b01\n');
    expect(macField().value).toBe(MAC);
    expect(sentTo('/api/board/validate')).toEqual([]);
    await stageOne();
    expect(sentTo('/api/board/validate')).toEqual([{ id: MAC }]);
    expect(screen.getByText('Energia elétrica')).toBeDefined();
    expect(screen.getByText('Monofásico')).toBeDefined();
  });

  it.each([
    ['A4:CF:12:00: 0B:01', 'O MAC Address não pode conter espaços!'],
    ['A4:CF:12:00:0B:0G', 'Endereço de MAC inválido'],
  ])('reports what is wrong with %s', async (typed, text) => {
    openRegistration();
    await userEvent.type(macField(), typed);
    expect(await screen.findByText(text)).toBeDefined();
    expect(sentTo('/api/board/validate')).toEqual([]);
  });

  it('shows the message of a refusal, and returns to stage 0 for a used MAC', async () => {
    await openStageOne();
    const msg = 'Este MAC Address já esta sendo usado!';
    answering({
      'POST /api/board/validate': refused(403, 'forbidden', msg),
    });
    await userEvent.type(macField(), '{Backspace}2');
    expect(await screen.findByText(msg, {}, { timeout: 4_000 })).toBeDefined();
    expect(screen.queryByRole('form', { name: 'Dados do medidor' })).toBeNull();
  });

  it('opens stage 1 with the label code first, and retains typed values during its check', async () => {
    const inStock = { ok: true, exists: true, asksCode: true, model: null, type: null };
    answering({ 'POST /api/board/validate': { body: inStock } });
    openRegistration();
    await paste(MAC);
    await stageOne();
    await userEvent.type(screen.getByLabelText('Apelido'), 'Quadro');
    const register = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Registrar' });
    expect(register().disabled).toBe(true);
    answering();
    await userEvent.type(screen.getByLabelText('Código da placa'), 'aaaaa-aaaaa');
    expect(await screen.findByText('Monofásico', {}, { timeout: 4_000 })).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Apelido').value).toBe('Quadro');
    expect(register().disabled).toBe(false);
  });

  it('reports a mistyped code before the check, and a wrong code after it', async () => {
    const inStock = { ok: true, exists: true, asksCode: true, model: null, type: null };
    answering({ 'POST /api/board/validate': { body: inStock } });
    openRegistration();
    await paste(MAC);
    const field = await screen.findByLabelText('Código da placa', {}, { timeout: 4_000 });
    expect(screen.queryByText('Placa não encontrada.')).toBeNull();
    await userEvent.type(field, 'aaaab-aaaaa');
    expect(await screen.findByText('Confira o código: algum caractere não é o da etiqueta.')).toBeDefined();
    expect(sentTo('/api/board/validate')).toEqual([{ id: MAC }]);
    answering({ 'POST /api/board/validate': { body: { ...inStock, exists: false } } });
    await userEvent.clear(field);
    await userEvent.type(field, 'aaaaa-aaaaa');
    expect(await screen.findByText('Placa não encontrada.', {}, { timeout: 4_000 })).toBeDefined();
    expect(sentTo('/api/board/validate').at(-1)).toEqual({ id: MAC, code: 'AAAAA-AAAAA' });
  });

  it('reads MAC and code from the address in the QR code of a label', async () => {
    const verified = { ok: true, exists: true, asksCode: true, model: 'mono', type: 'eletric' };
    answering({ 'POST /api/board/validate': { body: verified } });
    openRegistration(aUser, `/registerBoard?mac=${MAC}&code=AAAAA-AAAAA`);
    await stageOne();
    expect(sentTo('/api/board/validate')).toEqual([{ id: MAC, code: 'AAAAA-AAAAA' }]);
    expect(macField().value).toBe(MAC);
  });

  it('reports an unknown board, and a failed check', async () => {
    answering({
      'POST /api/board/validate': {
        body: { ok: true, exists: false, asksCode: false, model: null, type: null },
      },
    });
    openRegistration();
    await paste(MAC);
    expect(await screen.findByText('Placa não encontrada.', {}, { timeout: 4_000 })).toBeDefined();
    answering({ 'POST /api/board/validate': refused(503, 'unavailable', 'Fora do ar.') });
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

import { establishmentSeen } from '@nascente/contract/sites/establishments';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { startApi } from '../../testing/api-server.ts';
import { aTyped } from './testing/a-typed.ts';
import {
  type AnswerWith,
  aWizardApi,
  dialog,
  field,
  keepDraftOf,
  openWizard,
  press,
  refused,
  title,
} from './testing/open-wizard.tsx';
import { newTyped, typedOf } from './typed/typed-establishment.ts';

const POST = 'POST /api/establishment';
const UNEXPECTED = 'Algo inesperado aconteceu, tente novamente mais tarde.';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(aWizardApi());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(aWizardApi());
  startSession('mine');
  keepDraftOf(null, { base: newTyped(), typed: aTyped(), step: 3, reached: 3 });
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const sent = (method: string) => api.requests.filter((requested) => requested.method === method);
const drafts = () => Object.keys(localStorage).filter((key) => key.includes('.draft.'));
const confirm = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Confirmar' });
const answering = (answer: AnswerWith) => api.answerWith(aWizardApi({ [POST]: answer }));

const ask = async () => {
  const opened = openWizard();
  await press('Concluir');
  await screen.findByRole('dialog', { name: 'Confirmar Cadastro' });
  return opened;
};

describe('the Concluir button', () => {
  it('asks the user to confirm by fantasy name, and Cancelar closes the dialog', async () => {
    await ask();
    const said = screen.getByRole('dialog').textContent;
    expect(said).toContain('Padaria Aurora');
    expect(said).toContain('Os dados podem ser editados depois.');
    await press('Cancelar');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent('POST')).toEqual([]);
    expect(title()).toBe('Equipamento');
  });
});

describe('the Confirmar button', () => {
  it('creates once despite two clicks, confirms it, and leads home a second later', async () => {
    const { router } = await ask();
    const button = confirm();
    const pressedAt = performance.now();
    await act(async () => {
      button.click();
      button.click();
    });
    expect(await screen.findByText('Estabelecimento criado! Redirecionando...')).toBeDefined();
    expect(button.disabled).toBe(true);
    expect(drafts()).toEqual([]);
    await screen.findByRole('heading', { name: 'Início' }, { timeout: 3000 });
    expect(performance.now() - pressedAt).toBeGreaterThanOrEqual(1000);
    expect(router.state.location).toMatchObject({ pathname: '/home', search: '?estabelecimento=e1' });
    expect(sent('POST').map(({ body }) => body)).toMatchObject([
      { cnpj: '12ABC34501DE35', fantasyName: 'Padaria Aurora', businessHours: { sunday: { open: true } } },
    ]);
  });

  it.each([
    ['200 without ok', { status: 200, body: { establishment: anEstablishment() } }],
    ['201 without an establishment', { status: 201, body: { ok: true } }],
    ['something that is no JSON', { status: 201, body: '<html>' }],
    ['500', refused(500, 'error', 'Erro interno')],
    ['a proxy in trouble', { status: 502, body: 'Bad gateway' }],
    ['no answer', 'hang up'],
  ] as const)('shows an unexpected error after %s, and disables the button', async (_, answer) => {
    answering(answer);
    await ask();
    await userEvent.click(confirm());
    expect((await screen.findByRole('alert')).textContent.trim()).toBe(UNEXPECTED);
    expect(confirm().disabled).toBe(true);
    expect(drafts()).toHaveLength(1);
    await press('Cancelar');
    answering({ status: 201, body: { ok: true, establishment: anEstablishment() } });
    await press('Concluir');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(confirm());
    expect(await screen.findByText('Estabelecimento criado! Redirecionando...')).toBeDefined();
  });

  it('shows the message of a 400 answer, and leads to the refused field', async () => {
    const errors = [{ path: 'location.city', msg: 'Cidade desconhecida.' }];
    answering(refused(400, 'validation', 'Verifique os dados.', errors));
    await ask();
    await userEvent.click(confirm());
    expect((await screen.findByRole('alert')).textContent.trim()).toBe(
      'Verifique os dados. Por favor, revise os dados inseridos.',
    );
    await press('Cancelar');
    expect(title()).toBe('Estabelecimento');
    expect(screen.getByText('Cidade desconhecida.')).toBeDefined();
  });

  it('leads to the CNPJ when it is already registered', async () => {
    answering(refused(400, 'duplicate', 'Já existe um estabelecimento com este CNPJ.'));
    await ask();
    await userEvent.click(confirm());
    await screen.findByRole('alert');
    await press('Cancelar');
    expect(field('CNPJ').getAttribute('aria-invalid')).toBe('true');
  });

  it('shows the message of the server when the operation is forbidden', async () => {
    answering(refused(403, 'forbidden', 'Sem permissão.'));
    await ask();
    await userEvent.click(confirm());
    expect((await screen.findByRole('alert')).textContent.trim()).toBe('Sem permissão.');
  });

  it('ends an expired session, and retains the draft for the next one', async () => {
    answering(refused(401, 'expired', 'Sessão expirada.'));
    await ask();
    await userEvent.click(confirm());
    await waitFor(() => expect(localStorage.getItem('nascente.token')).toBeNull());
    expect(drafts()).toHaveLength(1);
  });
});

describe('confirming an existing establishment', () => {
  const establishment = anEstablishment({ fantasyName: 'Padaria Aurora', cnpj: '12ABC34501DE35' });
  const typed = aTyped({ voltage: '110' });
  const patch = (answer: AnswerWith) => {
    api.answerWith(
      aWizardApi({
        'GET /api/establishment/e1': { body: { ok: true, establishment } },
        'PATCH /api/establishment/e1': answer,
      }),
    );
  };
  const edit = async () => {
    keepDraftOf(establishment, { base: typedOf(establishment), typed, step: 3, reached: 3 });
    openWizard('/edit/establishment/e1');
    await userEvent.click(await screen.findByRole('button', { name: 'Concluir' }));
    await userEvent.click(confirm());
  };

  it('sends only the changed fields', async () => {
    patch({ body: { ok: true, establishment } });
    await edit();
    expect(await screen.findByText('Estabelecimento atualizado! Redirecionando...')).toBeDefined();
    const [{ body } = { body: null }] = sent('PATCH');
    expect(body).toMatchObject({ voltage: 110, corporateName: 'Padaria Aurora Ltda' });
    expect(body).not.toHaveProperty('cnpj');
    expect(body).not.toHaveProperty('equipments');
  });

  it('replaces the other version when saved again after an edit conflict, with the typed text', async () => {
    const msg = 'Alterado por Rui Souza às 09:00.';
    patch({ status: 409, body: { ok: false, type: 'changed', msg, seen: 'bbbbbbbbbbbbbbbb' } });
    await edit();
    expect((await screen.findByRole('alert')).textContent.trim()).toBe(msg);
    await press('Cancelar');
    patch({ body: { ok: true, establishment } });
    await press('Concluir');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(confirm());
    expect(await screen.findByText('Estabelecimento atualizado! Redirecionando...')).toBeDefined();
    expect(sent('PATCH').map(({ headers }) => headers['if-match'])).toEqual([
      `"${establishmentSeen(establishment)}"`,
      '"bbbbbbbbbbbbbbbb"',
    ]);
    for (const { body } of sent('PATCH')) expect(body).toMatchObject({ voltage: 110 });
  });

  it('leads away with a message when the establishment no longer exists', async () => {
    patch(refused(404, 'not-found', 'Não encontrado.'));
    await edit();
    expect(await screen.findByRole('heading', { name: 'Entrada' })).toBeDefined();
    expect(screen.getByText('Estabelecimento não encontrado.')).toBeDefined();
  });
});

describe('removing an establishment in the wizard', () => {
  const removal = 'DELETE /api/establishment/e1';
  const open = async (
    answer: AnswerWith,
    installations: ReturnType<typeof anEstablishment>['installations'] = [],
  ) => {
    const establishment = anEstablishment({ fantasyName: 'Galpão', cnpj: '12ABC34501DE35', installations });
    api.answerWith(
      aWizardApi({ 'GET /api/establishment/e1': { body: { ok: true, establishment } }, [removal]: answer }),
    );
    openWizard('/edit/establishment/e1');
    await screen.findByDisplayValue('Galpão');
  };

  it('asks a question first, then leads home without regard to unsaved text', async () => {
    await open({ body: { ok: true } });
    await userEvent.type(field('Nome fantasia'), ' velho');
    await press('Excluir estabelecimento');
    expect(screen.getByRole('dialog', { name: 'Excluir Galpão?' })).toBeDefined();
    expect(sent('DELETE')).toEqual([]);
    await press('Excluir');
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(screen.getByText('Estabelecimento excluído.')).toBeDefined();
  });

  it('shows the message of the server when a meter prevents the removal', async () => {
    await open(refused(409, 'duplicate', 'Há medidores neste estabelecimento.'));
    await press('Excluir estabelecimento');
    await press('Excluir');
    expect((await screen.findByRole('alert')).textContent.trim()).toBe('Há medidores neste estabelecimento.');
  });

  it('does not offer removal while there are meters', async () => {
    await open({ body: { ok: true } }, [
      {
        _id: 'i1',
        name: 'Geral',
        meter: 'AA:BB:CC:DD:EE:01',
        comment: '',
        fuseBoxMeter: true,
        tax: null,
        type: 'eletric',
        model: 'tri',
        equipment: 'emd3p',
      },
    ]);
    expect(screen.queryByRole('button', { name: 'Excluir estabelecimento' })).toBeNull();
    expect(screen.getByText('Um estabelecimento com medidores não pode ser excluído.')).toBeDefined();
  });
});

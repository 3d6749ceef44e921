import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { aTyped } from './testing/a-typed.ts';
import { aWizardApi, field, keepDraftOf, openWizard, press, refused, title } from './testing/open-wizard.tsx';
import { newTyped, typedOf } from './typed/typed-establishment.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(aWizardApi());
});
beforeEach(() => {
  api.requests.length = 0;
  api.answerWith(aWizardApi());
  startSession('mine');
});
afterEach(() => endSession('logout'));
afterAll(() => api.stop());

const draft = (step: number, typed = aTyped()) => ({ base: newTyped(), typed, step, reached: step });
const texts = (text: string) => screen.queryByText(text);

it('leads the read-only profile home', async () => {
  openWizard('/new/establishment', { ...aUser, profile: 'client' });
  expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
  expect(api.requests).toEqual([]);
});

describe('the four steps', () => {
  it('wizard steps stay until they are valid, with the focus on the first wrong field', async () => {
    openWizard();
    await press('Próximo');
    expect(await screen.findByText('O campo CNPJ é obrigatório')).toBeDefined();
    for (const said of [
      'Selecione uma atividade.',
      'Selecione a qunantidade de funcionários.',
      'O CEP é obrigatório.',
      'Logradouro é obrigatório.',
      'Cidade é obrigatório.',
      'Selecione seu estado.',
      'Barrio é obrigatório.',
    ])
      expect(texts(said), said).not.toBeNull();
    expect(screen.getAllByText('Este campo é obrigatório')).toHaveLength(2);
    expect(document.activeElement).toBe(field('CNPJ'));
    expect(title()).toBe('Estabelecimento');
    await userEvent.type(field('Bairro'), 'Centro');
    await waitFor(() => expect(texts('Barrio é obrigatório.')).toBeNull());
  });

  it('goes forward and back through the steps, retains typed values, and shows the present step', async () => {
    keepDraftOf(null, draft(0));
    openWizard();
    expect(screen.queryByRole('button', { name: 'Voltar' })).toBeNull();
    await press('Próximo');
    expect(title()).toBe('Horário de Funcionamento');
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
    expect(screen.getByRole('button', { current: 'step' }).textContent).toBe(
      'Etapa 2 Horário de Funcionamento',
    );
    await press('Próximo');
    expect(title()).toBe('Conta de Luz');
    await press('Próximo');
    expect(title()).toBe('Equipamento');
    expect(screen.queryByRole('button', { name: 'Próximo' })).toBeNull();
    await press('Voltar');
    expect(title()).toBe('Conta de Luz');
    await press('Etapa 1 Estabelecimento');
    expect(field('Nome fantasia').value).toBe('Padaria Aurora');
    await userEvent.clear(field('Bairro'));
    await press('Etapa 4 Equipamento');
    expect(await screen.findByText('Barrio é obrigatório.')).toBeDefined();
    expect(title()).toBe('Estabelecimento');
  });

  it('wizard steps cannot be opened before they were reached', () => {
    openWizard();
    expect(screen.getByRole('button', { name: 'Etapa 2 Horário de Funcionamento' })).toHaveProperty(
      'disabled',
      true,
    );
  });

  it('shows at the end the step that is no longer valid', async () => {
    keepDraftOf(null, draft(3, aTyped({ voltage: '' })));
    openWizard();
    await press('Concluir');
    expect(await screen.findByText('Escolha a tensão instalada.')).toBeDefined();
    expect(title()).toBe('Conta de Luz');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

it('clears the number of employees when the activity changes, and offers its ranges', async () => {
  keepDraftOf(null, draft(0));
  openWizard();
  expect(field('Número de funcionários').value).toBe('10 a 49');
  await userEvent.selectOptions(field('Atividade'), 'Industria');
  expect(field('Número de funcionários').value).toBe('');
  const ranges = [...field('Número de funcionários').querySelectorAll('option')].map(({ text }) => text);
  expect(ranges).toEqual(['Selecione', 'até 19', '20 a 99', '100 a 499', '500 ou mais']);
});

describe('the draft of an establishment', () => {
  it('continues after the page is opened again', async () => {
    const { unmount } = openWizard();
    await userEvent.type(field('Nome fantasia'), 'Forno Velho');
    unmount();
    openWizard();
    expect(field('Nome fantasia').value).toBe('Forno Velho');
    expect(screen.getByText('Continuamos de onde você parou.')).toBeDefined();
    await press('Começar de novo');
    expect(field('Nome fantasia').value).toBe('');
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('opens at its step', () => {
    keepDraftOf(null, draft(2));
    openWizard();
    expect(title()).toBe('Conta de Luz');
    expect(field('Unidade consumidora').value).toBe('7001234567');
  });

  it.each([
    ['of another account', () => keepDraftOf(null, draft(2), '2')],
    ['of another shape', () => keepDraftOf(null, { ...draft(2), typed: { cnpj: '1' } })],
    ['of another step than there are', () => keepDraftOf(null, draft(7))],
  ])('ignores %s as a draft', (_, keep) => {
    keep();
    openWizard();
    expect(title()).toBe('Estabelecimento');
    expect(texts('Continuamos de onde você parou.')).toBeNull();
  });

  it('ignores the draft of an establishment that changed since', async () => {
    const establishment = anEstablishment({ fantasyName: 'Padaria Aurora', cnpj: '12ABC34501DE35' });
    const stored = typedOf(establishment);
    keepDraftOf(establishment, {
      base: { ...stored, voltage: '110' },
      typed: { ...stored, consumerUnit: '9' },
      step: 2,
      reached: 3,
    });
    openWizard('/edit/establishment/e1');
    expect(await screen.findByLabelText('CNPJ')).toBeDefined();
    expect(texts('Continuamos de onde você parou.')).toBeNull();
  });

  it('asks the user before leaving, and retains the draft', async () => {
    const { router } = openWizard();
    await userEvent.type(field('Nome fantasia'), 'Forno');
    void router.navigate('/home');
    expect(await screen.findByRole('dialog', { name: 'Sair sem salvar?' })).toBeDefined();
    expect(texts('O que você digitou fica guardado neste aparelho para continuar depois.')).not.toBeNull();
    await press('Sair sem salvar');
    expect(await screen.findByRole('heading', { name: 'Início' })).toBeDefined();
    expect(Object.keys(localStorage)).toContain('nascente.draft.1.establishment.new');
  });
});

describe('editing an establishment in the wizard', () => {
  it('leads away with a message from a missing establishment', async () => {
    api.answerWith(aWizardApi({ 'GET /api/establishment/e1': refused(404, 'not-found', 'Não encontrado.') }));
    openWizard('/edit/establishment/e1');
    expect(await screen.findByRole('heading', { name: 'Entrada' })).toBeDefined();
    expect(await screen.findByText('Estabelecimento não encontrado.')).toBeDefined();
  });

  it('loads an establishment again after a failure', async () => {
    api.answerWith(
      aWizardApi({
        'GET /api/establishment/e1': refused(503, 'unavailable', 'O serviço está indisponível.'),
      }),
    );
    openWizard('/edit/establishment/e1');
    expect((await screen.findByRole('alert')).textContent).toContain('O serviço está indisponível.');
    api.answerWith(aWizardApi());
    await press('Tentar novamente');
    expect(await screen.findByDisplayValue('Padaria Aurora')).toBeDefined();
  });

  it('opens with the stored values, and every step is available', async () => {
    openWizard('/edit/establishment/e1');
    expect(await screen.findByDisplayValue('12.ABC.345/01DE-35')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Editar estabelecimento');
    expect(screen.getByRole('button', { name: 'Etapa 4 Equipamento' })).toHaveProperty('disabled', false);
  });

  it('continues a location with its stored values', async () => {
    const { location } = anEstablishment();
    const seed = anEstablishment({
      name: 'Galpão',
      location: { ...location, address: 'Rua do Sol', postalCode: '50.030-230' },
    });
    api.answerWith(aWizardApi({ 'GET /api/establishment/e1': { body: { ok: true, establishment: seed } } }));
    openWizard('/edit/establishment/e1');
    expect(await screen.findByDisplayValue('Galpão')).toBeDefined();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Terminar cadastro');
    expect([field('Logradouro').value, field('CEP').value]).toEqual(['Rua do Sol', '50.030-230']);
    // The CEP it came with tells the rest; what is there stays.
    await waitFor(() => expect(field('Cidade').value).toBe('São Paulo'), { timeout: 3000 });
    expect(field('Logradouro').value).toBe('Rua do Sol');
  });
});

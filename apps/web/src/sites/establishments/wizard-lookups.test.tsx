import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { startApi } from '../../testing/api-server.ts';
import {
  type AnswerWith,
  address,
  aWizardApi,
  company,
  field,
  openWizard,
  press,
  refused,
} from './testing/open-wizard.tsx';

const FIRST = '/api/lookup/cnpj/12ABC34501DE35';
const SECOND = '/api/lookup/cnpj/19131243000197';
const CEP = '/api/lookup/cep/01310100';
const ENOUGH = { timeout: 4000 };

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

const answering = (path: string, answer: AnswerWith) =>
  api.answerWith(aWizardApi({ [`GET ${path}`]: answer }));
const requested = () => api.requests.filter(({ path }) => path.includes('/lookup/')).map(({ path }) => path);
const typedIn = (label: string) => field(label).value;
const paste = async (label: string, text: string) => {
  await userEvent.click(field(label));
  await userEvent.paste(text);
};

describe('the CNPJ field', () => {
  it('accepts letters, in upper case, masked during typing', async () => {
    openWizard();
    await userEvent.type(field('CNPJ'), '12abc34501de35');
    expect(typedIn('CNPJ')).toBe('12.ABC.345/01DE-35');
  });

  it.each(['12.ABC.345/01DE-35', '12abc34501de35', ' 12 ABC 345 01DE 35 '])(
    'accepts the pasted text %j',
    async (text) => {
      openWizard();
      await paste('CNPJ', text);
      expect(typedIn('CNPJ')).toBe('12.ABC.345/01DE-35');
    },
  );

  it('leaves the caret where a character was typed or removed', async () => {
    openWizard();
    const user = userEvent.setup();
    await paste('CNPJ', '12ABC345');
    const input = field('CNPJ');
    await user.type(input, 'X', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    expect([input.value, input.selectionStart]).toEqual(['12.AXB.C34/5', 5]);
    await user.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['12.ABC.345', 4]);
    await user.keyboard('{Backspace}');
    expect([input.value, input.selectionStart]).toEqual(['12.BC3.45', 2]);
  });

  it('looks up a complete CNPJ after a second, and fills empty fields', async () => {
    openWizard();
    await userEvent.type(field('Nome fantasia'), 'Minha padaria');
    await paste('CNPJ', '12ABC34501DE3');
    const before = performance.now();
    await userEvent.type(field('CNPJ'), '5');
    await waitFor(() => expect(typedIn('Razão social')).toBe('PADARIA AURORA LTDA'), ENOUGH);
    expect(performance.now() - before).toBeGreaterThan(900);
    expect(requested()).toEqual([FIRST]);
    expect(typedIn('Nome fantasia')).toBe('Minha padaria');
    expect(['CEP', 'Logradouro', 'Número (opcional)', 'Bairro', 'Cidade', 'Estado'].map(typedIn)).toEqual([
      '50.030-230',
      'Cais do Apolo',
      '925',
      'Recife',
      'Recife',
      'PE',
    ]);
    expect(screen.getByText(/^Preenchido pelo CNPJ: razão social, CEP,/)).toBeDefined();
    await press('Desfazer');
    expect(['Razão social', 'Logradouro', 'Estado'].map(typedIn)).toEqual(['', '', '']);
    expect(typedIn('Nome fantasia')).toBe('Minha padaria');
  });

  it('shows a short note during the lookup', async () => {
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    expect(await screen.findByText('Consultando o CNPJ…', {}, ENOUGH)).toBeDefined();
    await waitFor(() => expect(screen.queryByText('Consultando o CNPJ…')).toBeNull(), ENOUGH);
  });

  it('reports an invalid CNPJ at once, without a lookup', async () => {
    openWizard();
    await paste('CNPJ', '12ABC34501DE36');
    expect(screen.getByText('CNPJ inválido.')).toBeDefined();
    await press('Próximo');
    expect(screen.getByText('CNPJ inválido.')).toBeDefined();
    expect(requested()).toEqual([]);
  });

  it('reports an unregistered CNPJ without an error, and lets the user continue', async () => {
    answering(FIRST, refused(404, 'not-found', 'CNPJ não encontrado no cadastro público.'));
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    const note = 'CNPJ não encontrado no cadastro público. Se ele estiver certo, preencha os dados abaixo.';
    expect(await screen.findByText(note, {}, ENOUGH)).toBeDefined();
    expect(screen.queryByText('CNPJ inválido.')).toBeNull();
    expect(field('CNPJ').getAttribute('aria-invalid')).not.toBe('true');
    await userEvent.type(field('Razão social'), 'Nova Ltda');
    expect(typedIn('Razão social')).toBe('Nova Ltda');
  });

  it.each([
    ['is down', refused(503, 'unavailable', 'indisponível')],
    ['answers nothing', 'hang up' as const],
  ])('allows typing by hand when the register %s', async (_, answer) => {
    answering(FIRST, answer);
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    const said = 'A consulta do CNPJ não está respondendo agora. Você pode preencher os dados abaixo.';
    expect(await screen.findByText(said, {}, ENOUGH)).toBeDefined();
    expect(screen.queryByText('CNPJ inválido.')).toBeNull();
    expect(field('CNPJ').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('another CNPJ removes the values that the earlier one filled', async () => {
    const other = {
      ...company,
      corporateName: 'OPEN KNOWLEDGE BRASIL',
      fantasyName: null,
      situation: 'BAIXADA',
    };
    answering(SECOND, { body: { ok: true, company: other } });
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    await waitFor(() => expect(typedIn('Nome fantasia')).toBe('PADARIA AURORA'), ENOUGH);
    await userEvent.clear(field('CNPJ'));
    expect(typedIn('Razão social')).toBe('');
    await paste('CNPJ', '19131243000197');
    await waitFor(() => expect(typedIn('Razão social')).toBe('OPEN KNOWLEDGE BRASIL'), ENOUGH);
    expect(typedIn('Nome fantasia')).toBe('');
    expect(screen.getByText('Situação no cadastro público: BAIXADA.')).toBeDefined();
  });

  it('ignores the answer for a number that changed meanwhile', async () => {
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    await waitFor(() => expect(requested()).toEqual([FIRST]), ENOUGH);
    await userEvent.type(field('CNPJ'), '{Backspace}');
    expect(typedIn('Razão social')).toBe('');
  });
});

describe('the CEP field', () => {
  it('the CEP field is masked, starts a lookup at eight digits, and fills the address', async () => {
    openWizard();
    await userEvent.type(field('CEP'), '01310100');
    expect(typedIn('CEP')).toBe('01.310-100');
    await waitFor(() => expect(typedIn('Logradouro')).toBe('Avenida Paulista'), ENOUGH);
    expect(['Bairro', 'Cidade', 'Estado'].map(typedIn)).toEqual(['Bela Vista', 'São Paulo', 'SP']);
    expect(requested()).toEqual([CEP]);
  });

  it('replaces the address filled by the CNPJ, and no typed value', async () => {
    openWizard();
    await paste('CNPJ', '12ABC34501DE35');
    await waitFor(() => expect(typedIn('Cidade')).toBe('Recife'), ENOUGH);
    expect(requested()).toEqual([FIRST]);
    await userEvent.clear(field('Bairro'));
    await userEvent.type(field('Bairro'), 'Centro');
    await userEvent.clear(field('CEP'));
    await userEvent.type(field('CEP'), '01310100');
    await waitFor(() => expect(typedIn('Cidade')).toBe('São Paulo'), ENOUGH);
    expect(['Bairro', 'Logradouro', 'Número (opcional)', 'Razão social'].map(typedIn)).toEqual([
      'Centro',
      'Avenida Paulista',
      '',
      'PADARIA AURORA LTDA',
    ]);
    expect(screen.getByText('Preenchido pelo CEP: logradouro, cidade e estado.')).toBeDefined();
  });

  it('leaves the address to the user when the lookup has no result or fails', async () => {
    answering(CEP, refused(404, 'not-found', 'CEP inválido.'));
    openWizard();
    await userEvent.type(field('CEP'), '01310100');
    expect(await screen.findByText('CEP inválido.', {}, ENOUGH)).toBeDefined();
    answering('/api/lookup/cep/01310000', refused(503, 'unavailable', 'fora'));
    await userEvent.type(field('CEP'), '{Backspace}{Backspace}{Backspace}000');
    expect(
      await screen.findByText(/^A consulta do CEP não está respondendo agora/, {}, ENOUGH),
    ).toBeDefined();
    expect(screen.queryByText('CEP inválido.')).toBeNull();
  });

  it('fills only city and state for a town with one CEP', async () => {
    answering(CEP, { body: { ok: true, address: { ...address, street: null, neighborhood: null } } });
    openWizard();
    await userEvent.type(field('CEP'), '01310100');
    await waitFor(() => expect(typedIn('Cidade')).toBe('São Paulo'), ENOUGH);
    expect(typedIn('Logradouro')).toBe('');
    expect(screen.getByText('Preenchido pelo CEP: cidade e estado.')).toBeDefined();
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../../shared/session-state/session.ts';
import { startApi } from '../../testing/api-server.ts';
import { aTyped } from './testing/a-typed.ts';
import { aWizardApi, field, keepDraftOf, openWizard, press, refused, title } from './testing/open-wizard.tsx';
import { newTyped } from './typed/typed-establishment.ts';

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

const openAt = (step: number, typed = aTyped()) => {
  keepDraftOf(null, { base: newTyped(), typed, step, reached: step });
  return openWizard();
};
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const openDays = () =>
  within(screen.getByRole('list', { name: 'Dias da semana' }))
    .getAllByRole<HTMLInputElement>('checkbox')
    .filter(({ checked }) => checked).length;
const setTime = async (label: string, time: string) => {
  await userEvent.clear(field(label));
  await userEvent.type(field(label), time);
};

describe('opening hours', () => {
  const closed = () => aTyped({ businessHours: newTyped().businessHours });

  it('opening hours require one open day', async () => {
    openAt(1, closed());
    await press('Próximo');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Preencha corretamente o horário de funcionamento!',
    );
    await userEvent.click(box('Sábado'));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await press('Próximo');
    expect(title()).toBe('Conta de Luz');
  });

  it('sets opening hours for every day and for working days', async () => {
    openAt(1, closed());
    await setTime('Horário padrão: fecha às', '17:30');
    await userEvent.click(box('Dias úteis'));
    expect(openDays()).toBe(5);
    expect(field('Sexta-feira: fecha às').value).toBe('17:30');
    await userEvent.click(box('Todos os dias'));
    expect(openDays()).toBe(7);
    expect(box('Dias úteis').checked).toBe(true);
    await setTime('Horário padrão: abre às', '07:00');
    expect(field('Domingo: abre às').value).toBe('07:00');
    await setTime('Domingo: abre às', '09:00');
    expect([box('Todos os dias').checked, box('Dias úteis').checked]).toEqual([false, true]);
    await userEvent.click(box('Dias úteis'));
    expect(openDays()).toBe(2);
  });

  it('opening hours show hours with equal start and end as open 24 hours', async () => {
    openAt(1, closed());
    expect(
      screen.getByText(/com a mesma hora para abrir e fechar, o dia fica aberto 24 horas/),
    ).toBeDefined();
    await setTime('Horário padrão: abre às', '18:00');
    expect(screen.getByText('aberto 24 horas')).toBeDefined();
  });

  it('opening hours may pass midnight, with a note', async () => {
    openAt(1, closed());
    await userEvent.click(box('Sexta-feira'));
    await setTime('Sexta-feira: abre às', '18:00');
    await setTime('Sexta-feira: fecha às', '02:00');
    expect(screen.getByText('fecha no dia seguinte')).toBeDefined();
    await press('Próximo');
    expect(title()).toBe('Conta de Luz');
  });

  it('opening hours are refused while an open day has a missing hour', async () => {
    openAt(1, closed());
    await userEvent.click(box('Sexta-feira'));
    await userEvent.clear(field('Sexta-feira: abre às'));
    await press('Próximo');
    expect(await screen.findByRole('alert')).toBeDefined();
    expect(field('Sexta-feira: abre às').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the bill', () => {
  it('requires group, voltage and consumer unit', async () => {
    openAt(2, { ...newTyped(), ...aTyped({ bill: newTyped().bill, voltage: '', consumerUnit: '' }) });
    await press('Próximo');
    expect(await screen.findByText('Escolha um grupo tarifário.')).toBeDefined();
    expect(screen.getByText('Escolha a tensão instalada.')).toBeDefined();
    expect(screen.getByText('O campo unidade consumidora é obrigatório.')).toBeDefined();
    expect(document.activeElement).toBe(field('Grupo tarifário'));
  });

  it('the bill has a contracted demand only in group A', async () => {
    openAt(2);
    expect(screen.queryByLabelText('Demanda contratada (kW, opcional)')).toBeNull();
    await userEvent.selectOptions(field('Grupo tarifário'), 'A');
    await userEvent.type(field('Demanda contratada (kW, opcional)'), '75.5');
    await press('Próximo');
    expect(
      await screen.findByText('Use até 1.000.000 kW, como 75,5 ou 1.200, ou deixe em branco.'),
    ).toBeDefined();
    expect(field('Demanda contratada (kW, opcional)').value).toBe('75.5');
  });

  it('explains the reading day in months that are too short for it', async () => {
    openAt(2);
    expect(screen.queryByText(/vale o último dia do mês/)).toBeNull();
    await userEvent.selectOptions(field('Dia da leitura (opcional)'), '30');
    expect(screen.getByText('Nos meses sem dia 30, vale o último dia do mês.')).toBeDefined();
  });
});

describe('the image of the bill', () => {
  const picture = new File(['picture'], 'conta-maio.png', { type: 'image/png' });
  const image = { id: 'img1', url: '/api/image/img1', width: 10, height: 10 };
  const file = () => field('Imagem da fatura (opcional): arquivo');
  beforeEach(() => {
    // Pictures have no address of their own in jsdom.
    URL.createObjectURL = () => 'blob:picture';
    URL.revokeObjectURL = () => undefined;
    api.answerWith(aWizardApi({ 'POST /api/uploadImage': { status: 201, body: { ok: true, image } } }));
  });

  it('uploads and shows the image, names the bill after it, and removes it', async () => {
    openAt(2);
    await userEvent.upload(file(), picture);
    expect(await screen.findByRole('img', { name: 'Fatura enviada' })).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Trocar imagem' })).toBeDefined();
    expect(field('Nome da fatura (opcional)').value).toBe('conta-maio');
    await press('Remover');
    expect(screen.queryByRole('img', { name: 'Fatura enviada' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Escolher imagem' })).toBeDefined();
  });

  it.each([
    [
      'of another type',
      new File(['x'], 'conta.pdf', { type: 'application/pdf' }),
      'Envie uma imagem PNG, JPEG ou WebP.',
    ],
    [
      'that is too large',
      new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
      'A imagem deve ter no máximo 5 MB.',
    ],
  ])('refuses %s without sending it', async (_, wrong, said) => {
    openAt(2);
    await userEvent.upload(file(), wrong, { applyAccept: false });
    expect((await screen.findByRole('alert')).textContent).toBe(said);
    expect(api.requests.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('shows the message of the server about a refused image', async () => {
    api.answerWith(
      aWizardApi({
        'POST /api/uploadImage': refused(415, 'validation', 'Envie uma imagem PNG, JPEG ou WebP.'),
      }),
    );
    openAt(2);
    await userEvent.upload(file(), picture);
    expect((await screen.findByRole('alert')).textContent).toBe('Envie uma imagem PNG, JPEG ou WebP.');
    expect(screen.getByRole('button', { name: 'Escolher imagem' })).toBeDefined();
  });

  it('asks the user to upload a missing image again', async () => {
    const { bill } = aTyped();
    api.answerWith(aWizardApi({ 'GET /api/image/old': refused(404, 'not-found', 'Não encontrado.') }));
    openAt(2, aTyped({ bill: { ...bill, image: 'old' } }));
    expect(await screen.findByText('A imagem não pôde ser carregada. Envie-a de novo.')).toBeDefined();
  });
});

describe('custom equipment', () => {
  const name = () => field('Nome do equipamento');
  const names = () =>
    within(screen.getByRole('list', { name: 'Outros equipamentos' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('requires a unique name', async () => {
    openAt(3, aTyped({ equipments: [{ name: 'Forno' }] }));
    await press('Adicionar');
    expect(screen.getByText('O equipamento precisa ter um nome')).toBeDefined();
    await userEvent.type(name(), ' forno {Enter}');
    expect(screen.getByText('Já existe um equipamento com esse nome!')).toBeDefined();
    await userEvent.clear(name());
    expect(screen.queryByText('Já existe um equipamento com esse nome!')).toBeNull();
    await userEvent.type(name(), 'Masseira{Enter}');
    expect(names()).toEqual(['Forno', 'Masseira']);
    expect(name().value).toBe('');
  });

  it('custom equipment can be renamed and removed', async () => {
    openAt(3, aTyped({ equipments: [{ name: 'Forno' }, { name: 'Masseira' }] }));
    await press('Renomear Forno');
    const renamed = field('Novo nome de Forno');
    expect(document.activeElement).toBe(renamed);
    await userEvent.clear(renamed);
    await userEvent.type(renamed, 'masseira{Enter}');
    expect(screen.getByText('Já existe um equipamento com esse nome!')).toBeDefined();
    await userEvent.clear(renamed);
    await userEvent.type(renamed, 'Forno a lenha{Enter}');
    expect(names()).toEqual(['Forno a lenha', 'Masseira']);
    await press('Remover Masseira');
    expect(names()).toEqual(['Forno a lenha']);
  });

  it('accepts only whole numbers for cooling equipment', async () => {
    openAt(3);
    const [btu] = screen.getAllByLabelText<HTMLInputElement>('Potência (BTU/h)');
    await userEvent.type(btu ?? document.body, '9.000,5');
    await press('Concluir');
    expect(await screen.findByText('Use um número inteiro de 0 a 10.000.000.')).toBeDefined();
    expect(btu?.value).toBe('9.000,5');
  });
});

it('does not continue during an upload of an image, nor without it', async () => {
  let answer: (values: { status: number; body: unknown }) => void = () => undefined;
  const later = new Promise<{ status: number; body: unknown }>((resolve) => {
    answer = resolve;
  });
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  api.answerWith((requested) => (requested.path === '/api/uploadImage' ? later : aWizardApi()(requested)));
  openAt(2);
  const picture = new File(['picture'], 'conta.png', { type: 'image/png' });
  await userEvent.upload(field('Imagem da fatura (opcional): arquivo'), picture);
  expect(await screen.findByRole('progressbar', { name: 'Enviando a imagem…' })).toBeDefined();
  await press('Próximo');
  expect(title()).toBe('Conta de Luz');
  const image = { id: 'img1', url: '/api/image/img1', width: 10, height: 10 };
  answer({ status: 201, body: { ok: true, image } });
  expect(await screen.findByRole('button', { name: 'Trocar imagem' })).toBeDefined();
  await press('Próximo');
  expect(title()).toBe('Equipamento');
});

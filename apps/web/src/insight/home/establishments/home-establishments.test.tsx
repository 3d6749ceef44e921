import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aCycle } from '../../../testing/a-cycle.ts';
import { aHomeApi, namedEstablishment, openHome } from '../testing/open-home.tsx';

const { stored, requests, clearRequests, hold } = aHomeApi();

it('stores the establishment on screen in the address', async () => {
  stored.establishments = [
    namedEstablishment('e1', 'Padaria Aurora'),
    namedEstablishment('e2', 'Escritório'),
  ];
  const user = userEvent.setup();
  const { router } = openHome();
  await user.click(await screen.findByRole('radio', { name: /Escritório/ }));
  await waitFor(() => expect(router.state.location.search).toContain('estabelecimento=e2'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Escritório');
});

const manyEstablishments = (count: number) =>
  Array.from({ length: count }, (_, at) => namedEstablishment(`e${at + 1}`, `Loja ${at + 1}`));

it('shows in the line of an establishment its measured and estimated shares', async () => {
  stored.establishments = [
    namedEstablishment('e1', 'Padaria Aurora'),
    namedEstablishment('e2', 'Escritório'),
  ];
  stored.boards = [...stored.boards, aBoard({ name: 'Geral', isGeral: true, establishmentId: 'e2' })];
  stored.cycle = { ...aCycle, completeness: 0.875, estimated: 0.125 };
  openHome();
  const other = within(await screen.findByRole('region', { name: 'Escritório' }));
  expect(await other.findByText('só 87,5% medido, 12,5% estimado')).toBeDefined();
});

it('shows every establishment as a card: the chosen one open, the others folded with their figures', async () => {
  stored.establishments = [
    namedEstablishment('e1', 'Padaria Aurora'),
    namedEstablishment('e2', 'Escritório'),
  ];
  stored.boards = [...stored.boards, aBoard({ name: 'Geral', isGeral: true, establishmentId: 'e2' })];
  const user = userEvent.setup();
  const { router } = openHome();
  expect(await screen.findByRole('region', { name: 'Fatura de energia' })).toBeDefined();
  const other = within(await screen.findByRole('region', { name: 'Escritório' }));
  expect(await other.findByText(/1\.730,64/)).toBeDefined();
  expect(other.getByText(/^previsão/)).toBeDefined();
  expect(other.getByText(/^média diária × dias: R\$\s3\.245$/)).toBeDefined();
  const line = other.getByRole('button', { name: /^Escritório/ });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(other.queryByText('Média diária')).toBeNull();
  await user.click(line);
  const complete = within(other.getByRole('region', { name: 'Fatura de energia · Escritório' }));
  for (const text of ['Até agora, dia 16 de 30', 'Maior consumo', 'Média diária'])
    expect(await complete.findByText(text)).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Padaria Aurora');
  await user.click(other.getByRole('button', { name: 'Ver tudo de Escritório' }));
  await waitFor(() => expect(router.state.location.search).toContain('estabelecimento=e2'));
  expect(await screen.findByRole('region', { name: 'Padaria Aurora' })).toBeDefined();
});

it('requests no figures of establishments far from the window', async () => {
  stored.establishments = manyEstablishments(50);
  stored.boards = stored.establishments.map(({ _id }) =>
    aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }),
  );
  const observe = vi.spyOn(window.IntersectionObserver.prototype, 'observe').mockReturnValue(undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    clearRequests();
    openHome();
    await screen.findByText('Até agora, dia 16 de 30');
    await waitFor(() => expect(screen.getAllByText('Loja 50')).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(2000);
    const sent = requests().filter(({ path }) => /\/establishment\/e\d+\/consumption\?/.test(path));
    expect(new Set(sent.map(({ path }) => path.split('/')[3]))).toEqual(new Set(['e1']));
  } finally {
    vi.useRealTimers();
    observe.mockRestore();
  }
});

it('sorts fifty establishments by their amounts with one call', async () => {
  stored.establishments = manyEstablishments(50);
  stored.boards = stored.establishments.map(({ _id }) =>
    aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }),
  );
  const user = userEvent.setup();
  openHome('/home?unidade=kwh');
  await screen.findByRole('radio', { name: /Loja 50/ });
  const names = () =>
    screen
      .getAllByRole('radio', { name: /Loja/ })
      .map((choice) => choice.closest('label')?.querySelector('[class*=name]')?.textContent);
  expect(names().slice(0, 2)).toEqual(['Loja 1', 'Loja 2']);
  clearRequests();
  await user.selectOptions(screen.getByLabelText('Ordenar estabelecimentos'), 'Maior até agora');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Loja 50', 'Loja 49']));
  expect(names().at(-1)).toBe('Loja 1');
  const sent = requests().filter(({ path }) => path === '/api/consolidated/establishments');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    establishments: stored.establishments.map(({ _id }) => ({ id: _id, type: 'eletric' })),
  });
  await user.selectOptions(screen.getByLabelText('Ordenar estabelecimentos'), 'Maior previsão');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Loja 2', 'Loja 3']));
  expect(requests().filter(({ path }) => path === '/api/consolidated/establishments')).toHaveLength(1);
});

it('opens with the first of many by name, and shows the matches from the start', async () => {
  stored.establishments = manyEstablishments(12).toReversed();
  stored.boards = stored.establishments.map(({ _id }) =>
    aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }),
  );
  const user = userEvent.setup();
  openHome();
  await screen.findByRole('radio', { name: /Loja 12/ });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Loja 1');
  const line = screen.getByRole('group', { name: 'Estabelecimento' });
  line.scrollLeft = 900;
  await user.type(screen.getByRole('searchbox', { name: 'Buscar estabelecimento' }), 'loja 1');
  await waitFor(() => expect(line.scrollLeft).toBe(0));
});

it('offers search and order from seven establishments on', async () => {
  stored.establishments = manyEstablishments(6);
  const user = userEvent.setup();
  const few = openHome();
  await screen.findByRole('radio', { name: /Loja 6/ });
  expect(screen.queryByRole('searchbox')).toBeNull();
  few.unmount();
  stored.establishments = [...manyEstablishments(11), namedEstablishment('e12', 'Açougue')];
  stored.boards = stored.establishments.map(({ _id }) =>
    aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }),
  );
  openHome();
  const shown = () => screen.getAllByRole('radio', { name: /Loja|Açougue/ });
  await screen.findByRole('radio', { name: /Loja 11/ });
  expect(shown()[0]?.closest('label')?.textContent).toContain('Açougue');
  expect(shown().at(-1)?.closest('label')?.textContent).toContain('Loja 11');
  await user.selectOptions(screen.getByLabelText('Ordenar estabelecimentos'), 'Maior até agora');
  expect(shown()).toHaveLength(12);
  await user.type(screen.getByRole('searchbox', { name: 'Buscar estabelecimento' }), 'acou');
  expect(shown()).toHaveLength(1);
  await user.type(screen.getByRole('searchbox'), 'x');
  expect(screen.getByText('Nenhum estabelecimento com este nome.')).toBeDefined();
});

it('reserves space for as many establishments as there were last time', async () => {
  const resting = () => screen.queryByRole('status', { name: 'Carregando os estabelecimentos' });
  stored.establishments = [
    namedEstablishment('e1', 'Padaria Aurora'),
    namedEstablishment('e2', 'Escritório'),
  ];
  const first = openHome();
  await screen.findByRole('radio', { name: /Escritório/ });
  first.unmount();
  const answerAll = hold('/api/');
  openHome();
  await screen.findByText('Olá, Marina');
  expect(resting()?.querySelectorAll('[class*=choice]')).toHaveLength(2);
  answerAll();
  await screen.findByRole('radio', { name: /Escritório/ });
  expect(resting()).toBeNull();
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aHistoryApi, MAC, NOW, openHistory, rowsShown } from './testing/open-history.tsx';

const { stored, requestedPages } = aHistoryApi();

describe('the search for readings', () => {
  it('starts with today in the zone of the meter, 50 readings a page', async () => {
    openHistory();
    await rowsShown();
    expect(requestedPages()).toEqual([
      { id: MAC, dateIn: '2026-11-20', dateOut: '2026-11-20', limit: 50, skip: 0 },
    ]);
    expect(screen.getByText('130 no período')).toBeDefined();
  });

  it('refuses more than 31 days with the text of the specification', async () => {
    const user = userEvent.setup();
    openHistory();
    await rowsShown();
    const start = screen.getByLabelText('Data inicial');
    await user.clear(start);
    await user.type(start, '20102026');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    expect((await screen.findAllByText('A pesquisa deve ser de no máximo um mês...')).length).toBeGreaterThan(
      0,
    );
    expect(requestedPages()).toHaveLength(1);
  });

  it('stores the search in the address, and reads it from there', async () => {
    const user = userEvent.setup();
    const { router } = openHistory('?inicio=2026-11-01&fim=2026-11-05&por=10&pagina=3');
    await rowsShown();
    expect(requestedPages()[0]).toMatchObject({
      dateIn: '2026-11-01',
      dateOut: '2026-11-05',
      limit: 10,
      skip: 20,
    });
    await user.click(screen.getByRole('button', { name: 'Ontem' }));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?inicio=2026-11-19&fim=2026-11-19&por=10'),
    );
  });

  it('leaves the focus in its fields, which show the present search', async () => {
    const user = userEvent.setup();
    const { router } = openHistory();
    await rowsShown();
    const start = screen.getByLabelText<HTMLInputElement>('Data inicial');
    await user.clear(start);
    await user.type(start, '10112026{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?inicio=2026-11-10&fim=2026-11-20'));
    await rowsShown();
    expect(document.activeElement).toBe(start);
    await user.clear(start);
    await user.click(screen.getByRole('button', { name: 'Ontem' }));
    await waitFor(() => expect(start.value).toBe('19/11/2026'));
    expect(screen.getByLabelText<HTMLInputElement>('Data final').value).toBe('19/11/2026');
  });

  it('shows the first 31 days of a longer address, with a notice until another search', async () => {
    const user = userEvent.setup();
    openHistory('?inicio=2026-08-01&fim=2026-10-31');
    await rowsShown();
    expect(requestedPages()[0]).toMatchObject({ dateIn: '2026-08-01', dateOut: '2026-08-31' });
    expect(screen.getByText(/^O endereço pede 92 dias/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Hoje' }));
    await waitFor(() => expect(screen.queryByText(/^O endereço pede/)).toBeNull());
  });

  it('searches the last hour, to the second', async () => {
    const user = userEvent.setup();
    const { router } = openHistory();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Última hora' }));
    await waitFor(() => expect(router.state.location.search).toBe('?ultima=hora'));
    await waitFor(() => {
      const { dateIn, dateOut } = requestedPages().at(-1) ?? { dateIn: 0, dateOut: 0 };
      expect([dateIn, dateOut]).toEqual([NOW - 3_600_000, NOW]);
    });
  });

  it('searches again by the reload button', async () => {
    const user = userEvent.setup();
    openHistory();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Recarregar' }));
    await waitFor(() => expect(requestedPages()).toHaveLength(2));
  });
});

describe('pages of readings', () => {
  it('pages of readings are requested by cursor in sequence, and otherwise by number', async () => {
    stored.total = 230;
    const user = userEvent.setup();
    const { router } = openHistory();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(await screen.findByText('Página 2 de 5')).toBeDefined();
    await waitFor(() => expect(requestedPages().at(-1)).toMatchObject({ cursor: '50', limit: 50 }));
    expect(requestedPages().at(-1)).not.toHaveProperty('skip');
    expect(router.state.location.search).toBe('?pagina=2');
    await user.click(screen.getByRole('button', { name: 'Primeira' }));
    await user.click(screen.getByRole('button', { name: 'Última' }));
    await waitFor(() => expect(requestedPages().at(-1)).toMatchObject({ skip: 200 }));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(30));
    expect(screen.getByRole('button', { name: 'Próxima página' }).hasAttribute('disabled')).toBe(true);
  });

  it('pages of readings start at the first when their size changes', async () => {
    const user = userEvent.setup();
    const { router } = openHistory('?pagina=2');
    await rowsShown();
    await user.selectOptions(screen.getByLabelText('Por página'), '100');
    await waitFor(() => expect(router.state.location.search).toBe('?por=100'));
    await waitFor(async () => expect(await rowsShown()).toHaveLength(100));
  });

  it('reports a period without readings', async () => {
    stored.total = 0;
    openHistory();
    expect(await screen.findByText('Não há medições neste período.')).toBeDefined();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('pages of readings can be tried again after a failure', async () => {
    stored.failing = true;
    const user = userEvent.setup();
    openHistory();
    await screen.findByRole('button', { name: 'Pesquisar' });
    const readings = within(screen.getByRole('region', { name: 'Leituras' }));
    const again = await readings.findByRole('button', { name: 'Tentar novamente' });
    expect(readings.getByText('Tente mais tarde.')).toBeDefined();
    stored.failing = false;
    await user.click(again);
    expect(await rowsShown()).toHaveLength(50);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aHistoryApi, MAC, openHistory, rowsShown } from './testing/open-history.tsx';

const { requests } = aHistoryApi();

it('a chart shows the quantity of the address over the complete period, and leads to the Explorer', async () => {
  const user = userEvent.setup();
  const { router } = openHistory('?inicio=2026-11-01&fim=2026-11-05&grandeza=tensao');
  const chart = within(await screen.findByRole('region', { name: 'Gráfico' }));
  expect(await chart.findByRole('slider', { name: 'Tensão (V)' })).toBeDefined();
  await user.selectOptions(chart.getByRole('combobox', { name: 'Grandeza' }), 'Energia (Wh)');
  await user.click(await chart.findByRole('button', { name: /^ver tabela/ }));
  expect((await chart.findAllByRole('cell', { name: /^200,00\skWh$/ })).length).toBeGreaterThan(0);
  expect(router.state.location.search).toContain('grandeza=energia');
  const link = chart.getByRole('link', { name: 'Abrir em Curvas' }).getAttribute('href');
  expect(decodeURIComponent(link ?? '')).toContain(`ver=${MAC}~consumed,${MAC}~injected&de=2026-11-01T03:00`);
});

const downloads = () => {
  const create = vi.fn(() => 'blob:one');
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: vi.fn() });
  const names: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  onTestFinished(() => click.mockRestore());
  return { create, names };
};

it('a download has the period on screen, in the chosen rows', async () => {
  const { create, names } = downloads();
  const user = userEvent.setup();
  openHistory('?inicio=2026-11-01&fim=2026-11-05');
  await rowsShown();
  await user.selectOptions(screen.getByLabelText('Linhas'), 'Por hora, com o custo');
  await user.click(screen.getByRole('button', { name: 'Excel' }));
  expect(await screen.findByText('O arquivo foi baixado.')).toBeDefined();
  const download = requests().find(({ path }) => path.includes('/export'));
  expect(download?.path.split('?')[1]).toBe('start=2026-11-01&end=2026-11-05&format=xlsx&every=1h');
  expect(names).toEqual(['leituras-A4CF12000B01-2026-11-01-2026-11-05.xlsx']);
  expect(create).toHaveBeenCalledOnce();
});

it('a download of the last hour in the evening has the local day in its name', async () => {
  const { names } = downloads();
  vi.setSystemTime(Date.parse('2026-11-21T01:30:00Z'));
  openHistory('?ultima=hora');
  await rowsShown();
  await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(names).toEqual(['leituras-A4CF12000B01-2026-11-20-2026-11-20.csv']));
});

it('links to the meter', async () => {
  openHistory();
  const link = await screen.findByRole('link', { name: 'Ver medidor' });
  expect(link.getAttribute('href')).toBe(`/meter/${MAC}`);
});

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { aMeterApi, MAC, openMeter } from './testing/open-meter.tsx';

const { stored } = aMeterApi();

it('the page of a meter has an index that leads to each of its cards', async () => {
  const user = userEvent.setup();
  openMeter();
  await screen.findByRole('region', { name: 'Consumo no período' });
  const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReset();
  for (const button of index.getAllByRole('button')) await user.click(button);
  const reached = scrolled.mock.contexts.map((card) => (card as Element).getAttribute('data-tour'));
  expect(reached).toHaveLength(index.getAllByRole('button').length);
  expect(reached.slice(0, 5)).toEqual([
    'meter-bill',
    'meter-live',
    'meter-day',
    'meter-month',
    'meter-period',
  ]);
  scrolled.mockRestore();
});

it('opens a folded card that its index leads to', async () => {
  const user = userEvent.setup();
  onTestFinished(() => localStorage.clear());
  openMeter();
  await user.click(await screen.findByRole('button', { name: 'Dobrar Consumo no período' }));
  expect(screen.getByRole('button', { name: 'Abrir Consumo no período' })).toBeDefined();
  const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
  await user.click(index.getByRole('button', { name: 'Período' }));
  expect(screen.getByRole('button', { name: 'Dobrar Consumo no período' })).toBeDefined();
});

it('names solar, nights and past in the index of meters that have them', async () => {
  const namesOf = async () => {
    await screen.findByRole('region', { name: 'Consumo no período' });
    const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
    return index.getAllByRole('button').map(({ textContent }) => textContent);
  };
  stored.board = aBoard({ macAddress: MAC, isGeral: true, solarPanel: true, hasPast: true });
  const solar = openMeter();
  expect(await namesOf()).toEqual(expect.arrayContaining(['Solar', 'Passado']));
  expect(await namesOf()).not.toContain('Noites');
  solar.unmount();
  stored.board = aBoard({ macAddress: MAC, type: 'water' });
  openMeter();
  await waitFor(async () => expect(await namesOf()).toContain('Noites'));
  expect(await namesOf()).not.toEqual(expect.arrayContaining(['Solar']));
  expect(await namesOf()).not.toContain('Passado');
});

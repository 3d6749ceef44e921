import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { aMeterApi, MAC, openMeter } from '../testing/open-meter.tsx';

const { stored, requests } = aMeterApi();

describe('the day of a meter in another zone than that of the browser', () => {
  // 10:30 on the 31st in Auckland, 16:30 on the 30th in New York, where this test's browser stands.
  const auckland = Date.parse('2026-01-30T21:30:00Z');

  it('shows the meter’s own day, and navigates across the month', async () => {
    vi.useFakeTimers({ now: auckland, toFake: ['Date'] });
    try {
      stored.board = aBoard({ macAddress: MAC, name: 'Geral', zone: 'Pacific/Auckland' });
      const user = userEvent.setup();
      const { router } = openMeter();
      expect(await screen.findByText('hoje, 31 jan')).toBeDefined();
      expect(screen.getByRole('button', { name: 'Próximo dia' })).toHaveProperty('disabled', true);
      await user.click(screen.getByRole('button', { name: 'Dia anterior' }));
      expect(await screen.findByText('sex, 30 jan')).toBeDefined();
      expect(router.state.location.search).toContain('dia=2026-01-30');
      await user.click(screen.getByRole('button', { name: 'Mês anterior' }));
      expect(await screen.findByText('Dezembro de 2025')).toBeDefined();
      await user.click(screen.getByRole('button', { name: /^qua, 31 dez/ }));
      expect(await screen.findByText('qua, 31 dez')).toBeDefined();
      await user.click(screen.getByRole('button', { name: 'Próximo dia' }));
      expect(await screen.findByText('qui, 1 jan')).toBeDefined();
      expect(requests().some(({ path }) => path.endsWith('date=2026-01-01'))).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the days of a month', () => {
  const openJanuary = () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-20T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    return openMeter();
  };

  it('the days of a month show the course of their hours, and the chosen day as a button with text', async () => {
    const user = userEvent.setup();
    const { router } = openJanuary();
    const day = await screen.findByRole('button', { name: /^qui, 15 jan/ });
    await waitFor(() =>
      expect(day.querySelector('[data-hours="23"] path')?.getAttribute('d')).toMatch(/^M0\.1 /),
    );
    await user.click(day);
    await waitFor(() => expect(router.state.location.search).toContain('dia=2026-01-15'));
    expect(day.getAttribute('aria-pressed')).toBe('true');
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    await user.click(screen.getByRole('button', { name: 'Ver dia' }));
    expect(scrolled).toHaveBeenCalledOnce();
    expect(document.activeElement?.closest('section')?.querySelector('h2')?.textContent).toBe('Dia');
  });

  it('the Tab key stops once at the days of a month, and arrow keys lead between them', async () => {
    const user = userEvent.setup();
    const { router } = openJanuary();
    const today = await screen.findByRole('button', { name: /^ter, 20 jan, hoje/ });
    const stops = () =>
      [...(today.parentElement?.querySelectorAll('button') ?? [])].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([today]);
    today.focus();
    await user.keyboard('{ArrowUp}{ArrowRight}');
    expect(document.activeElement?.textContent).toContain('14');
    expect(stops()).toEqual([document.activeElement]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toContain('dia=2026-01-14'));
    await user.keyboard('{PageUp}');
    expect(await screen.findByText('Dezembro de 2025')).toBeDefined();
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^qua, 31 dez/));
    expect(screen.getByText('Escolha um dia para ver suas horas.')).toBeDefined();
  });
});

describe('the period search', () => {
  it('refuses an end that is too early with a message, and stores a valid one in the address', async () => {
    const user = userEvent.setup();
    const { router } = openMeter(`/meter/${MAC}?inicio=2026-01-01&fim=2026-01-20`);
    const end = await screen.findByLabelText('Data final');
    await user.clear(end);
    await user.type(end, '02012026');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    expect(screen.getByText('Escolha uma data final mais de um dia depois da inicial.')).toBeDefined();
    await user.clear(end);
    await user.type(end, '15012026');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await waitFor(() => expect(router.state.location.search).toContain('fim=2026-01-15'));
  });
});

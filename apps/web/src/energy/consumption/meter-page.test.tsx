import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { aBoard } from '../../testing/a-board.ts';
import { aMeterApi, MAC, NEW, openMeter } from './testing/open-meter.tsx';

const { stored } = aMeterApi();

describe('the address of a meter', () => {
  it('reports an address that is no MAC, and leads home', async () => {
    const { router } = openMeter('/meter/nada');
    expect(await screen.findByText('Endereço MAC inválido')).toBeDefined();
    expect(router.state.location.pathname).toBe('/home');
  });

  it('accepts a MAC with dashes and in lower case', async () => {
    openMeter(`/meter/${MAC.toLowerCase().replaceAll(':', '-')}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Geral' })).toBeDefined();
  });

  it('reports that a meter of another owner does not exist for the user', async () => {
    openMeter('/meter/A4:CF:12:00:0B:99');
    expect(await screen.findByText('Este medidor não existe ou não está entre os seus.')).toBeDefined();
  });
});

describe('the bill and the missing tariff', () => {
  it('names the bill figures of the specification, in the chosen unit', async () => {
    const user = userEvent.setup();
    const { router } = openMeter();
    expect(await screen.findByText('1.730,64', { exact: false })).toBeDefined();
    for (const label of ['Fatura', 'Média diária', 'Maior demanda'])
      expect(screen.getByText(label, { ignore: 'nav *' })).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'kWh' }));
    await waitFor(() => expect(router.state.location.search).toContain('unidade=kwh'));
    expect(await screen.findByText('2.179', { exact: false })).toBeDefined();
  });

  it('shows a forecast only before the end of the cycle', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-02-03T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { unmount } = openMeter();
    expect(await screen.findByText('3.214', { exact: false })).toBeDefined();
    expect(screen.getByText('Previsão Fatura')).toBeDefined();
    unmount();
    vi.setSystemTime(Date.parse('2026-02-04T15:00:00Z'));
    openMeter();
    expect(await screen.findByText('1.730,64', { exact: false })).toBeDefined();
    expect(screen.queryByText('Previsão Fatura')).toBeNull();
  });

  it('explains the missing cost', async () => {
    openMeter();
    expect(
      await screen.findByText(
        'Não foi encontrado tarifa para o medidor, sem isso não podemos calcular o consumo diário.',
      ),
    ).toBeDefined();
  });
});

describe('a meter without readings', () => {
  const openUnmeasured = (state: { readonly lastSeen: string | null; readonly completeness: number }) => {
    vi.useFakeTimers({ now: Date.parse('2026-01-20T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    stored.emptyCompleteness = state.completeness;
    stored.board = aBoard({ macAddress: MAC, name: 'Geral', lastSeen: state.lastSeen });
    openMeter(`/meter/${MAC}?unidade=kwh`);
  };

  it('a meter that never sent a message has no figures, and explains their start', async () => {
    openUnmeasured({ lastSeen: null, completeness: 0 });
    expect(await screen.findByText('A fatura começa com a primeira mensagem do medidor.')).toBeDefined();
    expect(screen.getByText('Previsão Fatura').parentElement?.textContent).toMatch(/^Previsão Fatura–\s*$/);
    // The day and the period.
    await waitFor(() => expect(screen.getAllByText('Não há medições neste período.')).toHaveLength(2));
    expect(screen.getByText('o medidor ainda não enviou nada')).toBeDefined();
    expect(screen.queryByText('0,00', { exact: false })).toBeNull();
    expect(screen.queryByText(/dados completos/)).toBeNull();
  });

  it('a new meter shows only one card that explains how to connect its board', async () => {
    stored.connecting = NEW;
    openUnmeasured({ lastSeen: null, completeness: 0 });
    expect(await screen.findByText(/Esperando a primeira mensagem/)).toBeDefined();
    expect(screen.getByText(NEW.topic)).toBeDefined();
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(screen.queryByText('Não há medições neste período.')).toBeNull();
  });

  it('a meter that is silent for a complete cycle has no figures', async () => {
    openUnmeasured({ lastSeen: '2026-01-02T12:00:00Z', completeness: 0 });
    expect(await screen.findByText('Não há medições neste ciclo.')).toBeDefined();
    expect(screen.queryByText('0,00', { exact: false })).toBeNull();
  });
});

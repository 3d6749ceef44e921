import { instant } from '@nascente/domain/base/time/zone';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { LiveCard } from './live-card.tsx';
import type { LiveReading } from './live-reading.ts';

const NOW = instant(Date.parse('2026-11-23T11:07:00Z'));
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

const open = (lastSeen: string | null, kind: 'connecting' | 'silent') => {
  const since = lastSeen === null ? null : instant(Date.parse(lastSeen));
  const connection = kind === 'silent' ? { kind, since } : { kind };
  const board = aBoard({ lastSeen });
  const element = <LiveCard board={board} window={[]} connection={connection} now={NOW} />;
  openScreen([{ path: '/', element }], '/');
};

describe('the live card before its stored readings arrive', () => {
  it('reserves space for the course of a meter that is silent since some minutes', async () => {
    open(minutesAgo(8), 'silent');
    expect(await screen.findByText('sem mensagem')).toBeDefined();
    expect(screen.getByText('últimos 15 minutos')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'Fase A' })).toBeDefined();
  });

  it.each(['connecting', 'silent'] as const)(
    'the live card is small when no reading can come any more, %s',
    async (kind) => {
      open(minutesAgo(16), kind);
      expect(await screen.findByText('sem mensagem')).toBeDefined();
      expect(screen.queryByText('últimos 15 minutos')).toBeNull();
    },
  );

  it('reports that a new meter has sent nothing yet', async () => {
    open(null, 'connecting');
    expect(await screen.findByText('o medidor ainda não enviou nada')).toBeDefined();
  });
});

describe('the power factor of a moment', () => {
  const phase = (powerFactor: number | null) => ({ voltage: 220, current: 5, powerFactor, power: 1000 });
  const reading = (a: number | null, b: number | null, c: number | null): LiveReading => ({
    at: NOW,
    rssi: null,
    phases: [phase(a), phase(b), phase(c)],
    flow: null,
    consumed: 0,
    injected: 0,
    volume: 0,
  });
  const openWith = (newest: LiveReading, model: 'tri' | 'mono' = 'tri') => {
    const board = aBoard({ model, lastSeen: minutesAgo(0) });
    const element = (
      <LiveCard board={board} window={[newest]} connection={{ kind: 'live', ageMs: 0 }} now={NOW} />
    );
    openScreen([{ path: '/', element }], '/');
  };
  const AVERAGE = 'Fator de potência, média das fases';

  it('shows the average power factor of the measured phases', async () => {
    openWith(reading(0.9, 0.4, null));
    const name = await screen.findByText(AVERAGE);
    expect(name.nextElementSibling?.textContent).toBe('0,65 normal, abaixo do limite do grupo A, 0,92');
  });

  it.each([
    [0.92, '0,92 ótimo'],
    [0.85, '0,85 abaixo do limite do grupo A, 0,92'],
    [0.3, '0,30 muito baixo, abaixo do limite do grupo A, 0,92'],
  ])('rates as great only a power factor that the bill does not charge, %d', async (factor, text) => {
    openWith(reading(factor, factor, factor));
    const name = await screen.findByText(AVERAGE);
    expect(name.nextElementSibling?.textContent).toBe(text);
    expect(screen.getByText('limite do grupo A, 0,92')).toBeDefined();
  });

  it('shows no average for a single phase', async () => {
    openWith(reading(0.9, null, null), 'mono');
    expect(await screen.findByText('Fase A')).toBeDefined();
    expect(screen.queryByText(AVERAGE)).toBeNull();
  });
});

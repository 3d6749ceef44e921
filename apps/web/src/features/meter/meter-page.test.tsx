import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SignedInProvider } from '../../shared/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aCycle } from '../../testing/a-cycle.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { MeterPage } from './meter-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const none = { phaseA: 0, phaseB: 0, phaseC: 0 };
const hour = {
  hour: 9,
  total: 4.5,
  post: 'outPoint',
  consumptionActivePower: { ...none, phaseA: 4.5 },
  consumptionReactivePower: none,
  consumptioninjectedPower: none,
  demand: { avgValue: 5, period: { startDate: '', endDate: '' } },
  completeness: 1,
};
const dayOf = (date: string) => ({
  date,
  total: 98.4,
  totalPhaseA: 98.4,
  totalPhaseB: 0,
  totalPhaseC: 0,
  inPoint: 0,
  interPoint: 0,
  outPoint: 98.4,
  injected: 0,
  cost: 78.15,
  completeness: 1,
  hours: [hour],
  basis: 'tariff',
  prices: { inPoint: 0.7941717, interPoint: 0.7941717, outPoint: 0.7941717 },
});
const consolidated = {
  date: '01/2026',
  start: '2026-01-05',
  end: '2026-02-04',
  total: 2179,
  inPoint: 0,
  interPoint: 0,
  outPoint: 2179,
  cost: 1730.64,
  basis: 'tariff',
  energyCost: 1730.64,
  fixedCost: 0,
  dailyAverage: 136.2,
  dailyAverageCost: 108.17,
  daysElapsed: 16,
  daysInPeriod: 30,
  highestDay: null,
  highestDemand: { value: 14.6, at: '2026-01-10T09:30:00Z' },
  completeness: 1,
  forecast: aCycle.forecast,
  previous: null,
  economy: null,
  prices: null,
  saving: null,
  restOfToday: { total: 0, cost: 0 },
  days: [],
};

const NOTHING = {
  total: 0,
  totalPhaseA: 0,
  outPoint: 0,
  cost: 0,
  hours: [],
  dailyAverage: 0,
  dailyAverageCost: 0,
  highestDemand: null,
  forecast: { ...consolidated.forecast, total: 0, cost: 0, low: 0, high: 0, lowCost: 0, highCost: 0 },
};

/** The completeness of a meter that has measured nothing; null for one that measures. */
let completenessOfNothing: number | null = null;
const measured = <Told extends object>(answer: Told): Told =>
  completenessOfNothing === null ? answer : { ...answer, ...NOTHING, completeness: completenessOfNothing };
const NEW = {
  ports: { plain: 1883, tls: null },
  topic: `emd3p/${MAC}/message`,
  lastRefusal: null,
  isMeasured: false,
};
let connecting = { ...NEW, isMeasured: true };
let board = aBoard({ macAddress: MAC, name: 'Geral', tax: null });
let api: Awaited<ReturnType<typeof startApi>>;

const answer = (path: string) => {
  if (path === `/api/board/${encodeURIComponent(MAC)}`) return { body: { ok: true, board } };
  if (path.startsWith('/api/board/values/last/pagination'))
    return { body: { ok: true, value: [], next: null } };
  if (path.startsWith('/api/board/values/last')) return { body: { ok: true, value: null } };
  if (path.endsWith('/connecting')) return { body: { ok: true, connecting } };
  if (path.startsWith('/api/consolidated/daily')) {
    const date = new URL(path, 'http://x').searchParams.get('date') ?? '';
    return { body: { ok: true, ...measured(dayOf(date)) } };
  }
  if (path.startsWith('/api/consolidated/monthly'))
    return { body: { ok: true, consolidated: measured(consolidated) } };
  if (path.startsWith('/api/consolidated/days')) {
    const end = new URL(path, 'http://x').searchParams.get('end') ?? '';
    return { body: { ok: true, days: [measured(dayOf(end))] } };
  }
  if (path.startsWith('/api/consolidated/heatmap')) {
    if (completenessOfNothing !== null)
      return { body: { ok: true, heatmap: { days: [], highest: null, completeness: 0, posts: [] } } };
    const day = {
      date: '2026-01-15',
      hours: [0.5, null, ...Array(22).fill(1.5)],
      total: 33.5,
      completeness: 0.96,
    };
    const highest = { date: day.date, hour: 2, total: 1.5 };
    return { body: { ok: true, heatmap: { days: [day], highest, completeness: 0.96, posts: [] } } };
  }
  if (path.startsWith('/api/tax')) return { body: { ok: true, taxes: [] } };
  if (path.startsWith('/api/feed'))
    return { status: 503, body: { ok: false, type: 'unavailable', msg: 'fora' } };
  return { status: 404, body: { ok: false, type: 'not-found', msg: 'Medidor não encontrado.' } };
};

beforeAll(async () => {
  api = await startApi(({ path }) => answer(path));
});
beforeEach(() => {
  completenessOfNothing = null;
  board = aBoard({ macAddress: MAC, name: 'Geral', tax: null });
});
afterAll(() => api.stop());

const open = (path: string) =>
  openScreen(
    [
      {
        path: '/meter/:mac',
        element: (
          <SignedInProvider value={aUser}>
            <MeterPage />
          </SignedInProvider>
        ),
      },
      { path: '/home', element: <h1>Início</h1> },
    ],
    path,
  );

describe('the address of a meter', () => {
  it('that is no MAC is said to be wrong, and leads home', async () => {
    const { router } = open('/meter/nada');
    expect(await screen.findByText('Endereço MAC inválido')).toBeDefined();
    expect(router.state.location.pathname).toBe('/home');
  });

  it('may be written with dashes and in lower case', async () => {
    open(`/meter/${MAC.toLowerCase().replaceAll(':', '-')}`);
    expect(await screen.findByRole('heading', { level: 1, name: 'Geral' })).toBeDefined();
  });

  it('of a meter that is not yours is calmly not found', async () => {
    open('/meter/A4:CF:12:00:0B:99');
    expect(await screen.findByText('Este medidor não existe ou não está entre os seus.')).toBeDefined();
  });
});

describe('the bill and the missing tariff', () => {
  it('names what the specification names, in the unit chosen', async () => {
    const user = userEvent.setup();
    const { router } = open(`/meter/${MAC}`);
    expect(await screen.findByText('1.730,64', { exact: false })).toBeDefined();
    for (const label of ['Fatura', 'Média diária', 'Maior demanda'])
      expect(screen.getByText(label)).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'kWh' }));
    await waitFor(() => expect(router.state.location.search).toContain('unidade=kwh'));
    expect(await screen.findByText('2.179', { exact: false })).toBeDefined();
  });

  it('has a forecast only while the end of the cycle lies ahead', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-02-03T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { unmount } = open(`/meter/${MAC}`);
    expect(await screen.findByText('3.214', { exact: false })).toBeDefined();
    expect(screen.getByText('Previsão Fatura')).toBeDefined();
    unmount();
    vi.setSystemTime(Date.parse('2026-02-04T15:00:00Z'));
    open(`/meter/${MAC}`);
    expect(await screen.findByText('1.730,64', { exact: false })).toBeDefined();
    expect(screen.queryByText('Previsão Fatura')).toBeNull();
  });

  it('says why there is no cost', async () => {
    open(`/meter/${MAC}`);
    expect(
      await screen.findByText(
        'Não foi encontrado tarifa para o medidor, sem isso não podemos calcular o consumo diário.',
      ),
    ).toBeDefined();
  });
});

describe('a meter of which nothing was measured', () => {
  const openUnmeasured = (state: { readonly lastSeen: string | null; readonly completeness: number }) => {
    vi.useFakeTimers({ now: Date.parse('2026-01-20T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    completenessOfNothing = state.completeness;
    board = aBoard({ macAddress: MAC, name: 'Geral', lastSeen: state.lastSeen });
    open(`/meter/${MAC}?unidade=kwh`);
  };

  it('that was never heard has no figures, and says with what they begin', async () => {
    openUnmeasured({ lastSeen: null, completeness: 0 });
    expect(await screen.findByText('A fatura começa com a primeira mensagem do medidor.')).toBeDefined();
    expect(screen.getByText('Previsão Fatura').parentElement?.textContent).toMatch(/^Previsão Fatura–\s*$/);
    // The day and the period.
    await waitFor(() => expect(screen.getAllByText('Não há medições neste período.')).toHaveLength(2));
    expect(screen.getByText('o medidor ainda não enviou nada')).toBeDefined();
    expect(screen.queryByText('0,00', { exact: false })).toBeNull();
    expect(screen.queryByText(/dados completos/)).toBeNull();
  });

  it('that never sent anything has one card on how to connect its board, and no others', async () => {
    connecting = NEW;
    onTestFinished(() => {
      connecting = { ...NEW, isMeasured: true };
    });
    openUnmeasured({ lastSeen: null, completeness: 0 });
    expect(await screen.findByText(/Esperando a primeira mensagem/)).toBeDefined();
    expect(screen.getByText(NEW.topic)).toBeDefined();
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(screen.queryByText('Não há medições neste período.')).toBeNull();
  });

  it('that has been silent for a whole cycle has none either', async () => {
    openUnmeasured({ lastSeen: '2026-01-02T12:00:00Z', completeness: 0 });
    expect(await screen.findByText('Não há medições neste ciclo.')).toBeDefined();
    expect(screen.queryByText('0,00', { exact: false })).toBeNull();
  });
});

describe('the day of a meter in another zone than the browser', () => {
  // 10:30 on the 31st in Auckland, 16:30 on the 30th in New York, where this test's browser stands.
  const auckland = Date.parse('2026-01-30T21:30:00Z');

  it('is the meter’s own, and steps across the month', async () => {
    vi.useFakeTimers({ now: auckland, toFake: ['Date'] });
    try {
      board = aBoard({ macAddress: MAC, name: 'Geral', zone: 'Pacific/Auckland' });
      const user = userEvent.setup();
      const { router } = open(`/meter/${MAC}`);
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
      expect(api.asked.some(({ path }) => path.endsWith('date=2026-01-01'))).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

it('has an index that leads to each of its cards', async () => {
  const user = userEvent.setup();
  open(`/meter/${MAC}`);
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
  open(`/meter/${MAC}`);
  await user.click(await screen.findByRole('button', { name: 'Dobrar Consumo no período' }));
  expect(screen.getByRole('button', { name: 'Abrir Consumo no período' })).toBeDefined();
  const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
  await user.click(index.getByRole('button', { name: 'Período' }));
  expect(screen.getByRole('button', { name: 'Dobrar Consumo no período' })).toBeDefined();
});

it('names in its index the sun, the nights and the past of the meters that have them', async () => {
  const namesOf = async () => {
    await screen.findByRole('region', { name: 'Consumo no período' });
    const index = within(screen.getByRole('navigation', { name: 'Nesta página' }));
    return index.getAllByRole('button').map(({ textContent }) => textContent);
  };
  board = aBoard({ macAddress: MAC, isGeral: true, solarPanel: true, hasPast: true });
  const solar = open(`/meter/${MAC}`);
  expect(await namesOf()).toEqual(expect.arrayContaining(['Solar', 'Passado']));
  expect(await namesOf()).not.toContain('Noites');
  solar.unmount();
  board = aBoard({ macAddress: MAC, type: 'water' });
  open(`/meter/${MAC}`);
  await waitFor(async () => expect(await namesOf()).toContain('Noites'));
  expect(await namesOf()).not.toEqual(expect.arrayContaining(['Solar']));
  expect(await namesOf()).not.toContain('Passado');
});

describe('the days of a month', () => {
  const openJanuary = () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-20T15:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    return open(`/meter/${MAC}`);
  };

  it('carry the course of their hours, and the chosen one a button in words', async () => {
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

  it('are one stop of the Tab key, and arrow keys lead from one to the next', async () => {
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
  it('refuses an end too early in words, and keeps a good one in the address', async () => {
    const user = userEvent.setup();
    const { router } = open(`/meter/${MAC}?inicio=2026-01-01&fim=2026-01-20`);
    const end = await screen.findByLabelText('Data final');
    await user.clear(end);
    await user.type(end, '2026-01-02');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    expect(screen.getByText('Escolha uma data final mais de um dia depois da inicial.')).toBeDefined();
    await user.clear(end);
    await user.type(end, '2026-01-15');
    await user.click(screen.getByRole('button', { name: 'Pesquisar' }));
    await waitFor(() => expect(router.state.location.search).toContain('fim=2026-01-15'));
  });
});

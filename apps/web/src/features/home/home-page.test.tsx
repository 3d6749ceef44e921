import type { Establishment } from '@nascente/contract/establishments';
import type { Board } from '@nascente/contract/meters';
import type { NightFlow } from '@nascente/contract/water';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SignedInProvider } from '../../shared/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aCycle } from '../../testing/a-cycle.ts';
import { aLightRule } from '../../testing/a-post-rule.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { HomePage } from './home-page.tsx';

const aPlace = (_id: string, name: string): Establishment => {
  const bill = { tariff: 'B', contractedDemand: null, readDate: 5, image: null, name: null } as const;
  return anEstablishment({ _id, name, voltage: 220, billReadDate: 5, bill });
};

let api: Awaited<ReturnType<typeof startApi>>;
let establishments: Establishment[] = [];
let boards: Board[] = [];
let cycle: typeof aCycle | null = aCycle;
let waterCycle: typeof aCycle | null = null;
const aFailure = { status: 500, body: { ok: false, type: 'error', msg: 'Algo deu errado.' } };
const aNight = {
  window: { from: 0, to: 5 },
  baseline: 4,
  latest: null,
  nights: [],
  continuous: null,
  verdict: null,
};
const aLeak = { since: '2026-11-12', flow: 31.4, perDay: 0.75, lost: 6.8, costPerDay: 17.1, cost: 155.6 };
/** Null where the server fails over it. */
let nightFlow: NightFlow | null = { ...aNight, leak: null };
let intermediate: { active: number; excessReactive: number } | null = null;

const answerOfEstablishment = (path: string) => {
  const isWater = path.includes('type=water');
  if (path.includes('/months')) return { hist: [] };
  if (path.includes('/year-before')) return { yearBefore: null };
  if (path.includes('/posts'))
    return {
      energy: {
        peak: { active: 30, excessReactive: 9 },
        intermediate,
        offPeak: { active: 100, excessReactive: 30.1 },
        posts: [aLightRule()],
      },
    };
  if (path.includes('/rest')) return { rest: { total: 420, cost: 336, share: 0.2 } };
  return { consolidated: isWater ? waterCycle : cycle };
};

const emissionsOf = (path: string) => {
  const month = path.includes('factors=monthly')
    ? { date: '11/2026', kgCO2: 118.7, factor: 0.0545, factorYear: 2024, factorMonth: null }
    : { date: '11/2026', kgCO2: 92.8, factor: 0.0426, factorYear: 2022, factorMonth: null };
  const { kgCO2, factor, factorYear: year } = month;
  const completeness = cycle?.completeness ?? 0;
  const measured = completeness === 0 ? 0 : kgCO2;
  return { kgCO2: measured, factor, year, months: [month], start: '', end: '', completeness };
};

const answer = (path: string) => {
  if (path.startsWith('/api/establishment/') && path.includes('/bill')) {
    return {
      status: 403,
      body: { ok: false, type: 'forbidden', msg: 'Você acompanha só parte dos medidores.' },
    };
  }
  if (path === '/api/consolidated/establishments')
    // The last is asked for last, and has used most.
    return {
      body: {
        ok: true,
        amounts: establishments.map((_, index) =>
          index === 0 ? null : { total: index, cost: null, forecast: { total: 100 - index, cost: index } },
        ),
      },
    };
  if (path.includes('/consumption')) return { body: { ok: true, ...answerOfEstablishment(path) } };
  if (path.includes('/contract')) return aFailure;
  if (path.startsWith('/api/establishment/')) {
    return { body: { ok: true, data: emissionsOf(path) } };
  }
  if (path.startsWith('/api/establishment')) return { body: { ok: true, establishments } };
  if (path.startsWith('/api/installation-meter')) return { body: { ok: true, installationsMeter: boards } };
  if (path.startsWith('/api/board/values/last')) return { body: { ok: true, value: null } };
  if (path.startsWith('/api/tax')) return { body: { ok: true, taxes: [] } };
  if (path.includes('/night-flow/')) return nightFlow === null ? aFailure : { body: { ok: true, nightFlow } };
  return { status: 503, body: { ok: false, type: 'unavailable', msg: 'fora' } };
};

beforeAll(async () => {
  // Loaded when it is shown; here beforehand, so that no test waits for it.
  await import('./cycle/group-a-figures.tsx');
  api = await startApi(({ path }) => answer(path));
});
beforeEach(() => {
  establishments = [aPlace('e1', 'Padaria Aurora')];
  boards = [aBoard({ name: 'Geral', isGeral: true, establishmentId: 'e1' })];
  cycle = aCycle;
  waterCycle = null;
  intermediate = null;
  nightFlow = { ...aNight, leak: null };
});
afterAll(() => api.stop());

const open = (path = '/home') =>
  openScreen(
    [
      {
        path: '/home',
        element: (
          <SignedInProvider value={aUser}>
            <HomePage />
          </SignedInProvider>
        ),
      },
    ],
    path,
  );

it('greets by the hour of the establishment, not of the browser', async () => {
  // 12:30 in São Paulo, 10:30 in New York.
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:30:00Z'), toFake: ['Date'] });
  try {
    open();
    expect(await screen.findByText('Boa tarde, Marina')).toBeDefined();
  } finally {
    vi.useRealTimers();
  }
});

it('tells so far, forecast with its band, highest day and average, in R$ and in kWh', async () => {
  const user = userEvent.setup();
  const { router } = open();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  const card = within(screen.getByRole('region', { name: 'Conta de energia' }));
  expect(card.getByText('3.214', { exact: false })).toBeDefined();
  expect(card.getByText(/3\.080.–.3\.360/)).toBeDefined();
  expect(card.getByText(/R\$.128,50/)).toBeDefined();
  await user.click(screen.getByRole('radio', { name: 'kWh' }));
  await waitFor(() => expect(router.state.location.search).toContain('unidade=kwh'));
  expect(await card.findByText(/161,8.kWh/)).toBeDefined();
  expect(card.getByText(/3\.900.–.4\.200/)).toBeDefined();
});

it('shows active and reactive energy by post to who is of tariff group A, and to nobody else', async () => {
  const [bakery] = establishments;
  establishments = bakery ? [{ ...bakery, bill: { ...bakery.bill, tariff: 'A' } }] : [];
  const { unmount } = open();
  expect(await screen.findByRole('columnheader', { name: 'Energia ativa (kWh)' })).toBeDefined();
  expect(screen.getByRole('columnheader', { name: 'Energia reativa (UFER)' })).toBeDefined();
  expect(await screen.findByRole('row', { name: 'Ponta 30,0 9,0' })).toBeDefined();
  expect(screen.getByRole('row', { name: 'Fora ponta 100,0 30,1' })).toBeDefined();
  expect(screen.queryByRole('rowheader', { name: 'Intermediário' })).toBeNull();
  expect(screen.getByText('Postos da tarifa Light · A4 · Verde (ponta das 17:30 às 20:30).')).toBeDefined();
  unmount();
  establishments = bakery ? [bakery] : [];
  open();
  await screen.findByText('Até agora, dia 16 de 30');
  expect(screen.queryByRole('table', { name: 'Energia do ciclo por posto' })).toBeNull();
});

it('tells intermediate hours apart where the tariff prices them', async () => {
  const [bakery] = establishments;
  establishments = bakery ? [{ ...bakery, bill: { ...bakery.bill, tariff: 'A' } }] : [];
  intermediate = { active: 12, excessReactive: 0 };
  open();
  expect(await screen.findByRole('row', { name: 'Intermediário 12,0 0,0' })).toBeDefined();
});

it('names the factor of its carbon, and counts by the factor of the month where that is chosen', async () => {
  const user = userEvent.setup();
  open();
  expect(await screen.findByText('neste ciclo · fator 0,0426 kg/kWh (2022)')).toBeDefined();
  const card = within(screen.getByRole('region', { name: 'Emissão de carbono' }));
  expect(card.getByText('92,8')).toBeDefined();
  await user.click(card.getByRole('radio', { name: 'Fator publicado de cada mês' }));
  expect(await card.findByText('neste ciclo · fator 0,0545 kg/kWh (2024)')).toBeDefined();
  expect(card.getByText('118,7')).toBeDefined();
});

it('has no forecast once the end of the cycle lies behind', async () => {
  cycle = { ...aCycle, end: '2026-01-04' };
  open();
  await screen.findByText('Até agora, dia 16 de 30');
  expect(screen.queryByText(/Previsão para/)).toBeNull();
});

it('says so when there is no establishment, no meter, no history', async () => {
  establishments = [];
  const { unmount } = open();
  expect(await screen.findByText('Nenhum estabelecimento encontrado na sua conta.')).toBeDefined();
  unmount();
  establishments = [aPlace('e1', 'Padaria Aurora')];
  open();
  expect(await screen.findByText('Não existe consumo histórico')).toBeDefined();
});

it('shows no zeros of a place whose meter was never heard, and says with what its bill begins', async () => {
  cycle = { ...aCycle, total: 0, cost: 0, completeness: 0, days: [] };
  establishments = [aPlace('e1', 'Padaria Aurora'), aPlace('e2', 'Fábrica')];
  boards = [aBoard({ establishmentId: 'e1', lastSeen: null })];
  open('/home');
  expect(await screen.findByText('A conta começa com a primeira mensagem de um medidor.')).toBeDefined();
  const steps = within(screen.getByRole('region', { name: 'Primeiros passos' }));
  expect(within(steps.getByRole('list')).getByRole('link').textContent).toBe('Conectar a placa');
  expect(await screen.findByText('sem medições')).toBeDefined();
  expect(screen.queryByText(/^previsão/i)).toBeNull();
  const carbon = within(screen.getByRole('region', { name: 'Emissão de carbono' }));
  expect(await carbon.findByText('neste ciclo · fator 0,0426 kg/kWh (2022)')).toBeDefined();
  expect(carbon.queryByText('kg CO₂')).toBeNull();
});

it('never takes a meter that is silent for one that is heard, also while it connects', async () => {
  boards = [aBoard({ name: 'Geral', establishmentId: 'e1', online: false })];
  open('/home');
  const row = await screen.findByRole('link', { name: /Geral.*Ver medidor$/ });
  expect(row.textContent).toContain('sem mensagem');
  expect(within(row).getByText('Ver medidor')).toBeDefined();
});

it('says that no equipment is monitored', async () => {
  boards = [];
  cycle = null;
  open();
  expect(await screen.findByText('Não foram encontrados equipamentos monitorados')).toBeDefined();
});

it('keeps the establishment on screen in the address', async () => {
  establishments = [aPlace('e1', 'Padaria Aurora'), aPlace('e2', 'Escritório')];
  const user = userEvent.setup();
  const { router } = open();
  await user.click(await screen.findByRole('radio', { name: /Escritório/ }));
  await waitFor(() => expect(router.state.location.search).toContain('estabelecimento=e2'));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Escritório');
});

const manyEstablishments = (count: number) =>
  Array.from({ length: count }, (_, at) => aPlace(`e${at + 1}`, `Loja ${at + 1}`));

it('has a card of every establishment: the chosen one open, the others folded to a line with their figures', async () => {
  establishments = [aPlace('e1', 'Padaria Aurora'), aPlace('e2', 'Escritório')];
  boards = [...boards, aBoard({ name: 'Geral', isGeral: true, establishmentId: 'e2' })];
  const user = userEvent.setup();
  const { router } = open();
  expect(await screen.findByRole('region', { name: 'Conta de energia' })).toBeDefined();
  const other = within(await screen.findByRole('region', { name: 'Escritório' }));
  expect(await other.findByText(/1\.730,64/)).toBeDefined();
  expect(other.getByText(/^previsão/)).toBeDefined();
  const line = other.getByRole('button', { name: /^Escritório/ });
  expect(line.getAttribute('aria-expanded')).toBe('false');
  expect(other.queryByText('Média diária')).toBeNull();
  await user.click(line);
  const whole = within(other.getByRole('region', { name: 'Conta de energia · Escritório' }));
  for (const words of ['Até agora, dia 16 de 30', 'Maior consumo', 'Média diária'])
    expect(await whole.findByText(words)).toBeDefined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Padaria Aurora');
  await user.click(other.getByRole('button', { name: 'Ver tudo de Escritório' }));
  await waitFor(() => expect(router.state.location.search).toContain('estabelecimento=e2'));
  expect(await screen.findByRole('region', { name: 'Padaria Aurora' })).toBeDefined();
});

it('asks for the figures of no establishment that is far from the window, however many there are', async () => {
  establishments = manyEstablishments(50);
  boards = establishments.map(({ _id }) => aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }));
  const observe = vi.spyOn(window.IntersectionObserver.prototype, 'observe').mockReturnValue(undefined);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    api.asked.length = 0;
    open();
    await screen.findByText('Até agora, dia 16 de 30');
    await waitFor(() => expect(screen.getAllByText('Loja 50')).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(2000);
    const asked = api.asked.filter(({ path }) => /\/establishment\/e\d+\/consumption\?/.test(path));
    expect(new Set(asked.map(({ path }) => path.split('/')[3]))).toEqual(new Set(['e1']));
  } finally {
    vi.useRealTimers();
    observe.mockRestore();
  }
});

it('puts fifty establishments in the order of their amounts by one call', async () => {
  establishments = manyEstablishments(50);
  boards = establishments.map(({ _id }) => aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }));
  const user = userEvent.setup();
  open('/home?unidade=kwh');
  await screen.findByRole('radio', { name: /Loja 50/ });
  const names = () =>
    screen
      .getAllByRole('radio', { name: /Loja/ })
      .map((choice) => choice.closest('label')?.querySelector('[class*=name]')?.textContent);
  expect(names().slice(0, 2)).toEqual(['Loja 1', 'Loja 2']);
  api.asked.length = 0;
  await user.selectOptions(screen.getByLabelText('Ordenar estabelecimentos'), 'Maior até agora');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Loja 50', 'Loja 49']));
  expect(names().at(-1)).toBe('Loja 1');
  const asked = api.asked.filter(({ path }) => path === '/api/consolidated/establishments');
  expect(asked).toHaveLength(1);
  expect(asked[0]?.body).toEqual({ places: establishments.map(({ _id }) => ({ id: _id, type: 'eletric' })) });
  await user.selectOptions(screen.getByLabelText('Ordenar estabelecimentos'), 'Maior previsão');
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Loja 2', 'Loja 3']));
  expect(api.asked.filter(({ path }) => path === '/api/consolidated/establishments')).toHaveLength(1);
});

it('offers search and order from seven establishments on, and none before', async () => {
  establishments = manyEstablishments(6);
  const user = userEvent.setup();
  const few = open();
  await screen.findByRole('radio', { name: /Loja 6/ });
  expect(screen.queryByRole('searchbox')).toBeNull();
  few.unmount();
  establishments = [...manyEstablishments(11), aPlace('e12', 'Açougue')];
  boards = establishments.map(({ _id }) => aBoard({ name: 'Geral', isGeral: true, establishmentId: _id }));
  open();
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

it('keeps the room of the choice among as many establishments as there were last time', async () => {
  const resting = () => screen.queryByRole('status', { name: 'Carregando os estabelecimentos' });
  establishments = [aPlace('e1', 'Padaria Aurora'), aPlace('e2', 'Escritório')];
  const first = open();
  await screen.findByRole('radio', { name: /Escritório/ });
  first.unmount();
  const held = Promise.withResolvers<void>();
  api.answerWith(async ({ path }) => {
    await held.promise;
    return answer(path);
  });
  open();
  await screen.findByText('Olá, Marina');
  expect(resting()?.querySelectorAll('[class*=choice]')).toHaveLength(2);
  held.resolve();
  await screen.findByRole('radio', { name: /Escritório/ });
  expect(resting()).toBeNull();
  api.answerWith(({ path }) => answer(path));
});

it('leads to every meter, and hides links to screens that do not exist', async () => {
  open();
  const link = await screen.findByRole('link', { name: /Geral.*Ver medidor$/ });
  expect(link.getAttribute('href')).toBe(`/meter/${boards[0]?.macAddress}`);
  expect(screen.queryByText('Terminar cadastro')).toBeNull();
});

it('still tells what was consumed in this cycle where the meter that measured it has gone', async () => {
  boards = [];
  open();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Conta de energia' })).toBeDefined();
  expect(await screen.findByText('Não foram encontrados equipamentos monitorados')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Água' })).toBeNull();
});

it('tells what no other meter counted where there is a general one beside others', async () => {
  boards = [...boards, aBoard({ name: 'Forno', establishmentId: 'e1' })];
  open('/home?unidade=kwh');
  expect(await screen.findByText(/^420(,0)?.kWh · 20%$/)).toBeDefined();
});

const aWaterMeter = () => aBoard({ name: 'Hidrômetro', type: 'water', establishmentId: 'e1' });
const warning = () => screen.queryByText('Possível vazamento: Hidrômetro.');
const figures = () => screen.queryByText('Até agora, dia 16 de 30');

it('shows the warning of a leak with what it would push down, and not after it', async () => {
  boards = [...boards, aWaterMeter()];
  nightFlow = { ...aNight, leak: aLeak };
  const held = Promise.withResolvers<void>();
  const isAsked = (part: string) => api.asked.some(({ path }) => path.includes(part));
  api.asked.length = 0;
  api.answerWith(async ({ path }) => {
    if (path.includes('/night-flow/')) await held.promise;
    return answer(path);
  });
  open();
  await waitFor(() => expect(isAsked('/night-flow/')).toBe(true));
  // What the cards show is asked for meanwhile, so that they come no later.
  await waitFor(() => expect(isAsked('/establishment/e1/consumption')).toBe(true));
  await screen.findByRole('heading', { level: 1, name: 'Padaria Aurora' });
  expect(figures()).toBeNull();
  held.resolve();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(warning()).not.toBeNull();
  api.answerWith(({ path }) => answer(path));
});

it('begins with what stands below the figures only when they are drawn', async () => {
  establishments = [aPlace('e1', 'Padaria Aurora'), aPlace('e2', 'Escritório')];
  boards = [...boards, aWaterMeter()];
  const held = Promise.withResolvers<void>();
  api.answerWith(async ({ path }) => {
    if (path.includes('/night-flow/')) await held.promise;
    return answer(path);
  });
  const below = () => screen.queryByRole('region', { name: 'Outros estabelecimentos' });
  open();
  // The cycle is known, and its cards still wait for the nights.
  await screen.findByRole('radio', { name: /Padaria Aurora.*previsão/ });
  expect(figures()).toBeNull();
  expect(below()).toBeNull();
  held.resolve();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  await waitFor(() => expect(below()).not.toBeNull());
  api.answerWith(({ path }) => answer(path));
});

it('does not wait for nights that the server cannot tell', async () => {
  boards = [...boards, aWaterMeter()];
  nightFlow = null;
  open();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(warning()).toBeNull();
});

it('does not wait for nights longer than for a while', async () => {
  boards = [...boards, aWaterMeter()];
  nightFlow = { ...aNight, leak: aLeak };
  const held = Promise.withResolvers<void>();
  api.answerWith(async ({ path }) => {
    if (path.includes('/night-flow/')) await held.promise;
    return answer(path);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  try {
    open();
    await screen.findByRole('heading', { level: 1, name: 'Padaria Aurora' });
    expect(figures()).toBeNull();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
    held.resolve();
    expect(await screen.findByText('Possível vazamento: Hidrômetro.')).toBeDefined();
  } finally {
    vi.useRealTimers();
    api.answerWith(({ path }) => answer(path));
  }
});

it('tells which meter is silent, since when, and what to do', async () => {
  boards = [
    ...boards,
    aBoard({
      name: 'Câmara fria',
      establishmentId: 'e1',
      online: false,
      lastSeen: '2020-03-05T17:00:00Z',
    }),
  ];
  open();
  expect(await screen.findByText('Medidor sem mensagem: Câmara fria.')).toBeDefined();
  expect(screen.getByText(/Nada chega desde 5 mar, 14:00\. Confira se a placa está ligada/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver medidor' }).getAttribute('href')).toMatch(/^\/meter\//);
});

it('says nothing of meters that are heard, or were never', async () => {
  boards = [...boards, aBoard({ name: 'Novo', establishmentId: 'e1', online: false, lastSeen: null })];
  open();
  expect(await screen.findByText('Até agora, dia 16 de 30')).toBeDefined();
  expect(screen.queryByText(/sem mensagem[:.]/)).toBeNull();
});

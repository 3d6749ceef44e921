import type { ContinuityAnswer, OutageAnswer } from '@nascente/contract/telemetry/continuity';
import { DEFAULT_ZONE } from '@nascente/domain/base/time/zone';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { verdictOf, whenText, whereText } from './outage-texts.ts';
import { OutagesPage } from './outages-page.tsx';

const outage = (overrides: Partial<OutageAnswer> = {}): OutageAnswer => ({
  start: '2026-11-09T13:00:00.000Z',
  end: '2026-11-09T15:05:00.000Z',
  hours: 2.08,
  kind: 'interruption',
  evidence: 'Todos os medidores pararam juntos.',
  isCounted: true,
  phases: [],
  meters: [{ macAddress: 'A4:CF:12:00:0B:01', name: 'Geral' }],
  verdict: null,
  by: null,
  ...overrides,
});
const sum = (confirmed: number, possible = confirmed, limit: number | null = null) => ({
  confirmed,
  possible,
  limit,
});

const continuity: ContinuityAnswer = {
  month: '2026-11',
  outages: [outage()],
  dic: sum(0, 2.08, 1.5),
  fic: sum(0, 1, 4),
  dmic: sum(0, 2.08),
  dicri: sum(0, 0),
  dise: sum(0, 0, 24),
  quarter: null,
  year: { dic: sum(3, 5.08, 20), fic: sum(2, 3) },
  credit: { confirmed: 0, possible: 19.72 },
  limits: {
    setName: 'Centro',
    isUrban: true,
    dic: 1.5,
    fic: 4,
    dmic: null,
    dicri: null,
    dicQuarter: null,
    ficQuarter: null,
    dicYear: 20,
    ficYear: null,
    monthlyCharge: 730,
    factor: null,
  },
  factor: { value: 34, source: 'PRODIST, Módulo 8', isConfirmed: false },
  hasAllMeters: true,
  unread: [],
  hasReadings: true,
  claim: 'Peço a apuração.',
};

let api: Awaited<ReturnType<typeof startApi>>;
let answer: ContinuityAnswer;
let refusal: string | null;

beforeAll(async () => {
  api = await startApi(({ path }) => {
    if (path === '/api/establishment') return { body: { ok: true, establishments: [anEstablishment()] } };
    if (path.includes('/continuity?')) return { body: { ok: true, continuity: answer } };
    return refusal === null
      ? { body: { ok: true } }
      : { status: 409, body: { ok: false, type: 'error', msg: refusal } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  answer = continuity;
  refusal = null;
  startSession('token');
});

const open = (profile: 'Manager' | 'client' = 'Manager', path = '/outages/e1?mes=2026-11') =>
  openSignedIn({ ...aUser, profile }, OutagesPage, { route: '/outages/:id', at: path });
const card = async (name: string) => within(await screen.findByRole('region', { name }));

describe('outages of a month', () => {
  it('shows the sums against the limits, what is to be confirmed, and the indicative credit', async () => {
    open();
    expect(await screen.findByText('Faltou energia 1 vez, por 2,08 h.')).toBeDefined();
    const month = await card('O mês');
    expect(month.getByText('acima de 1,50 h · confirmado 0,00 h')).toBeDefined();
    expect(month.getByText('Horas no ano')).toBeDefined();
    const credit = await card('Compensação');
    expect(credit.getByText(/19,72/)).toBeDefined();
    expect(credit.getByText(/PRODIST, Módulo 8, a confirmar/)).toBeDefined();
    expect(credit.getByLabelText<HTMLTextAreaElement>('Texto para a distribuidora').value).toBe(
      'Peço a apuração.',
    );
    expect((await card('Limites do conjunto')).getByText('Centro')).toBeDefined();
  });

  it('shows no amount without limits, and notes what was not examined', async () => {
    answer = {
      ...continuity,
      limits: null,
      credit: null,
      claim: null,
      hasAllMeters: false,
      unread: ['Forno'],
    };
    open();
    expect((await card('Compensação')).getByText('Sem estimativa.')).toBeDefined();
    expect((await card('Limites do conjunto')).getByText('Não informados.')).toBeDefined();
    expect(screen.getByText(/só parte dos medidores/)).toBeDefined();
    expect(screen.getByText(/Não avaliamos tudo de Forno/)).toBeDefined();
  });

  it('steps to the month before, and reports an establishment of somebody else', async () => {
    const { router, unmount } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Mês anterior' }));
    expect(router.state.location.search).toBe('?mes=2026-10');
    unmount();
    open('Manager', '/outages/other');
    expect(await screen.findByText(/não existe ou não está entre os seus/)).toBeDefined();
  });
});

describe('statements', () => {
  it('saves what an outage was, and shows the refusal of the server', async () => {
    open();
    const list = await card('Uma por uma');
    expect(list.getByText(/Faltou energia/)).toBeDefined();
    await userEvent.selectOptions(list.getByLabelText('O que foi'), 'Em situação de emergência');
    await screen.findByText('Classe salva.');
    const sent = api.requests.find(({ path }) => path.endsWith('/outages/verdict'));
    expect(sent?.body).toEqual({
      start: '2026-11-09T13:00:00.000Z',
      end: '2026-11-09T15:05:00.000Z',
      meters: ['A4:CF:12:00:0B:01'],
      verdict: 'emergency',
    });
    refusal = 'Agora não.';
    await userEvent.selectOptions((await card('Uma por uma')).getByLabelText('O que foi'), 'A confirmar');
    expect(await screen.findByText('Agora não.')).toBeDefined();
  });

  it('saves typed limits, and names a wrong number in its place', async () => {
    answer = { ...continuity, limits: null };
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Informar limites' }));
    const form = within(await screen.findByRole('dialog'));
    await userEvent.type(form.getByLabelText('Conjunto'), 'Centro');
    await userEvent.type(form.getByLabelText('DIC do mês (h)'), 'cinco');
    await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
    expect(await form.findByText('Digite um número, como 5,04.')).toBeDefined();
    await userEvent.clear(form.getByLabelText('DIC do mês (h)'));
    await userEvent.type(form.getByLabelText('DIC do mês (h)'), '5,04');
    await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
    await screen.findByText('Limites salvos.');
    const sent = api.requests.find(({ path }) => path.endsWith('/continuity-limits'));
    expect(sent?.body).toMatchObject({
      setName: 'Centro',
      isUrban: true,
      dic: 5.04,
      fic: null,
      factor: null,
    });
  });

  it('shows the statement to a read-only account, without a way to change it', async () => {
    const short = outage({
      isCounted: false,
      start: '2026-11-08T13:00:00.000Z',
      end: '2026-11-08T13:02:00.000Z',
    });
    answer = { ...continuity, outages: [short, outage({ verdict: 'criticalDay', by: 'Marina' })] };
    open('client');
    const list = await card('Uma por uma');
    expect(list.getByText('Em dia crítico, por Marina')).toBeDefined();
    expect(list.getByText('Como os medidores mostram')).toBeDefined();
    expect(list.getByText(/não conta para os limites/)).toBeDefined();
    expect(list.queryByLabelText('O que foi')).toBeNull();
    expect(screen.queryByRole('button', { name: /limites/ })).toBeNull();
  });
});

describe('texts', () => {
  it('states when and where an outage was', () => {
    expect(whenText(outage(), DEFAULT_ZONE)).toBe('9 nov, 10:00 a 12:05 (2 h 05 min)');
    expect(whenText(outage({ end: '2026-11-10T13:20:00.000Z' }), DEFAULT_ZONE)).toBe(
      '9 nov, 10:00 a 10 nov, 10:20 (24 h 20 min)',
    );
    expect(whenText(outage({ end: '2026-11-09T13:04:00.000Z' }), DEFAULT_ZONE)).toContain('(4 min)');
    expect(whenText(outage({ end: null }), DEFAULT_ZONE)).toBe('9 nov, 10:00, ainda sem mensagem');
    expect(whereText(outage({ phases: ['B'] }))).toBe('Geral · fase B');
    expect(whereText(outage({ phases: ['A', 'B', 'C'] }))).toBe('Geral');
  });

  it('states the month in one sentence', () => {
    const none = { ...continuity, dic: sum(0), fic: sum(0), outages: [] };
    expect(verdictOf(none).title).toBe('Não faltou energia neste mês.');
    const doubt = outage({ kind: 'unknown', isCounted: false });
    expect(verdictOf({ ...none, outages: [doubt] })).toMatchObject({ tone: 'info' });
    const judged = [outage({ verdict: 'ordinary' }), outage({ verdict: 'noOutage' })];
    expect(verdictOf({ ...none, outages: judged })).toEqual({
      tone: 'warn',
      title: 'Faltou energia 1 vez, por 2,08 h.',
      text: '',
    });
  });
});

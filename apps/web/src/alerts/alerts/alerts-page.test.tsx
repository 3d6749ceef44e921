import type { Alert } from '@nascente/contract/alerts/alerts';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anAlert } from '../../testing/an-alert.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { AlertsPage } from './alerts-page.tsx';

const HOUR = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const silent = anAlert({ beganAt: ago(3 * HOUR + 20 * 60_000), notifiedAt: ago(3 * HOUR) });
/** The quarter-hour of now does not end during a test. */
const heading = (): Alert => ({
  ...silent,
  _id: '01a00000-0000-7000-8000-000000000002',
  kind: 'demand-heading',
  severity: 'urgent',
  facts: {
    kind: 'demand-heading',
    contracted: 100,
    expected: 120,
    reduceBy: 33.3,
    at: new Date(Math.floor((Date.now() + 60_000) / 900_000) * 900_000).toISOString(),
  },
});

let api: Awaited<ReturnType<typeof startApi>>;
let alerts: Alert[];
const answering = ({ path, method, body }: { path: string; method: string; body: unknown }) => {
  if (path === `/api/alerts/${silent._id}`) return { body: { ok: true, alert: silent } };
  if (path.startsWith('/api/location')) return { body: { ok: true, establishments: [] } };
  if (method === 'POST') {
    const said = body as { acknowledged?: boolean; helpful?: boolean | null };
    alerts = alerts.map((alert) => ({
      ...alert,
      acknowledged: said.acknowledged ? { at: ago(0), by: 'Marina Costa' } : null,
      isHelpful: said.helpful ?? null,
    }));
    return { body: { ok: true, alert: alerts[0] } };
  }
  return { body: { ok: true, alerts, total: alerts.length, open: alerts.length, waiting: alerts.length } };
};

beforeAll(async () => {
  api = await startApi(answering);
});
beforeEach(() => {
  alerts = [silent];
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (at = '/alerts') => openSignedIn(aUser, AlertsPage, { route: '/alerts', at });

describe('the page of alerts', () => {
  it('shows what, where and since when, and leads to the moment', async () => {
    open();
    const list = await screen.findByRole('list', { name: 'Avisos abertos' });
    expect(await within(list).findByRole('heading', { name: 'Sem mensagem: Forno' })).toBeDefined();
    expect(list.textContent).toContain('há 3 h 20 min · Padaria Aurora');
    const link = within(list).getByRole('link', { name: 'Ver o momento no medidor' });
    expect(link.getAttribute('href')).toMatch(/^\/meter\/AA:BB:CC:DD:EE:01\?dia=\d{4}-\d{2}-\d{2}$/);
  });

  it('leads from a cycle above its budget to Metas when the user may plan', async () => {
    const plan = { measure: 'energy', forecast: 1200, budget: 1000, group: 'Térreo' } as const;
    alerts = [{ ...silent, kind: 'cycle-budget', facts: { kind: 'cycle-budget', ...plan } }];
    const { unmount } = open();
    expect(
      await screen.findByRole('heading', { name: 'Ciclo acima da meta (energia): Térreo' }),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ver metas' }).getAttribute('href')).toBe('/budgets');
    unmount();
    openSignedIn({ ...aUser, profile: 'client' }, AlertsPage, '/alerts');
    expect(
      await screen.findByRole('heading', { name: 'Ciclo acima da meta (energia): Térreo' }),
    ).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Ver metas' })).toBeNull();
  });

  it('leads from the bill of an establishment above its budget to its changes', async () => {
    const plan = { forecast: 1200, budget: 1000, group: null } as const;
    const about = (id: string, facts: { measure: 'money' | 'water'; type?: 'water' }) =>
      anAlert({ _id: id, kind: 'cycle-budget', facts: { kind: 'cycle-budget', ...plan, ...facts } });
    alerts = [
      about('b1', { measure: 'money' }),
      about('b2', { measure: 'water' }),
      about('b3', { measure: 'money', type: 'water' }),
    ];
    open();
    const links = await screen.findAllByRole('link', { name: 'O que mudou' });
    const bill = `/bill/${silent.establishment._id}/changes`;
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      bill,
      `${bill}?tipo=agua`,
      `${bill}?tipo=agua`,
    ]);
  });

  it('leads from an alert about a bill to that bill, not to a moment', async () => {
    const reactive = anAlert({ _id: 'reactive', kind: 'reactive', facts: { kind: 'reactive', charged: 50 } });
    const [start, end] = ['2026-10-01' as CivilDate, '2026-10-31' as CivilDate];
    const facts = { kind: 'bill-wrong', difference: 31, start, end } as const;
    alerts = [anAlert({ kind: 'bill-wrong', facts }), reactive];
    open();
    const checked = await screen.findByRole('link', { name: 'Ver a fatura conferida' });
    const bill = `/bill/${silent.establishment._id}`;
    expect(checked.getAttribute('href')).toBe(`${bill}/utility`);
    expect(screen.getByRole('link', { name: 'Ver fatura' }).getAttribute('href')).toBe(bill);
    expect(screen.queryByRole('link', { name: 'Ver o momento no medidor' })).toBeNull();
  });

  it('shows the necessary reduction while there is time', async () => {
    alerts = [heading()];
    open();
    const list = await screen.findByRole('list', { name: 'Avisos abertos' });
    const row = await within(list).findByRole('listitem');
    expect(row.textContent).toMatch(
      /Este quarto de hora caminha para 120\u00a0kW, com 100\u00a0kW contratados\. Reduza 33\u00a0kW até \d\d:\d\d para ficar dentro do contrato\./,
    );
    expect(row.textContent).toContain('Dá para evitar agora');
  });

  it('shows how an alert ended, its count and its cost, and that late data cancelled another', async () => {
    alerts = [
      { ...silent, endedAt: ago(20 * 60_000), times: 3, cost: 12.4 },
      { ...silent, _id: 'x', endedAt: ago(0), undoneAt: ago(0), isLate: true },
    ];
    open('/alerts?situacao=passados');
    const [first, second] = await within(
      await screen.findByRole('list', { name: 'Avisos passados' }),
    ).findAllByRole('listitem');
    expect(first?.textContent).toContain('durou 3 h');
    expect(first?.textContent).toContain('3 vezes');
    expect(first?.textContent).toContain('R$\u00a012,40');
    expect(second?.textContent).toContain('Desfeito: os dados ou o cadastro mudaram depois');
    expect(second?.textContent).toContain('dados ou cadastro mudaram depois');
    expect(first?.textContent).not.toContain('mudaram depois');
    expect(api.requests.some(({ path }) => path.includes('state=past'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Estou cuidando' })).toBeNull();
  });

  it('stores that a user takes care of an alert, and that it was helpful', async () => {
    open();
    const user = userEvent.setup();
    await user.dblClick(await screen.findByRole('button', { name: 'Estou cuidando' }));
    expect(await screen.findByText('Marina Costa está cuidando')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Útil' }));
    expect(await screen.findByRole('button', { name: 'Útil', pressed: true })).toBeDefined();
    const said = api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    expect(said).toEqual([{ acknowledged: true }, { helpful: true }]);
  });

  it('lets a client user see and mute alerts, and change nothing for others', async () => {
    openSignedIn({ ...aUser, profile: 'client' }, AlertsPage, '/alerts');
    expect(await screen.findByLabelText('Silenciar para mim')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Estou cuidando' })).toBeNull();
  });

  it('shows that there is no open alert, or that no alert matches the filters', async () => {
    alerts = [];
    const { router } = open();
    expect(await screen.findByText('Tudo em ordem: nenhum aviso aberto.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Tipo de aviso'), 'leak');
    expect(await screen.findByText('Nenhum aviso com estes filtros.')).toBeDefined();
    expect(router.state.location.search).toBe('?tipo=leak');
  });
});

it('shows first the alert to which an e-mail or a device led', async () => {
  alerts = [];
  open(`/alerts?alerta=${silent._id}`);
  const led = await screen.findByRole('region', { name: 'O aviso' });
  expect(await within(led).findByRole('heading', { name: 'Sem mensagem: Forno' })).toBeDefined();
});

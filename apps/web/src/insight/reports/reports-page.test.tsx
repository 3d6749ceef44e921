import type { Report, ReportSubscription } from '@nascente/contract/insight/reports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { ReportsPage } from './reports-page.tsx';

const ID = '018f7d0a-3c1e-7b52-9d7e-2f1f5a0c4b11';
const september: Report = {
  _id: ID,
  kind: 'establishment',
  subject: ID,
  subjectName: 'Padaria Aurora',
  type: 'eletric',
  period: 'month',
  start: '2026-09-01',
  end: '2026-09-30',
  isOpen: false,
  state: 'made',
  progress: 100,
  versions: [
    {
      number: 2,
      madeAt: '2026-10-02T13:00:00.000Z',
      total: 1240,
      completeness: 1,
      changes: ['O total passou de R$ 1.234,56 para R$ 1.240,00: leituras atrasadas de 3 de setembro.'],
    },
    { number: 1, madeAt: '2026-10-01T10:12:00.000Z', total: 1234.56, completeness: 0.98, changes: [] },
  ],
};
const weekly: ReportSubscription = {
  _id: ID,
  kind: 'portfolio',
  subject: null,
  subjectName: 'Todos os estabelecimentos',
  type: null,
  period: 'week',
  formats: ['pdf', 'xlsx'],
  byMail: true,
};

let api: Awaited<ReturnType<typeof startApi>>;
let reports: Report[];
let subscriptions: ReportSubscription[];
let isDown: boolean;
let isListDown: boolean;
let refusal: string | null;
const DOWN = { status: 500, body: { ok: false, type: 'error', msg: 'Fora do ar.' } };

const answering = ({ path, method }: { path: string; method: string }) => {
  if (refusal !== null && (method === 'POST' || method === 'PUT'))
    return { status: 403, body: { ok: false, type: 'error', msg: refusal } };
  if (path === '/api/reports' && method === 'POST') {
    reports = [{ ...september, state: 'making', progress: 40, versions: [] }];
    return { status: 201, body: { ok: true, report: reports[0] } };
  }
  if (path.startsWith('/api/reports/subscriptions')) {
    if (method === 'DELETE') {
      subscriptions = [];
      return { body: { ok: true } };
    }
    return { body: { ok: true, subscriptions } };
  }
  if (path.startsWith('/api/reports')) return { body: { ok: true, reports, total: reports.length } };
  return { body: { ok: true, establishments: [], groups: [], users: [] } };
};

beforeAll(async () => {
  api = await startApi((requested) => {
    if (isListDown && requested.path === '/api/establishment') return DOWN;
    return isDown && requested.path.startsWith('/api/reports') ? DOWN : answering(requested);
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  reports = [];
  subscriptions = [];
  isDown = false;
  isListDown = false;
  refusal = null;
});

const open = () => openSignedIn({ ...aUser, profile: 'Manager' }, ReportsPage, '/reports');

describe('reports', () => {
  it('offers a link to the report of a cycle, and none for other reports', async () => {
    reports = [
      september,
      { ...september, _id: `${ID.slice(0, -1)}2`, kind: 'portfolio', subject: null, type: null },
    ];
    open();
    const link = await screen.findByRole('link', { name: 'Compartilhar por link' });
    expect(link.getAttribute('href')).toBe(
      `/account/links?${new URLSearchParams({ tipo: 'report', local: ID, inicio: '2026-09-01' })}`,
    );
  });

  it('explains how to start while no report exists', async () => {
    open();
    expect(await screen.findByText(/Nenhum relatório ainda/)).toBeDefined();
    expect(await screen.findByText(/Nenhum relatório vem sozinho ainda/)).toBeDefined();
  });

  it('reports show their amount, their changes, and the earlier versions', async () => {
    reports = [september];
    open();
    const list = await screen.findByRole('list', { name: 'Relatórios' });
    const [row] = (await within(list).findAllByRole('listitem')) as [HTMLElement];
    expect(within(row).getByText('Padaria Aurora')).toBeDefined();
    expect(within(row).getByText(/leituras atrasadas de 3 de setembro/)).toBeDefined();
    expect(row.textContent).toContain('100,0% medido');
    await userEvent.click(within(row).getByText('1 versão anterior'));
    expect(row.textContent).toContain('1.234,56');
    expect(
      within(row).getByRole('button', { name: /Baixar Padaria Aurora .* em Excel, versão 2/ }),
    ).toBeDefined();
  });

  it('reports show their progress while they are created', async () => {
    open();
    const form = within(await screen.findByRole('form', { name: 'Fazer um relatório' }));
    await userEvent.selectOptions(form.getByLabelText('Relatório de'), 'portfolio');
    await userEvent.click(screen.getByRole('button', { name: 'Fazer agora' }));
    const progress = await screen.findByRole('progressbar', { name: 'Relatório sendo feito' });
    expect(progress.getAttribute('value')).toBe('40');
    reports = [september];
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 5_000 });
  });

  it('requires a day for a report, and sends no request without one', async () => {
    open();
    const form = within(await screen.findByRole('form', { name: 'Fazer um relatório' }));
    await userEvent.selectOptions(form.getByLabelText('Relatório de'), 'portfolio');
    const day = form.getByLabelText('Um dia do período');
    await userEvent.clear(day);
    await userEvent.click(screen.getByRole('button', { name: 'Fazer agora' }));
    expect(await form.findByText('Escolha um dia do período.')).toBeDefined();
    expect(screen.queryByRole('progressbar')).toBeNull();
    await userEvent.type(day, '15/09/2026');
    expect(form.queryByText('Escolha um dia do período.')).toBeNull();
  });

  it('offers a client first the available kind of report, and hides messages about other choices', async () => {
    refusal = 'A fatura é de todo o estabelecimento, e você acompanha só parte dos medidores dele.';
    openSignedIn({ ...aUser, profile: 'client' }, ReportsPage, '/reports');
    for (const name of ['Fazer um relatório', 'Receber um relatório']) {
      const form = within(await screen.findByRole('form', { name }));
      const kind = form.getByLabelText<HTMLSelectElement>('Relatório de');
      expect(kind.value).toBe('statement');
      await userEvent.click(form.getByRole('button', { name: /Fazer agora|Receber este relatório/ }));
      expect(await form.findByText(refusal)).toBeDefined();
      await userEvent.selectOptions(kind, 'group');
      expect(form.queryByText(refusal)).toBeNull();
    }
  });

  it('ends the subscription to a report', async () => {
    subscriptions = [weekly];
    open();
    expect(await screen.findByText('Por e-mail, em PDF e Excel')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: /^Encerrar Todos os estabelecimentos/ }));
    expect(await screen.findByText(/Nenhum relatório vem sozinho ainda/)).toBeDefined();
  });

  it('shows a failure to load reports, with another try', async () => {
    isDown = true;
    open();
    expect((await screen.findAllByRole('button', { name: /Tentar/ })).length).toBeGreaterThan(0);
  });

  it('shows a failure to load the choices of a report, and tries again', async () => {
    isListDown = true;
    open();
    const form = within(await screen.findByRole('form', { name: 'Fazer um relatório' }));
    const again = await form.findByRole('button', { name: 'Tentar novamente' });
    expect(form.queryByText('Carregando…')).toBeNull();
    isListDown = false;
    await userEvent.click(again);
    expect(await form.findByText('Nenhum estabelecimento')).toBeDefined();
  });
});

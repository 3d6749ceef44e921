import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import type { Saving, SavingAnswer, SavingChange } from '@nascente/contract/insight/savings';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OpportunitiesPage } from './opportunities-page.tsx';

const DONE = { state: 'done', doneOn: '2026-10-01' } as const;
const mended = anOpportunity('leak', {
  ...DONE,
  evidence: [{ date: '2026-11-03', now: 50, instead: 5 }],
});
const saving: Saving = {
  since: '2026-10-01',
  until: '2026-11-19',
  days: 49,
  avoided: 21.5,
  low: 12,
  high: 31,
  expected: 60,
  cost: { avoided: 430, low: 240, high: 620 },
  months: [{ month: '2026-10', expected: 37, measured: 23 }],
  changed: 0,
  variables: [],
  baselineDays: 365,
  quality: 'fair',
  cvRmse: 0.2,
  nmbe: 0,
};
let proven: SavingAnswer;
let done: Opportunity = mended;
let isGone = false;

const answering = ({ path, body }: { path: string; body: unknown }) => {
  if (path.endsWith('/changes')) {
    const change = {
      id: 'c1',
      by: 'Marina Costa',
      perDay: null,
      share: null,
      undone: null,
      ...(body as object),
    };
    proven = { ...proven, changes: [change as SavingChange] };
    return { status: 201, body: { ok: true, change } };
  }
  if (path.startsWith('/api/consolidated/saving/') && isGone)
    return { status: 404, body: { ok: false, type: 'not-found', msg: 'Medidor não encontrado.' } };
  if (path.startsWith('/api/consolidated/saving/')) return { body: proven };
  return {
    body: { ok: true, opportunities: [done], perYear: 0, looked: { done: 1, of: 1 } },
  };
};

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(answering);
});
beforeEach(() => {
  done = mended;
  isGone = false;
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = () =>
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities?lista=feitas' });
const leakRow = async () => {
  const list = await screen.findByRole('list', { name: 'Oportunidades' });
  const [row] = await within(list).findAllByRole('listitem');
  if (row === undefined) throw new Error('no row');
  return within(row);
};

it('shows the proven saving of a repaired leak, or the missing data', async () => {
  proven = { ok: true, saving, changes: [], missing: null };
  open();
  const row = await leakRow();
  // What was to be done is no news once it is done, and water that was stopped does not flow any more.
  expect(row.queryByText(/Feche os registros/)).toBeNull();
  expect((await row.findByText('Economia comprovada:')).closest('div')?.textContent).toBe(
    'Economia comprovada: 21,50\u00a0m³ a menos que o esperado, R$\u00a0430,00, em 49 dias até 19/11/2026 ' +
      '(economia de 12,00\u00a0m³ a 31,00\u00a0m³, ou de R$\u00a0240,00 a R$\u00a0620,00, em nove de dez casos). O ano anterior variou mais do que pede a ASHRAE Guideline 14: ' +
      'leia a faixa antes do número.',
  );
  expect(api.requests.at(-1)?.path).toBe(
    '/api/consolidated/saving/AA%3ABB%3ACC%3ADD%3AEE%3A01?since=2026-10-01&leakSince=2026-11-03&leakPerDay=1080',
  );
});

it('reports whether temperature and production of days are included', async () => {
  const variables: Saving['variables'] = [
    { kind: 'temperature', use: 'taken', daysWithout: 3 },
    { kind: 'production', use: 'too-few', daysWithout: 120 },
  ];
  proven = { ok: true, saving: { ...saving, variables }, changes: [], missing: null };
  open();
  const row = await leakRow();
  expect((await row.findByText('Economia comprovada:')).closest('div')?.textContent).toContain(
    'A temperatura de cada dia é levada em conta. 3 dias sem valor ficaram de fora. A produção importada fica de fora: ' +
      'faltam valores de 120 dias, e são precisos 300 dias antes da mudança e nove de cada dez depois dela.',
  );
});

it('shows an increased consumption as an increase', async () => {
  const grown = { avoided: -21.5, low: -31, high: -12, days: 1 };
  proven = {
    ok: true,
    saving: { ...saving, ...grown, cost: { avoided: -430, low: -620, high: -240 } },
    changes: [],
    missing: null,
  };
  open();
  const row = await leakRow();
  expect((await row.findByText('O consumo aumentou:')).closest('div')?.textContent).toContain(
    'O consumo aumentou: 21,50\u00a0m³ a mais que o esperado, R$\u00a0430,00, em 1 dia até 19/11/2026',
  );
});

it('stores another change, and shows it in the chart and the list', async () => {
  proven = { ok: true, saving: { ...saving, changed: -6 }, changes: [], missing: null };
  open();
  const row = await leakRow();
  expect(await row.findByText(/As outras mudanças tiraram 6,00\sm³ do esperado/)).toBeDefined();
  await userEvent.click(row.getByRole('button', { name: 'Registrar outra mudança' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Registrar', hidden: true }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'O que mudou', hidden: true }), 'Loja fechada');
  await send();
  expect(dialog.getByText('Digite quanto por dia, como 1,5, até 10.000.000.')).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox', { name: 'Quanto', hidden: true }), '1,5');
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Efeito', hidden: true }), 'less');
  await send();
  expect(api.requests.findLast(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/consolidated/saving/AA%3ABB%3ACC%3ADD%3AEE%3A01/changes',
    body: { what: 'Loja fechada', perDay: -1.5 },
  });
  expect(await row.findByText('Loja fechada')).toBeDefined();
  expect(row.getByText(/−1,50\sm³ por dia, desde/)).toBeDefined();
  expect(row.getByRole('button', { name: 'Foi desfeita: Loja fechada' })).toBeDefined();
});

it('explains which data are missing to prove a saving', async () => {
  proven = { ok: true, saving: null, changes: [], missing: 'Faltam dados do ano anterior à mudança.' };
  open();
  const row = await leakRow();
  expect(await row.findByText('Medição da economia: Faltam dados do ano anterior à mudança.')).toBeDefined();
});

it('counts a lower peak in kWh of the peak, and requests changes in kWh', async () => {
  done = anOpportunity('peak', {
    ...DONE,
    measured: { mac: 'AA:BB:CC:DD:EE:02', name: 'Geral', hours: 'peak' },
  });
  proven = {
    ok: true,
    saving: { ...saving, avoided: 1234.4, low: -20.04, high: 2489 },
    changes: [
      {
        id: 'c1',
        what: 'Forno novo',
        begins: '2026-10-05',
        undone: null,
        perDay: 12.5,
        share: null,
        by: null,
      },
    ],
    missing: null,
  };
  open();
  const row = await leakRow();
  expect((await row.findByText('Ainda não dá para saber:')).closest('div')?.textContent).toMatch(
    /1\.234\skWh a menos na ponta que o esperado, R\$\s430,00, em 49 dias até 19\/11\/2026 \(economia de −20,0\skWh a 2\.489\skWh/,
  );
  expect(api.requests.at(-1)?.path).toBe(
    '/api/consolidated/saving/AA%3ABB%3ACC%3ADD%3AEE%3A02?since=2026-10-01&hours=peak',
  );
  expect(row.getByText(/\+12,5\skWh por dia, desde/)).toBeDefined();
  await userEvent.click(row.getByRole('button', { name: 'Registrar outra mudança' }));
  const dialog = within(screen.getByRole('dialog', { hidden: true }));
  expect(dialog.getByRole('option', { name: 'kWh por dia', hidden: true })).toBeDefined();
  expect(dialog.queryByRole('option', { name: 'm³ por dia', hidden: true })).toBeNull();
});

it('reports that a meter of another owner cannot be measured, and offers no second try', async () => {
  isGone = true;
  open();
  const row = await leakRow();
  expect(await row.findByText(/o medidor não está mais entre os seus/)).toBeDefined();
  expect(row.queryByRole('button', { name: 'Tentar novamente' })).toBeNull();
});

it('says where the saving appears when it changes no kWh', async () => {
  done = anOpportunity('demand', DONE);
  open();
  const row = await leakRow();
  expect(await row.findByText(/^A demanda contratada não muda os kWh/)).toBeDefined();
  expect(api.requests.some(({ path }) => path.startsWith('/api/consolidated/saving/'))).toBe(false);
});

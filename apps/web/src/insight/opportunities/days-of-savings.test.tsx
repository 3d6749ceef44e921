import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OpportunitiesPage } from './opportunities-page.tsx';

// Half past one in São Paulo on the 25th, and still the 24th in Rio Branco.
const NIGHT = Date.parse('2026-11-25T04:30:00Z');
const inRioBranco = { ...anOpportunity('peak').establishment, zone: 'America/Rio_Branco' };
const mended = anOpportunity('peak', {
  establishment: inRioBranco,
  measured: { mac: 'AA:BB:CC:DD:EE:01', name: 'Geral', hours: 'peak' },
  state: 'done',
  doneOn: '2026-10-01',
});
const change = {
  id: 'c1',
  what: 'Forno novo',
  begins: '2026-10-05',
  undone: null,
  perDay: 12.5,
  share: null,
  by: null,
};

let answered: readonly Opportunity[];
let api: Awaited<ReturnType<typeof startApi>>;
const answering = ({ path }: { readonly path: string }) =>
  path.startsWith('/api/consolidated/saving/')
    ? { body: { ok: true, saving: null, changes: [change], missing: 'Ainda não.' } }
    : { body: { ok: true, opportunities: answered, perYear: 0, looked: { done: 1, of: 1 } } };
beforeAll(async () => {
  api = await startApi(answering);
});
beforeEach(() => {
  vi.useFakeTimers({ now: NIGHT, toFake: ['Date'] });
  api.requests.length = 0;
  api.answerWith(answering);
});
afterEach(() => vi.useRealTimers());
afterAll(() => api.stop());

const openOver = () =>
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities?lista=feitas' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const requestedDay = (label: string) =>
  within(screen.getByRole('dialog', { hidden: true })).getByLabelText<HTMLInputElement>(label);

/** The last day that the calendar offers is the typed one. */
const expectLastDay = async (label: string, day: string, next: string) => {
  expect(requestedDay(label).value).toBe(day);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário', hidden: true }));
  const after = await screen.findByRole<HTMLButtonElement>('button', { name: next, hidden: true });
  expect(after.disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Abrir calendário', hidden: true }));
};

describe('days of a saving in its establishment', () => {
  it('shows days of the establishment for another change and for its end', async () => {
    answered = [mended];
    openOver();
    await press('Registrar outra mudança');
    await expectLastDay('Desde', '24/11/2026', 'qua, 25 nov');
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar', hidden: true }));
    await press('Foi desfeita: Forno novo');
    await expectLastDay('Primeiro dia sem a mudança', '24/11/2026', 'qua, 25 nov');
  });

  const prices = {
    tariff: { _id: 't1', name: 'ENEL SP B3' },
    validFrom: '2024-07-04',
    validUntil: null,
    newer: null,
    change: null,
  };
  const old = anOpportunity('old-prices', { prices });
  it.for([
    ['at one, whatever the browser has', [old], '25/11/2026', 'qui, 26 nov'],
    [
      'at all of several',
      [old, { ...old, establishment: { ...inRioBranco, _id: 'another' } }],
      '24/11/2026',
      'qua, 25 nov',
    ],
  ] as const)(
    'shows the day of the establishment for a saving done %s',
    async ([, opportunities, day, next]) => {
      answered = opportunities;
      openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities' });
      await press('Já fiz');
      await expectLastDay('Dia', day, next);
    },
  );

  it('counts the reactive excess until yesterday of the establishment', async () => {
    const doneOn = '2026-11-20';
    answered = [anOpportunity('reactive', { establishment: inRioBranco, state: 'done', doneOn })];
    openOver();
    await expect
      .poll(() => api.requests.map(({ path }) => path))
      .toContainEqual(expect.stringContaining('start=2026-11-21&end=2026-11-23'));
  });
});

describe('the dialogs of a saving', () => {
  const said = () => api.requests.filter(({ method }) => method === 'POST');
  const openToDo = () => {
    answered = [anOpportunity('modality')];
    openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities' });
  };
  const send = (name: string) => userEvent.click(screen.getByRole('button', { name, hidden: true }));

  it('refuses an emptied day instead of using today', async () => {
    openToDo();
    await press('Já fiz');
    await userEvent.clear(requestedDay('Dia'));
    await send('Salvar');
    expect(await screen.findByText('Diga o dia em que foi feito.')).toBeDefined();
    expect(said()).toEqual([]);
    fireEvent.change(requestedDay('Dia'), { target: { value: '2026-11-20' } });
    await send('Salvar');
    await expect.poll(said).toMatchObject([{ body: { state: 'done', doneOn: '2026-11-20' } }]);
  });

  it('sends a reason by Enter', async () => {
    openToDo();
    await press('Descartar');
    await userEvent.type(requestedDay('Motivo'), 'Vai fechar{Enter}');
    await expect.poll(said).toMatchObject([{ body: { state: 'dismissed', reason: 'Vai fechar' } }]);
  });

  it('reports at each field of another change what is missing', async () => {
    answered = [mended];
    openOver();
    await press('Registrar outra mudança');
    await userEvent.clear(requestedDay('Desde'));
    await userEvent.type(requestedDay('Quanto'), '1.5');
    await send('Registrar');
    for (const text of ['Escreva o que mudou.', 'Diga desde que dia.', /^Digite quanto por dia/])
      expect(await screen.findByText(text)).toBeDefined();
    await userEvent.selectOptions(requestedDay('Efeito'), 'less');
    await userEvent.selectOptions(requestedDay('Em'), 'share');
    await userEvent.clear(requestedDay('Quanto'));
    await userEvent.type(requestedDay('Quanto'), '100');
    expect(await screen.findByText(/abaixo de 100 a menos/)).toBeDefined();
    expect(said()).toEqual([]);
  });

  it('shows at once why nothing was stored, while the list loads again', async () => {
    openToDo();
    await screen.findByRole('button', { name: 'Vou fazer' });
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    api.answerWith(async ({ method }) => {
      if (method === 'GET') await isOver;
      return { status: 503, body: { ok: false, type: 'unavailable', msg: 'O serviço está indisponível.' } };
    });
    await press('Vou fazer');
    expect((await screen.findByRole('alert')).textContent).toBe('O serviço está indisponível.');
    end();
  });
});

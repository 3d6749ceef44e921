import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import type { SavingAnswer } from '@nascente/contract/insight/savings';
import type { User } from '@nascente/contract/people/session';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anEstablishment } from '../../testing/an-establishment.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { branca, closed, leak, peak, reactive, wrongBill } from '../../testing/some-opportunities.ts';
import { OpportunitiesPage } from './opportunities-page.tsx';

const NOT_PROVEN: SavingAnswer = { ok: true, saving: null, changes: [], missing: 'Ainda não.' };

let api: Awaited<ReturnType<typeof startApi>>;
let opportunities: Opportunity[];
let looked: { done: number; of: number };
const meterOf = (type: 'eletric' | 'water') => ({
  _id: '7',
  name: 'Geral',
  meter: 'AA:BB:CC:DD:EE:01',
  comment: '',
  fuseBoxMeter: true,
  tax: null,
  type,
  model: 'tri' as const,
  equipment: 'emd3p' as const,
});
const establishments = [
  anEstablishment({ _id: 'water', installations: [meterOf('water')] }),
  anEstablishment({ _id: 'e1', fantasyName: 'Padaria Aurora', installations: [meterOf('eletric')] }),
];
const answering = ({ path, method, body }: { path: string; method: string; body: unknown }) => {
  if (path.startsWith('/api/consolidated/saving/')) return { body: NOT_PROVEN };
  if (path === '/api/establishment') return { body: { ok: true, establishments } };
  if (method === 'POST') {
    const said = body as { kind: string; state: Opportunity['state']; reason?: string; doneOn?: string };
    opportunities = opportunities.map((one) =>
      one.kind === said.kind
        ? {
            ...one,
            state: said.state,
            reason: said.reason ?? null,
            doneOn: said.doneOn ?? null,
            decided: { at: '2026-11-20T12:00:00.000Z', by: 'Marina Costa' },
          }
        : one,
    );
    return { body: { ok: true } };
  }
  const lookedBefore = looked;
  looked = { ...looked, done: looked.of };
  return { body: { ok: true, opportunities, perYear: 1930.4, looked: lookedBefore } };
};

beforeAll(async () => {
  api = await startApi(answering);
});
beforeEach(() => {
  opportunities = [branca, leak];
  looked = { done: 1, of: 1 };
  api.requests.length = 0;
});
afterAll(() => api.stop());

const open = (user: User = aUser, at = '/opportunities') =>
  openSignedIn(user, OpportunitiesPage, { route: '/opportunities', at });
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Oportunidades' })).findAllByRole('listitem');
const rowOf = async (name: RegExp) => {
  const row = (await rows()).find((one) => name.test(one.textContent ?? ''));
  if (row === undefined) throw new Error(`no row of ${name}`);
  return within(row);
};

describe('the page of opportunities', () => {
  it('leads to the tariffs of an establishment with electricity', async () => {
    open();
    const link = await screen.findByRole('link', { name: 'Qual tarifa? Padaria Aurora' });
    expect(link.getAttribute('href')).toBe('/bill/e1/tariffs');
  });

  it('shows the sum, then each action with its amount and certainty', async () => {
    open();
    const row = await rowOf(/Branca/);
    expect(screen.getByText('1.930')).toBeDefined();
    expect(row.getByRole('heading', { name: 'Mudar para a tarifa Branca' })).toBeDefined();
    expect(
      row.getByText(
        'Peça à distribuidora a mudança de Convencional para Branca. De 2 faturas medidas, 1 teria sido menor.',
      ),
    ).toBeDefined();
    expect(row.getByText(/de R\$ 900 a R\$ 1\.500/)).toBeDefined();
    expect(row.getByRole('img', { name: /^Certeza média/ })).toBeDefined();
    expect(row.getByRole('link', { name: 'Ver a comparação inteira' }).getAttribute('href')).toBe(
      `/bill/${branca.establishment._id}/tariffs`,
    );
    const other = await rowOf(/Hidrômetro/);
    expect(other.getByRole('heading', { name: 'Consertar o vazamento: Hidrômetro' })).toBeDefined();
    expect(other.getByRole('link', { name: 'Ver o medidor' }).getAttribute('href')).toBe(
      '/meter/AA:BB:CC:DD:EE:01',
    );
  });

  it('shows the measurements on demand', async () => {
    open();
    const row = await rowOf(/Branca/);
    expect(row.queryByRole('figure')).toBeNull();
    await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
    await userEvent.click(row.getByRole('button', { name: /ver tabela/ }));
    expect(row.getByRole('table').textContent).toContain('R$\u00a0700,00R$\u00a0600,00');
  });

  it('shows the consumption of closed hours, and draws it by the hour', async () => {
    opportunities = [closed];
    open();
    const row = await rowOf(/estabelecimento fechado/);
    expect(
      row.getByText(
        /32% da energia é consumida com o estabelecimento fechado\. .*seriam 1\.234 kWh a menos por ano\.$/,
      ),
    ).toBeDefined();
    expect(row.getByRole('link', { name: 'Ver o medidor' }).getAttribute('href')).toBe(
      '/meter/AA:BB:CC:DD:EE:02',
    );
    await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
    await userEvent.click(row.getByRole('button', { name: /ver tabela/ }));
    expect(row.getByRole('table').textContent).toContain('20h1,0\u00a0kW3,0\u00a0kW');
  });

  it('shows the size of a capacitor bank, and its payback time once a price is typed', async () => {
    opportunities = [reactive];
    open();
    const row = await rowOf(/12,5/);
    expect(row.getByRole('heading', { name: /Corrigir o reativo com 12,5/ })).toBeDefined();
    const price = row.getByLabelText('Preço do banco instalado (R$)');
    await userEvent.type(price, 'R$ 1.000,00');
    expect(row.getByText('Paga-se em 10 meses.')).toBeDefined();
    await userEvent.clear(price);
    await userEvent.type(price, '100');
    expect(row.getByText('Paga-se em 1 mês.')).toBeDefined();
    await userEvent.clear(price);
    await userEvent.type(price, '3.000');
    expect(row.getByText('Paga-se em 2,5 anos.')).toBeDefined();
    await userEvent.clear(price);
    await userEvent.type(price, '99999999999');
    expect(
      row.getByText('Não se paga em 15 anos, o tempo que costuma durar: confira o preço.'),
    ).toBeDefined();
    await userEvent.clear(price);
    await userEvent.type(price, '0');
    expect(row.getByText('Digite um valor em reais, como 1.234,56.')).toBeDefined();
    await userEvent.clear(price);
    await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
    await userEvent.click(row.getByRole('button', { name: /ver tabela/ }));
    expect(row.getByRole('table').textContent).toContain('10h11\u00a0kvar');
  });

  it('reports an overlap of two savings on one bill, and none for a single saving', async () => {
    opportunities = [branca, peak];
    const two = open();
    expect(await screen.findByText(/podem economizar um pouco menos que a soma/)).toBeDefined();
    two.unmount();
    opportunities = [branca, leak, wrongBill];
    open();
    await rows();
    expect(screen.queryByText(/menos que a soma/)).toBeNull();
  });

  it('names the hours of the peak and the meter behind it', async () => {
    opportunities = [peak];
    open();
    const row = await rowOf(/ponta/);
    expect(
      row.getByText(/entre 18h e 21h dos dias úteis; nelas, quem mais consome é Forno\..*40%/),
    ).toBeDefined();
    expect(row.getByRole('link', { name: 'Ver o medidor' }).getAttribute('href')).toBe(
      '/meter/AA:BB:CC:DD:EE:03',
    );
  });

  it('names the half-hours at which a peak begins and ends', async () => {
    opportunities = [
      { ...peak, peak: { energy: 800, share: 0.4, from: 17.5, to: 20.5, hours: [], meter: null } },
    ];
    open();
    expect((await rowOf(/ponta/)).getByText(/entre 17h30 e 20h30 dos dias úteis\./)).toBeDefined();
  });

  it('shows a refund of a bill that was too high as paid once', async () => {
    opportunities = [wrongBill];
    open();
    const row = await rowOf(/Reclamar da fatura/);
    expect(row.getByText(/^R\$ 150 a receber$/)).toBeDefined();
    expect(row.getByText(/^uma vez/)).toBeDefined();
    expect(row.getByRole('link', { name: 'Ver as faturas lançadas' })).toBeDefined();
  });

  it('stores a dismissal with its reason, and withdraws it', async () => {
    const { router } = open();
    await userEvent.click((await rowOf(/Branca/)).getByRole('button', { name: 'Descartar' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo', hidden: true }), 'Contrato até março');
    await userEvent.click(dialog.getByRole('button', { name: 'Descartar', hidden: true }));
    expect(api.requests.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/api/establishment/${branca.establishment._id}/opportunity`,
      body: { kind: 'modality', state: 'dismissed', reason: 'Contrato até março' },
    });
    await act(() => router.navigate('/opportunities?lista=feitas'));
    const row = await rowOf(/Branca/);
    expect(row.getByText('Descartada (Marina Costa): Contrato até março')).toBeDefined();
    await userEvent.click(row.getByRole('button', { name: 'Reabrir' }));
    expect(api.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
      kind: 'modality',
      state: 'open',
    });
  });

  it('moves the keyboard focus to the next row after a decision', async () => {
    opportunities = [branca, leak, peak];
    open();
    const decided = await rowOf(/Hidrômetro/);
    decided.getByRole('button', { name: 'Descartar' }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo', hidden: true }), 'É assim mesmo');
    await userEvent.click(dialog.getByRole('button', { name: 'Descartar', hidden: true }));
    await expect.poll(async () => (await rows()).length).toBe(2);
    await expect.poll(() => document.activeElement?.textContent ?? '').toMatch(/^Tirar consumo da ponta/);
  });

  it('sends the meter of a repaired leak, and the day', async () => {
    open();
    await userEvent.click((await rowOf(/Hidrômetro/)).getByRole('button', { name: 'Já fiz' }));
    const dialog = within(screen.getByRole('dialog', { hidden: true }));
    await userEvent.click(dialog.getByRole('button', { name: 'Salvar', hidden: true }));
    expect(api.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      kind: 'leak',
      mac: 'AA:BB:CC:DD:EE:01',
      state: 'done',
      doneOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    // What is to be done is asked anew, and the leak is not among it.
    await expect.poll(async () => (await rows()).length).toBe(1);
  });

  it('shows the progress of the analysis, and continues to request until it is complete', async () => {
    opportunities = [];
    looked = { done: 3, of: 20 };
    // The server looks on until the test has seen how far it was.
    const { promise: hasBeenSeen, resolve: letLookOn } = Promise.withResolvers<void>();
    api.answerWith(async (requested) => {
      if (looked.done === looked.of) await hasBeenSeen;
      return answering(requested);
    });
    open();
    expect(await screen.findByText('3 de 20 estabelecimentos olhados')).toBeDefined();
    letLookOn();
    expect(await screen.findByText(/^Nada a economizar por enquanto/)).toBeDefined();
    expect(screen.queryByText(/estabelecimentos olhados/)).toBeNull();
    expect(api.requests.filter(({ path }) => path === '/api/opportunities')).toHaveLength(2);
    api.answerWith(answering);
  });

  it('shows no buttons to a user who may change nothing', async () => {
    open({ ...aUser, profile: 'client' });
    const row = await rowOf(/Branca/);
    expect(row.queryByRole('button', { name: 'Descartar' })).toBeNull();
  });
});

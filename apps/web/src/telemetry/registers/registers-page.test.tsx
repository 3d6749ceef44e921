import type { AnsweredStep } from '@nascente/contract/telemetry/registers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { RegistersPage } from './registers-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const board = aBoard({ macAddress: MAC, name: 'Quadro' });
const zero: AnsweredStep = {
  register: 'consumedA',
  date: '2026-11-19T15:00:00.000Z',
  raw: 0,
  previous: { date: '2026-11-19T14:00:00.000Z', raw: 1052.5 },
  verdict: 'short-zero',
  increment: 0,
  decision: null,
};
const decided: AnsweredStep = {
  ...zero,
  date: '2026-11-18T15:00:00.000Z',
  raw: 0.3,
  verdict: 'reset',
  increment: 0.3,
  decision: {
    verdict: 'reset',
    reason: 'Placa reiniciada',
    by: 'Ana Lima',
    date: '2026-11-19T16:00:00.000Z',
  },
};

let api: Awaited<ReturnType<typeof startApi>>;
let answer: { status?: number; body: unknown };

const page = (steps: AnsweredStep[], counts = true, next: string | null = null) => ({
  body: { ok: true, counts, steps, next },
});

beforeAll(async () => {
  api = await startApi(({ method, path }) => {
    if (method === 'POST')
      return { body: { ok: true, step: { ...zero, verdict: 'reset' }, difference: -0.7 } };
    if (path.includes('/registers?')) return path.includes('cursor=') ? page([decided]) : answer;
    return { body: { ok: true, board } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  answer = page([zero, decided]);
  startSession('token');
});

const open = (profile: 'user' | 'client' = 'user', query = '') =>
  openScreen(
    [
      {
        path: '/meter/:mac/registers',
        element: (
          <SignedInProvider value={{ ...aUser, profile }}>
            <RegistersPage />
          </SignedInProvider>
        ),
      },
    ],
    `/meter/${MAC}/registers${query}`,
  );

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Passos dos registradores' })).findAllByRole('listitem');

describe('the steps of registers', () => {
  it('register steps show the values before and after, the verdict, and the author of a change', async () => {
    open();
    const [first, second] = await rows();
    expect(first?.textContent).toContain('Consumo, fase A19/11/2026 12:00');
    expect(first?.textContent).toContain('1.052,500 kWh →  passou a 0,000 kWh');
    expect(first?.textContent).toContain('Zero momentâneo');
    expect(second?.textContent).toContain('Conta 0,300 kWh.');
    expect(second?.textContent).toContain('Ana Lima decidiu “Zerado”: Placa reiniciada');
  });

  it('register steps accept a verdict of the owner with a reason, and report the difference', async () => {
    open();
    const user = userEvent.setup();
    await user.click(
      await screen.findByRole('button', { name: /^Mudar veredito de Consumo, fase A, 19\/11/ }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await dialog.findByText('Diga o motivo da mudança.')).toBeDefined();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Veredito' }), 'Zerado');
    expect(dialog.getByText(/recomeçou do zero/)).toBeDefined();
    await user.type(dialog.getByLabelText('Motivo'), 'Placa reiniciada');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    expect(await screen.findByText('Veredito salvo. O total diminuiu 0,700 kWh.')).toBeDefined();
    const [sent] = api.requests.filter(({ method }) => method === 'POST');
    expect(sent?.path).toBe(`/api/board/${encodeURIComponent(MAC)}/registers/consumedA/verdict`);
    expect(sent?.body).toEqual({ date: zero.date, verdict: 'reset', reason: 'Placa reiniciada' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('register steps are read-only for a user who may not change anything', async () => {
    open('client');
    expect(await rows()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Mudar veredito/ })).toBeNull();
  });

  it('register steps load page by page, and the address contains the search', async () => {
    answer = page([zero], true, '123-consumedA');
    const { router } = open('user', '?inicio=2026-11-01&fim=2026-11-20');
    await rows();
    await userEvent.click(await screen.findByRole('button', { name: 'Mostrar mais' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await userEvent.click(screen.getByRole('radio', { name: 'Todos' }));
    expect(router.state.location.search).toBe('?inicio=2026-11-01&fim=2026-11-20&mostrar=todos');
    await waitFor(() =>
      expect(api.requests.at(-1)?.path).toContain('start=2026-11-01&end=2026-11-20&show=all'),
    );
  });

  it('leaves the focus in a day field during typing', async () => {
    open('user', '?inicio=2026-11-01&fim=2026-11-20');
    await rows();
    const first = screen.getByLabelText<HTMLInputElement>('De');
    first.focus();
    fireEvent.change(first, { target: { value: '01/10/2026' } });
    await waitFor(() => expect(api.requests.at(-1)?.path).toContain('start=2026-10-01&end=2026-11-20'));
    expect(document.activeElement).toBe(screen.getByLabelText('De'));
    expect(first.value).toBe('01/10/2026');
  });

  it('distinguishes no unusual steps from a meter without registers', async () => {
    answer = page([], true);
    open();
    expect(await screen.findByText('Nada fora do comum neste período.')).toBeDefined();
    answer = page([], false);
    open();
    expect(await screen.findByText(/envia o consumo pronto/)).toBeDefined();
  });

  it('register steps can be requested again after a failure', async () => {
    answer = { status: 500, body: { ok: false, type: 'error', msg: 'Falhou.' } };
    open();
    const again = await screen.findByRole('button', { name: /Tentar/ });
    answer = page([zero]);
    await userEvent.click(again);
    expect(await rows()).toHaveLength(1);
  });
});

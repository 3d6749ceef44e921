import type { Correction } from '@nascente/contract/energy/corrections';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session-state/session.ts';
import { SignedInProvider } from '../../shared/session-state/signed-in.ts';
import { aBoard } from '../../testing/a-board.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { CorrectionsPage } from './corrections-page.tsx';

const MAC = 'A4:CF:12:00:0B:01';
const board = aBoard({ macAddress: MAC, name: 'Quadro' });
const made: Correction = {
  id: 7,
  start: '2026-11-18T15:00:00.000Z',
  end: '2026-11-18T17:00:00.000Z',
  reason: 'Garra invertida',
  by: 'Ana Lima',
  date: '2026-11-19T12:00:00.000Z',
  amount: 8,
  frames: 24,
  undone: null,
};

let api: Awaited<ReturnType<typeof startApi>>;
let answer: { status?: number; body: unknown };

const listed = (corrections: Correction[]) => ({ body: { ok: true, corrections } });

beforeAll(async () => {
  api = await startApi(({ method, path }) => {
    const effect = { quarters: 8, frames: 24, amount: 8, cost: 4 };
    if (path.includes('/preview')) return { body: { ok: true, effect } };
    if (path.includes('/undo')) return { body: { ok: true, correction: made } };
    if (method === 'POST') return { status: 201, body: { ok: true, correction: made, effect } };
    if (path.includes('/corrections')) return answer;
    return { body: { ok: true, board } };
  });
});
afterAll(() => api.stop());
beforeEach(() => {
  api.requests.length = 0;
  answer = listed([made]);
  startSession('token');
});

const open = (profile: 'user' | 'client' = 'user') =>
  openScreen(
    [
      {
        path: '/meter/:mac/corrections',
        element: (
          <SignedInProvider value={{ ...aUser, profile }}>
            <CorrectionsPage />
          </SignedInProvider>
        ),
      },
    ],
    `/meter/${MAC}/corrections`,
  );

describe('corrections of readings', () => {
  it('corrections show the interval, author and reason, and are undone after a question', async () => {
    open();
    const [row] = await within(await screen.findByRole('list', { name: 'Correções' })).findAllByRole(
      'listitem',
    );
    expect(row?.textContent).toContain('18/11/2026 12:00 a 18/11/2026 14:00');
    expect(row?.textContent).toContain('Ana Lima');
    expect(row?.textContent).toContain('Garra invertida');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /^Desfazer a correção de 18\/11/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desfazer' }));
    expect(await screen.findByText('As leituras do trecho contam de novo.')).toBeDefined();
    expect(api.requests.find(({ method }) => method === 'POST')?.path).toContain('/corrections/7/undo');
  });

  it('corrections preview their effect, in complete quarter-hours of the meter’s clock', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Desconsiderar trecho' }));
    expect(await screen.findByText('Informe o início.')).toBeDefined();
    await user.type(screen.getByLabelText('Início'), '18/11/2026 12:05');
    await user.type(screen.getByLabelText('Fim'), '18/11/2026 13:55');
    expect(await screen.findByText('8,000 kWh')).toBeDefined();
    expect(screen.getByText(/R\$\s4,00/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Desconsiderar trecho' }));
    expect(await screen.findByText('Diga o motivo da correção.')).toBeDefined();
    await user.type(screen.getByLabelText('Motivo'), 'Garra invertida');
    await user.click(screen.getByRole('button', { name: 'Desconsiderar trecho' }));
    await waitFor(() =>
      expect(api.requests.find(({ method }) => method === 'POST')?.body).toEqual({
        start: '2026-11-18T15:00:00.000Z',
        end: '2026-11-18T17:00:00.000Z',
        reason: 'Garra invertida',
      }),
    );
  });

  it('corrections are read-only for a user who may not change anything', async () => {
    open('client');
    await screen.findByText('Garra invertida');
    expect(screen.queryByRole('button', { name: /Desfazer|Desconsiderar/ })).toBeNull();
  });

  it('corrections show an empty list, and can be requested again after a failure', async () => {
    answer = { status: 500, body: { ok: false, type: 'error', msg: 'Falhou.' } };
    open();
    const again = await screen.findByRole('button', { name: /Tentar/ });
    answer = listed([]);
    await userEvent.click(again);
    expect(await screen.findByText(/Nenhuma correção/)).toBeDefined();
  });
});

import type { InventoryBoardDetail } from '@nascente/contract/telemetry/inventory';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { SignedInProvider } from '../../../shared/session-state/signed-in.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import {
  type AnswerWith,
  admin,
  anInventoryApi,
  detail,
  dialog,
  keyed,
  MAC,
  received,
} from '../testing/an-inventory-api.ts';
import { InventoryBoardPage } from './board-page.tsx';

const { answerWith, requests, sent } = anInventoryApi();

const openBoard = (board: InventoryBoardDetail, more: Record<string, AnswerWith> = {}) => {
  answerWith({ [`GET /${encodeURIComponent(MAC)}`]: { body: { ok: true, board } }, ...more });
  return openScreen(
    [
      {
        path: '/boards/:mac',
        element: (
          <SignedInProvider value={admin}>
            <InventoryBoardPage />
          </SignedInProvider>
        ),
      },
      { path: '/boards', element: <h1>Inventário</h1> },
    ],
    `/boards/${MAC}`,
  );
};

describe('the page of a board', () => {
  it('shows connection, past and refusals of a working board, without a change of its traits', async () => {
    openBoard(received);
    expect(await screen.findByText('203.0.113.9')).toBeDefined();
    expect(screen.getByText('MQTT 3.1.1, TLS')).toBeDefined();
    expect(screen.getByText('Rita Souza')).toBeDefined();
    // The clock of the device stands in New York, that of the establishment in Manaus.
    expect(screen.getByText('Conectada desde 20/11/2026 07:00:00')).toBeDefined();
    expect(screen.getByText('02/11/2026 08:00:00 até agora')).toBeDefined();
    expect(screen.getByRole('table', { name: 'Recusas por dia' }).textContent).toContain(
      'A mensagem está vazia.',
    );
    expect(screen.getByText('<img src=x>')).toBeDefined();
    expect(screen.getByText(/não podem mais ser alterados/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Alterar tipo e modelo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remover do inventário' })).toBeNull();
  });

  it('shows when a board exceeded its limit, and that nothing is lost', async () => {
    const { connection } = received;
    openBoard({
      ...received,
      connection: connection && { ...connection, heldBackAt: new Date().toISOString() },
    });
    expect(await screen.findByText('Acima do limite de envio')).toBeDefined();
    expect(screen.getByText(/Atingido pela última vez em .*: as mensagens esperam a vez/)).toBeDefined();
  });

  it('does not show a board as above its limit long afterwards', async () => {
    const { connection } = received;
    openBoard({
      ...received,
      connection: connection && { ...connection, heldBackAt: '2026-11-01T12:00:00Z' },
    });
    expect(await screen.findByText(/Atingido pela última vez em 01\/11\/2026/)).toBeDefined();
    expect(screen.queryByText('Acima do limite de envio')).toBeNull();
  });

  it('shows the credential of the connection', async () => {
    const { connection } = received;
    openBoard({ ...received, connection: connection && { ...connection, bySharedCredential: true } });
    expect(await screen.findByText(/A credencial comum das placas/)).toBeDefined();
    expect(screen.queryByText('A própria chave')).toBeNull();
  });

  it('creates a new key after a question', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar chave' }));
    expect(sent('POST', '/key')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar chave' }));
    expect(await screen.findByText(keyed.key)).toBeDefined();
    expect(sent('POST', '/key')).toHaveLength(1);
  });

  it('creates a new code after a question, with its label', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar código' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar código' }));
    expect(await screen.findByText('AAAAA-AAAAA')).toBeDefined();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(dialog().getByRole('button', { name: 'Imprimir etiqueta' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('releases a board after naming its owner', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Liberar placa' }));
    expect(dialog().getByText(/Padaria \(Forno\), de Rita Souza/)).toBeDefined();
    expect(sent('POST', '/release')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Liberar placa' }));
    expect(await screen.findByText('Placa liberada.')).toBeDefined();
    expect(sent('POST', '/release')).toHaveLength(1);
  });

  it('offers a board in stock a new code, and no release', async () => {
    openBoard(detail);
    expect(await screen.findByRole('button', { name: 'Gerar código' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Liberar placa' })).toBeNull();
  });

  it('changes the traits of a board that never sent a message', async () => {
    openBoard(detail);
    await userEvent.click(await screen.findByRole('button', { name: 'Alterar tipo e modelo' }));
    expect(dialog().getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', true);
    await userEvent.selectOptions(dialog().getByLabelText('Modelo'), 'Trifásico');
    await userEvent.click(dialog().getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requests().find(({ method }) => method === 'PATCH')?.body).toEqual({
      type: 'eletric',
      model: 'tri',
      equipment: 'emd',
    });
  });

  it('removes a board that was never installed after a question', async () => {
    const { router } = openBoard(detail, { [`DELETE /${encodeURIComponent(MAC)}`]: { body: { ok: true } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Remover do inventário' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/boards'));
  });

  it('reports a board that does not exist', async () => {
    const absent = { ok: false, type: 'not-found', msg: 'Placa não encontrada.' };
    openBoard(detail, { [`GET /${encodeURIComponent(MAC)}`]: { status: 404, body: absent } });
    expect(await screen.findByText('Esta placa não está no inventário.')).toBeDefined();
  });
});

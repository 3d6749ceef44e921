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

const { answerWith, asked, sent } = anInventoryApi();

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

describe('a board', () => {
  it('that works tells its connection, its past and its refusals, and keeps what it is', async () => {
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

  it('that sends more than its allowance says when, and that nothing is lost', async () => {
    const { connection } = received;
    openBoard({
      ...received,
      connection: connection && { ...connection, heldBackAt: new Date().toISOString() },
    });
    expect(await screen.findByText('Acima do limite de envio')).toBeDefined();
    expect(screen.getByText(/Atingido pela última vez em .*: as mensagens esperam a vez/)).toBeDefined();
  });

  it('that did so long ago is not above it any more', async () => {
    const { connection } = received;
    openBoard({
      ...received,
      connection: connection && { ...connection, heldBackAt: '2026-11-01T12:00:00Z' },
    });
    expect(await screen.findByText(/Atingido pela última vez em 01\/11\/2026/)).toBeDefined();
    expect(screen.queryByText('Acima do limite de envio')).toBeNull();
  });

  it('says by which credential it came', async () => {
    const { connection } = received;
    openBoard({ ...received, connection: connection && { ...connection, bySharedCredential: true } });
    expect(await screen.findByText(/A credencial comum das placas/)).toBeDefined();
    expect(screen.queryByText('A própria chave')).toBeNull();
  });

  it('gets a new key after a question', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar chave' }));
    expect(sent('POST', '/key')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar chave' }));
    expect(await screen.findByText(keyed.key)).toBeDefined();
    expect(sent('POST', '/key')).toHaveLength(1);
  });

  it('gets a new code after a question, which comes with its label', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Trocar código' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Trocar código' }));
    expect(await screen.findByText('AAAAA-AAAAA')).toBeDefined();
    const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
    await userEvent.click(dialog().getByRole('button', { name: 'Imprimir etiqueta' }));
    expect(print).toHaveBeenCalledOnce();
    print.mockRestore();
  });

  it('is released of whoever has it, who is named first', async () => {
    openBoard(received);
    await userEvent.click(await screen.findByRole('button', { name: 'Liberar placa' }));
    expect(dialog().getByText(/Padaria \(Forno\), de Rita Souza/)).toBeDefined();
    expect(sent('POST', '/release')).toEqual([]);
    await userEvent.click(dialog().getByRole('button', { name: 'Liberar placa' }));
    expect(await screen.findByText('Placa liberada.')).toBeDefined();
    expect(sent('POST', '/release')).toHaveLength(1);
  });

  it('in stock cannot be released, and without a code gets one', async () => {
    openBoard(detail);
    expect(await screen.findByRole('button', { name: 'Gerar código' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Liberar placa' })).toBeNull();
  });

  it('that was never heard is described anew', async () => {
    openBoard(detail);
    await userEvent.click(await screen.findByRole('button', { name: 'Alterar tipo e modelo' }));
    expect(dialog().getByRole('button', { name: 'Salvar' })).toHaveProperty('disabled', true);
    await userEvent.selectOptions(dialog().getByLabelText('Modelo'), 'Trifásico');
    await userEvent.click(dialog().getByRole('button', { name: 'Salvar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked().find(({ method }) => method === 'PATCH')?.body).toEqual({
      type: 'eletric',
      model: 'tri',
      equipment: 'emd',
    });
  });

  it('that was never installed is removed after a question', async () => {
    const { router } = openBoard(detail, { [`DELETE /${encodeURIComponent(MAC)}`]: { body: { ok: true } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Remover do inventário' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Remover' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/boards'));
  });

  it('that is not there says so', async () => {
    const absent = { ok: false, type: 'not-found', msg: 'Placa não encontrada.' };
    openBoard(detail, { [`GET /${encodeURIComponent(MAC)}`]: { status: 404, body: absent } });
    expect(await screen.findByText('Esta placa não está no inventário.')).toBeDefined();
  });
});

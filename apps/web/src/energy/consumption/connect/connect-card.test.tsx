import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { ConnectCard } from './connect-card.tsx';

const mac = 'A4:CF:12:00:0B:01';

it('shows how the board connects, the wait for its first message, and the last refusal', async () => {
  const board = aBoard({ macAddress: mac, lastSeen: null, online: false });
  const connecting = {
    ports: { plain: 1883, tls: 8883 },
    topic: `emd3p/${mac}/message`,
    lastRefusal: { at: '2026-11-13T11:00:00Z', reason: 'empty', explanation: 'A mensagem está vazia.' },
    isMeasured: false,
  };
  openScreen([{ path: '/', element: <ConnectCard board={board} connecting={connecting} /> }], '/');
  expect(await screen.findByText(/Esperando a primeira mensagem\./)).toBeDefined();
  expect(screen.getByText(`emd3p/${mac}/message`)).toBeDefined();
  expect(screen.getByText('8883 (com TLS) ou 1883')).toBeDefined();
  expect(screen.getByText('a chave da placa, entregue com ela')).toBeDefined();
  expect(screen.getByText('Mensagem recusada em 13 nov, 08:00.')).toBeDefined();
  expect(screen.getByText('A mensagem está vazia.')).toBeDefined();
});

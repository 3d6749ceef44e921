import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aBoard } from '../../../testing/a-board.ts';
import { startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { PastCard } from './past-card.tsx';

const board = aBoard({ macAddress: 'AA:BB:CC:DD:EE:FF' });
const stays = [
  {
    id: '2',
    name: 'Forno',
    establishmentId: 'e2',
    establishmentName: 'Loja',
    from: '2026-11-20T12:00:00.000Z',
    until: null,
    boards: [
      { mac: 'AA:BB:CC:DD:EE:FF', from: '2026-11-20T18:00:00.000Z', until: null },
      { mac: 'AA:BB:CC:DD:EE:00', from: '2026-11-20T12:00:00.000Z', until: '2026-11-20T18:00:00.000Z' },
    ],
    total: 0,
    months: [],
  },
  {
    id: '1',
    name: 'Forno',
    establishmentId: 'e1',
    establishmentName: 'Padaria',
    from: '2026-01-01T02:00:00.000Z',
    until: '2026-11-20T12:00:00.000Z',
    boards: [
      { mac: 'AA:BB:CC:DD:EE:00', from: '2026-01-01T02:00:00.000Z', until: '2026-11-20T12:00:00.000Z' },
    ],
    total: 3456.7,
    months: [{ date: '11/2026', total: 1234.5 }],
  },
];

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true, stays } }));
});
afterAll(() => api.stop());

it('shows each place with its dates in the zone of the meter, its boards and its months', async () => {
  openScreen([{ path: '/', element: <PastCard board={board} /> }], '/');
  const [now, before] = await screen
    .findAllByText(/^(Loja|Padaria)$/)
    .then((names) => names.map((name) => within(name.closest('li') ?? document.body)));
  expect(now?.getByText('desde 20/11/2026')).toBeDefined();
  expect(now?.getByText('Placa AA:BB:CC:DD:EE:00, de 20/11/2026 a 20/11/2026')).toBeDefined();
  expect(before?.getByText('de 31/12/2025 a 20/11/2026')).toBeDefined();
  expect(before?.getByText(/^3\.456,7\skWh$/)).toBeDefined();
  expect(before?.getByRole('row', { hidden: true, name: /^11\/2026 1\.234,5\skWh$/ })).toBeDefined();
  expect(before?.queryByText(/^Placa/)).toBeNull();
});

it('reports a failed past and tries again', async () => {
  api.answerWith(() => ({ status: 503, body: { ok: false, type: 'unavailable', msg: 'Fora do ar.' } }));
  openScreen([{ path: '/', element: <PastCard board={board} /> }], '/');
  expect((await screen.findByRole('alert')).textContent).toContain('Fora do ar.');
});

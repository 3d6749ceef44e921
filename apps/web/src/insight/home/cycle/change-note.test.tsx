import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../testing/api-server.ts';
import { openScreen } from '../../../testing/open-screen.tsx';
import { ChangeNote } from './change-note.tsx';

const days = { start: '2026-10-05', end: '2026-11-04', total: 1, consumed: 1, completeness: 1 };
const changes = {
  type: 'eletric',
  previousCycle: { start: '2026-09-05', end: '2026-10-04' },
  nextCycle: null,
  before: days,
  after: days,
  comparedWith: 'outubro',
  taxRules: null,
  difference: 3,
  sentence: 'R$ 3 mais que outubro',
  parts: [],
  meters: [],
  missing: [],
};

let api: Awaited<ReturnType<typeof startApi>>;
let sentence: string | null;
let previousCycle = changes.previousCycle;

beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true, changes: { ...changes, previousCycle, sentence } } }));
});
beforeEach(() => {
  sentence = changes.sentence;
  previousCycle = changes.previousCycle;
});
afterAll(() => api.stop());

const open = (kind: 'eletric' | 'water') =>
  openScreen(
    [
      {
        path: '/home',
        element: (
          <ChangeNote establishmentId="e1" kind={kind}>
            Até agora: o mesmo valor
          </ChangeNote>
        ),
      },
    ],
    '/home',
  );

it('explains why the cycle differs, and leads to the complete comparison', async () => {
  const { unmount } = open('eletric');
  expect(await screen.findByText(/^Até ontem: R\$ 3 mais que outubro\./)).toBeDefined();
  expect(screen.getByRole('link', { name: 'O que mudou' }).getAttribute('href')).toBe('/bill/e1/changes');
  unmount();
  open('water');
  const link = await screen.findByRole('link', { name: 'O que mudou' });
  expect(link.getAttribute('href')).toBe('/bill/e1/changes?tipo=agua');
});

it('describes the last cycle when this one began today', async () => {
  previousCycle = days;
  open('eletric');
  expect(await screen.findByText(/^No ciclo passado: R\$ 3/)).toBeDefined();
});

it('shows its content without a comparison of bills', async () => {
  sentence = null;
  open('eletric');
  expect(await screen.findByText('Até agora: o mesmo valor')).toBeDefined();
  expect(screen.queryByRole('link')).toBeNull();
});

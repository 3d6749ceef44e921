import type { Shown } from '@nascente/contract/shared-links';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi } from '../../testing/api-server.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { SharedPage } from './shared-page.tsx';

const report: Shown = {
  kind: 'report',
  name: 'Para o contador',
  establishmentName: 'Padaria Aurora',
  type: 'eletric',
  zone: 'America/Sao_Paulo',
  shownAt: '2026-11-13T15:00:00Z',
  expiresOn: '2026-11-20',
  cycle: null,
  flow: null,
  wall: null,
  report: { start: '2026-09-05', end: '2026-10-04' },
  curves: null,
};
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  api = await startApi(() => ({ body: { ok: true, shown: report } }));
});
afterAll(() => api.stop());

it('says of which days a shared report is, before it is downloaded', async () => {
  openScreen([{ path: '/shared/:token', Component: SharedPage }], '/shared/nsl_x');
  expect(await screen.findByText('5 set – 4 out')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Baixar PDF' })).toBeDefined();
});

import type { Shown } from '@nascente/contract/connections/shared-links';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCycle } from '../../testing/a-cycle.ts';
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

it('shows the days of a shared report before its download', async () => {
  openScreen([{ path: '/shared/:token', Component: SharedPage }], '/shared/nsl_x');
  expect(await screen.findByText('5 set – 4 out')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Baixar PDF' })).toBeDefined();
});

it('shows the formula of the daily average beside the forecast of a shared cycle', async () => {
  api.answerWith(() => ({
    body: { ok: true, shown: { ...report, kind: 'cycle', report: null, cycle: aCycle } },
  }));
  openScreen([{ path: '/shared/:token', Component: SharedPage }], '/shared/nsl_cycle');
  expect(await screen.findByText(/previsto para o fim R\$\s3\.214/)).toBeDefined();
  expect(screen.getByText(/Pela média diária: R\$\s108,17 × 30 dias = R\$\s3\.245\./)).toBeDefined();
});

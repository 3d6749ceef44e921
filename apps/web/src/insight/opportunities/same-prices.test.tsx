import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOpportunity } from '../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { OpportunitiesPage } from './opportunities-page.tsx';
import { asOne } from './same-prices.ts';

const oldPricesAt = (name: string, tariff: string, change: number | null = null) =>
  anOpportunity('old-prices', {
    establishment: { _id: `id-of-${name}`, name, zone: 'America/Sao_Paulo' },
    ...(change === null && { low: null, high: null }),
    perYear: change === null ? null : Math.abs(change),
    prices: {
      tariff: { _id: tariff, name: `Distribuidora ${tariff}` },
      validFrom: '2025-04-29',
      validUntil: null,
      newer: change === null ? null : { _id: 'new', name: 'Nova', validFrom: '2026-04-29' },
      change,
    },
    evidence: [{ date: '2026-08-01', now: 700, instead: 700 }],
  });
const opportunities = [
  oldPricesAt('Padaria', 'B3'),
  oldPricesAt('Fábrica', 'A4'),
  oldPricesAt('Galeria', 'B3'),
];

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi(({ method }) => ({
    body:
      method === 'POST' ? { ok: true } : { ok: true, opportunities, perYear: 0, looked: { done: 3, of: 3 } },
  }));
});
afterAll(() => api.stop());

it('groups old prices of one tariff in one row with its establishments, and decides for all', async () => {
  openSignedIn(aUser, OpportunitiesPage, { route: '/opportunities', at: '/opportunities' });
  const list = await screen.findByRole('list', { name: 'Oportunidades' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  const [first] = within(list).getAllByRole('listitem');
  if (first === undefined) throw new Error('no row');
  const row = within(first);
  expect(row.getByText('Padaria e Galeria')).toBeDefined();
  expect(row.getByRole('link', { name: 'Ver a fatura: Galeria' }).getAttribute('href')).toBe(
    '/bill/id-of-Galeria',
  );
  await userEvent.click(row.getByRole('button', { name: /Ver o que foi medido/ }));
  expect(row.getAllByRole('figure')).toHaveLength(2);
  await userEvent.click(row.getByRole('button', { name: 'Vou fazer' }));
  await expect
    .poll(() => api.requests.filter(({ method }) => method === 'POST').map(({ path }) => path))
    .toEqual([
      '/api/establishment/id-of-Padaria/opportunity',
      '/api/establishment/id-of-Galeria/opportunity',
    ]);
});

it('sums the change of several establishments, and shows it as unknown when one is', () => {
  const [dearer, cheaper] = [oldPricesAt('Padaria', 'B3', 200), oldPricesAt('Galeria', 'B3', -50)];
  expect(asOne([dearer, cheaper])).toMatchObject({ perYear: 150, prices: { change: 150 } });
  expect(asOne([dearer, oldPricesAt('Loja', 'B3')])).toMatchObject({ perYear: null, low: null });
});

import type { Opportunities } from '@nascente/contract/insight/opportunities';
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOpportunity } from '../../../testing/an-opportunity.ts';
import { aUser, startApi } from '../../../testing/api-server.ts';
import { openSignedIn } from '../../../testing/open-signed-in.tsx';
import { OpportunitiesCard } from './opportunities-card.tsx';

const sumOf = (perYear: number, done: number): Opportunities => ({
  ok: true,
  opportunities: [anOpportunity('modality')],
  perYear,
  looked: { done, of: 4 },
});

let all: PromiseWithResolvers<void>;
let isFirst: boolean;
let perYear: number;
let api: Awaited<ReturnType<typeof startApi>>;
beforeEach(() => {
  all = Promise.withResolvers<void>();
  [isFirst, perYear] = [true, 11_573];
});
beforeAll(async () => {
  api = await startApi(async () => {
    if (isFirst) {
      isFirst = false;
      return { body: sumOf(7682, 3) };
    }
    await all.promise;
    return { body: sumOf(perYear, 4) };
  });
});
afterAll(() => api.stop());

it('shows how many establishments the sum includes until all are analysed', async () => {
  openSignedIn(aUser, OpportunitiesCard, { route: '/home', at: '/home' });
  expect(await screen.findByText(/^R\$\s7\.682 por ano em 3 de 4 estabelecimentos$/)).toBeDefined();
  all.resolve();
  expect(await screen.findByText(/^R\$\s11\.573 por ano$/)).toBeDefined();
});

it('shows no sum when no saving has an amount', async () => {
  [isFirst, perYear] = [false, 0];
  all.resolve();
  openSignedIn(aUser, OpportunitiesCard, { route: '/home', at: '/home' });
  expect(await screen.findByRole('heading', { name: 'Oportunidades' })).toBeDefined();
  expect(screen.queryByText(/^R\$\s0 por ano/)).toBeNull();
});

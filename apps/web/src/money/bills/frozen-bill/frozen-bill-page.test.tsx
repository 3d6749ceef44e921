import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anAnsweringApi } from '../../../testing/answering-api.ts';
import { refused } from '../../../testing/signed-in-api.ts';
import { answering, openBillPage } from '../testing/open-bill.tsx';
import { FrozenBillPage } from './frozen-bill-page.tsx';

anAnsweringApi(
  answering({
    'GET /api/establishment/e1/bills/999': () => refused(404, 'not-found', 'Fatura não encontrada.'),
  }),
);

it('leads from a missing closed bill to the bills of its establishment', async () => {
  openBillPage(FrozenBillPage, '/bill/:id/kept/:billId', '/bill/e1/kept/999');
  expect(await screen.findByText('Fatura não encontrada.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Ver faturas' }).getAttribute('href')).toBe('/bill/e1');
});

import type { Apportionment } from '@nascente/contract/money/apportionment';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aUser } from '../../testing/api-server.ts';
import { openSignedIn } from '../../testing/open-signed-in.tsx';
import { refused } from '../../testing/signed-in-api.ts';
import { ApportionmentPage } from './apportionment-page.tsx';
import { aGroupsApi, oven } from './testing/a-groups-api.ts';

const shared: Apportionment = {
  type: 'eletric',
  by: 'meters',
  establishmentName: 'Padaria Aurora',
  start: '2026-11-01',
  end: '2026-11-13',
  previousCycle: { start: '2026-10-01', end: '2026-10-31' },
  nextCycle: null,
  total: 1000,
  source: 'bill',
  computedTotal: 1000,
  fixed: 140,
  consumed: 100,
  completeness: 1,
  parts: [
    {
      kind: 'meter',
      id: '1',
      name: 'Forno; "novo"',
      macAddress: oven.macAddress,
      total: 80,
      share: 0.8,
      energy: 700,
      amount: 720,
      completeness: 1,
    },
  ],
  rest: {
    unmeasured: 20,
    share: 0.2,
    energy: 160,
    unmeasuredAmount: 180,
    fixed: 100,
    unshared: 0,
    amount: 280,
  },
  notes: ['Falta a bandeira de 11/2026.'],
};

const APPORTIONMENT = '/api/establishment/e1/apportionment';
const { answering, requests } = aGroupsApi({
  'GET /api/establishment/e1/apportionment': { body: { ok: true, apportionment: shared } },
});
const paths = () => requests().map(({ path }) => path);
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

describe('the sharing of a bill', () => {
  const openSharing = () =>
    openSignedIn(aUser, ApportionmentPage, { route: '/apportionment/:id', at: '/apportionment/e1' });

  it('shows the parts, and the composition of the rest', async () => {
    openSharing();
    const texts = (await rows('Rateio')).map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(
      /Forno; "novo".*R\$\s700,00 de energia e R\$\s20,00 de itens rateados.*80,0%.*R\$\s720,00.*80,0\skWh/,
    );
    expect(texts[1]).toMatch(
      /Restante.*20,0\skWh sem medidor próprio · R\$\s100,00 de itens fixos que não são rateados.*R\$\s280,00/,
    );
    expect(screen.getByText('Falta a bandeira de 11/2026.')).toBeDefined();
  });

  it('offers no division for a missing establishment', async () => {
    answering({
      'GET /api/establishment/e1/apportionment': refused(404, 'not-found', 'Estabelecimento não encontrado.'),
    });
    openSharing();
    expect(await screen.findByText('Estabelecimento não encontrado.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Como dividir' })).toBeNull());
    expect(screen.queryByRole('group', { name: 'O que é rateado' })).toBeNull();
  });

  it('requests groups, and a typed total once it is a valid amount', async () => {
    const user = userEvent.setup();
    openSharing();
    await rows('Rateio');
    await user.click(screen.getByRole('radio', { name: 'Por grupo' }));
    await user.type(screen.getByLabelText('Total da fatura (R$)'), '1.234,5');
    await waitFor(() => expect(paths()).toContain(`${APPORTIONMENT}?type=eletric&by=groups&total=1234.5`));
    await user.type(screen.getByLabelText('Total da fatura (R$)'), 'x');
    expect(await screen.findByText('Digite um valor em reais, como 1.234,56.')).toBeDefined();
  });

  it('does not use the typed total of energy for water', async () => {
    const user = userEvent.setup();
    openSharing();
    await rows('Rateio');
    await user.type(screen.getByLabelText('Total da fatura (R$)'), '1234');
    await waitFor(() => expect(paths()).toContain(`${APPORTIONMENT}?type=eletric&by=meters&total=1234`));
    await user.click(screen.getByRole('radio', { name: 'Água' }));
    await waitFor(() => expect(paths()).toContain(`${APPORTIONMENT}?type=water&by=meters`));
    expect(paths().filter((path) => path.includes('type=water&by=meters&total'))).toEqual([]);
    expect(screen.getByLabelText<HTMLInputElement>('Total da fatura (R$)').value).toBe('');
  });
});

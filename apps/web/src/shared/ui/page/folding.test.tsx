import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Card } from '../marks/card.tsx';
import { Foldable, FoldingPage, useUnfold } from './folding.tsx';

const Lead = () => {
  const unfold = useUnfold();
  return (
    <button type="button" onClick={() => unfold('day')}>
      Ir ao dia
    </button>
  );
};

const open = (account: string) =>
  render(
    <FoldingPage name={`meter.${account}`}>
      <Lead />
      <Foldable name="day">
        <Card title="Dia" qualifier="hoje" action={<a href="/history">Histórico</a>}>
          <p>12,3 kWh</p>
        </Card>
      </Foldable>
      <Card title="Conta">
        <p>R$ 10,00</p>
      </Card>
    </FoldingPage>,
  );
const again = (account: string, { unmount }: ReturnType<typeof open>) => {
  unmount();
  return open(account);
};

beforeEach(() => localStorage.clear());

it('folds a card to its heading, and opens it again', async () => {
  const user = userEvent.setup();
  open('ana');
  const button = screen.getByRole('button', { name: 'Dobrar Dia', expanded: true });
  await user.click(button);
  expect(screen.getByRole('region', { name: 'Dia' })).toBeDefined();
  for (const text of ['12,3 kWh', 'hoje', 'Histórico']) expect(screen.queryByText(text)).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.getByText('12,3 kWh')).toBeDefined();
});

it('remembers the folded cards of each account', async () => {
  const user = userEvent.setup();
  const first = open('ana');
  await user.click(screen.getByRole('button', { name: 'Dobrar Dia' }));
  const second = again('ana', first);
  expect(screen.queryByText('12,3 kWh')).toBeNull();
  const other = again('rui', second);
  expect(screen.getByText('12,3 kWh')).toBeDefined();
  again('ana', other);
  await user.click(screen.getByRole('button', { name: 'Abrir Dia', expanded: false }));
  expect(localStorage).toHaveLength(0);
});

it('opens a card to which a link leads', async () => {
  const user = userEvent.setup();
  open('ana');
  await user.click(screen.getByRole('button', { name: 'Dobrar Dia' }));
  await user.click(screen.getByRole('button', { name: 'Ir ao dia' }));
  expect(screen.getByText('12,3 kWh')).toBeDefined();
});

it('offers no folding for a card without a name', () => {
  open('ana');
  expect(screen.queryByRole('button', { name: /Conta/ })).toBeNull();
});

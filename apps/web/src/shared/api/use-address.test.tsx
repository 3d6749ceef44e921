import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { useAddress } from './use-address.ts';

type Change = ReturnType<typeof useAddress>[1];

let change: Change = () => undefined;

const Shown = () => {
  const [address, ask] = useAddress();
  change = ask;
  return <p>{`?${address}`}</p>;
};

const openAt = (at: string) => {
  const router = createMemoryRouter([{ path: '*', element: <Shown /> }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  return router;
};

it('loses none of two changes that happen before the first is shown', async () => {
  openAt('/?pagina=2');
  act(() => {
    change({ busca: 'zé', pagina: null });
    change({ perfil: 'Manager' });
    change((current) => ({ busca: `${current.get('busca')}!` }));
  });
  expect(await screen.findByText('?busca=z%C3%A9%21&perfil=Manager')).toBeDefined();
});

it('starts from the present address after a navigation', async () => {
  const router = openAt('/?busca=a');
  act(() => change({ busca: 'b' }));
  await screen.findByText('?busca=b');
  await act(() => router.navigate('/?busca=c'));
  act(() => change({ perfil: 'user' }));
  expect(await screen.findByText('?busca=c&perfil=user')).toBeDefined();
});

it('adds to the browser history only on request', async () => {
  const router = openAt('/');
  act(() => change({ inicio: '2026-11-05' }, { isStep: true }));
  await screen.findByText('?inicio=2026-11-05');
  act(() => change({ fim: '2026-12-04' }));
  await screen.findByText('?inicio=2026-11-05&fim=2026-12-04');
  await act(() => router.navigate(-1));
  expect(await screen.findByText('?')).toBeDefined();
});

import type { User } from '@nascente/contract/people/session';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Outlet, type RouteObject } from 'react-router';
import { SignedInProvider, signedInQuery } from '../shared/session-state/signed-in.ts';
import { openScreen } from './open-screen.tsx';

/** An address, or the place of an address in the app where the screen reads something from it. */
type Where = string | { readonly route: string; readonly at: string };

/** Opens a screen as somebody who is signed in, with Home and an empty screen beside it to go to. */
export const openSignedIn = (
  user: User,
  Screen: ComponentType,
  where: Where,
  beside: readonly RouteObject[] = [],
) => {
  const Somebody = () => {
    const { data } = useQuery({ ...signedInQuery, initialData: user });
    return (
      <SignedInProvider value={data}>
        <Outlet />
      </SignedInProvider>
    );
  };
  const { route, at } = typeof where === 'string' ? { route: where, at: where } : where;
  const [path = '/'] = route.split('?');
  const children = [
    { path, Component: Screen },
    { path: '/home', element: <h1>Início</h1> },
    { path: '/elsewhere', element: <h1>Outra tela</h1> },
    ...beside,
  ];
  return openScreen([{ Component: Somebody, children }], at);
};

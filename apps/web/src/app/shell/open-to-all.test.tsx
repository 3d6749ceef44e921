import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { endSession } from '../../shared/session-state/session.ts';
import { openScreen } from '../../testing/open-screen.tsx';
import { Shell } from './shell.tsx';

const open = (at: string) =>
  openScreen(
    [
      {
        Component: Shell,
        children: [
          { path: '/help', element: <h1>Ajuda</h1> },
          { path: '/home', element: <h1>Início</h1> },
        ],
      },
      { path: '/login', element: <h1>Bem vindo!</h1> },
    ],
    at,
  );

it('shows help with a sign-in link to an unauthenticated client, and nothing else', async () => {
  endSession('logout');
  const first = open('/help');
  expect(await screen.findByRole('heading', { name: 'Ajuda' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login');
  expect(screen.getByRole('link', { name: 'Criar conta' }).getAttribute('href')).toBe('/signup');
  expect(screen.queryByRole('navigation', { name: 'Principal' })).toBeNull();
  first.unmount();
  open('/home');
  expect(await screen.findByRole('heading', { name: 'Bem vindo!' })).toBeDefined();
});

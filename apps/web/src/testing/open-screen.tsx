import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { Providers } from '../app/providers.tsx';
import { openClient } from './opened-clients.ts';

/** Opens a path of the given routes as the app would, with server state of its own. */
export const openScreen = (routes: RouteObject[], path: string) => {
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  const { unmount } = render(
    <Providers>
      <QueryClientProvider client={openClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Providers>,
  );
  return { router, unmount };
};

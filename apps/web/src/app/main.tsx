import './theme/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { takeTokenFromAddress } from '../shared/session.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { followNewVersions } from './service-worker.ts';

const place = document.getElementById('root');
if (!place) throw new Error('index.html has no #root');

const ENTRANCES = ['/', '/login'];
if (takeTokenFromAddress() && ENTRANCES.includes(window.location.pathname)) {
  window.history.replaceState(null, '', '/home');
}

createRoot(place).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
);

followNewVersions();

import './theme/styles.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { landingState } from '../shared/session-state/landing.ts';
import { isRemembered, sessionToken, takeTokenFromAddress } from '../shared/session-state/session.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { followNewVersions } from './service-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const ENTRANCES = ['/', '/login'];
const isHandedOver = takeTokenFromAddress();
// A stored session need not load the login only to leave it.
const passesLogin = isHandedOver || (sessionToken() !== null && isRemembered());
if (passesLogin && ENTRANCES.includes(window.location.pathname)) {
  window.history.replaceState({ usr: landingState('/home') }, '', '/home');
}

/** As a transition, React renders in slices of some milliseconds: the page stays responsive between them. */
const draw = (router: ReturnType<typeof createAppRouter>) =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  );

/** Style sheets that index.html requested without blocking. A failed sheet must not hide the application. */
const sheetsReady = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
      .filter(({ sheet }) => sheet === null)
      .map((link) => new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }))),
  );

const firstScreen = (router: ReturnType<typeof createAppRouter>) =>
  new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });

/** The markup of index.html stays until the first screen replaces it. */
const drawWhenReady = async () => {
  const router = createAppRouter();
  await Promise.all([firstScreen(router), sheetsReady()]);
  draw(router);
};

// Evaluating the program is one long task, so the first screen starts in another one.
setTimeout(() => void drawWhenReady().finally(followNewVersions));

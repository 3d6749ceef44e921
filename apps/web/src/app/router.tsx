import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { RootFailure, ScreenFailure } from './root-failure.tsx';
import { meterAliases, screens } from './screens.ts';

const lazily = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

const loadLogin = async () => (await import('../people/session/login-page.tsx')).LoginPage;
const loadNotFound = async () => (await import('../operations/not-found/not-found-page.tsx')).NotFoundPage;
const loadShell = async () => (await import('./shell/shell.tsx')).Shell;

/** The first route is on its way; the page keeps its background until then. */
const Nothing = () => null;

const ToMeter = () => {
  const { search } = useLocation();
  return <Navigate to={{ pathname: `/meter/${useParams().mac ?? ''}`, search }} replace />;
};

const routes: RouteObject[] = [
  { path: '/', lazy: lazily(loadLogin) },
  { path: '/login', lazy: lazily(loadLogin) },
  {
    path: '/signup',
    lazy: lazily(async () => (await import('../people/sign-up/sign-up-page.tsx')).SignUpPage),
  },
  {
    path: '/recovery-password',
    lazy: lazily(
      async () => (await import('../people/recovery/recovery-request-page.tsx')).RecoveryRequestPage,
    ),
  },
  {
    path: '/recovery/:token',
    lazy: lazily(async () => (await import('../people/recovery/new-password-page.tsx')).NewPasswordPage),
  },
  {
    path: '/invitation/:token',
    lazy: lazily(
      async () => (await import('../sites/client-users/invitation/invitation-page.tsx')).InvitationPage,
    ),
  },
  {
    path: '/unrecognized/:token',
    lazy: lazily(async () => (await import('../people/recovery/unrecognized-page.tsx')).UnrecognizedPage),
  },
  {
    path: '/shared/:token',
    lazy: lazily(async () => (await import('../connections/shared-links/shared-page.tsx')).SharedPage),
  },
  {
    path: '/tv/:token',
    lazy: lazily(async () => (await import('../connections/shared-links/wall-page.tsx')).WallPage),
  },
  {
    path: '/legal',
    lazy: lazily(async () => (await import('../people/consents/legal-page.tsx')).LegalPage),
  },
  {
    path: '/sobre',
    lazy: lazily(async () => (await import('../operations/about/about-page.tsx')).AboutPage),
  },
  ...meterAliases.map((path) => ({ path, Component: ToMeter })),
  {
    lazy: lazily(loadShell),
    children: [
      {
        // Not on the screens themselves: of one that could not be loaded, the router would draw nothing at all.
        ErrorBoundary: ScreenFailure,
        children: screens.map(({ path, load }) => ({ path, lazy: lazily(load) })),
      },
    ],
  },
  { path: '*', lazy: lazily(loadNotFound) },
];

/** Every route of the app; the screens inside the shell come from the one table that the drawer comes from. */
export const createAppRouter = () =>
  createBrowserRouter([{ ErrorBoundary: RootFailure, HydrateFallback: Nothing, children: routes }]);

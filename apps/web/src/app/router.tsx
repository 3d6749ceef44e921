import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { RootFailure, ScreenFailure } from './root-failure.tsx';
import { meterAliases, screens } from './screens.ts';

const lazily = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

const loadLogin = async () => (await import('../features/login/login-page.tsx')).LoginPage;
const loadNotFound = async () => (await import('../features/not-found/not-found-page.tsx')).NotFoundPage;
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
    lazy: lazily(async () => (await import('../features/sign-up/sign-up-page.tsx')).SignUpPage),
  },
  {
    path: '/recovery-password',
    lazy: lazily(
      async () => (await import('../features/recovery/recovery-request-page.tsx')).RecoveryRequestPage,
    ),
  },
  {
    path: '/recovery/:token',
    lazy: lazily(async () => (await import('../features/recovery/new-password-page.tsx')).NewPasswordPage),
  },
  {
    path: '/invitation/:token',
    lazy: lazily(async () => (await import('../features/invitation/invitation-page.tsx')).InvitationPage),
  },
  {
    path: '/unrecognized/:token',
    lazy: lazily(
      async () => (await import('../features/unrecognized/unrecognized-page.tsx')).UnrecognizedPage,
    ),
  },
  {
    path: '/shared/:token',
    lazy: lazily(async () => (await import('../features/shared-view/shared-page.tsx')).SharedPage),
  },
  {
    path: '/tv/:token',
    lazy: lazily(async () => (await import('../features/wall/wall-page.tsx')).WallPage),
  },
  {
    path: '/legal',
    lazy: lazily(async () => (await import('../features/legal/legal-page.tsx')).LegalPage),
  },
  {
    path: '/sobre',
    lazy: lazily(async () => (await import('../features/about/about-page.tsx')).AboutPage),
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

import { type ComponentType, useEffect } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router';
import { Logo } from '../shared/ui/page/logo.tsx';
import styles from './root-failure.module.css';
import { meterAliases, screens } from './screens.ts';

const reload = (): void => window.location.reload();

/** Loads a missing part of the application when there is a network again. */
const useGoingOn = (isOffline: boolean): void => {
  useEffect(() => {
    if (!isOffline) return;
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
};

const Failure = ({ as: Part }: { as: 'main' | 'section' }) => {
  const isOffline = !navigator.onLine;
  useGoingOn(isOffline);
  return (
    <Part className={styles.failure}>
      <Logo size={40} />
      <h1>{isOffline ? 'Sem conexão com a internet' : 'Algo inesperado aconteceu.'}</h1>
      <p>
        {isOffline
          ? 'Esta tela ainda não foi aberta neste aparelho. Ela abre sozinha quando a conexão voltar.'
          : 'Recarregue a página. Se continuar, verifique a sua conexão e tente novamente mais tarde.'}
      </p>
      <div className={styles.actions}>
        <button type="button" onClick={reload}>
          Recarregar
        </button>
        <a href="/home">Ir para o início</a>
      </div>
    </Part>
  );
};

/** The failure of one screen; the layout around it stays. */
const ScreenFailure = () => <Failure as="section" />;

/** The last resort, outside the layout. */
const RootFailure = () => <Failure as="main" />;

const lazily = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

const loadLogin = async () => (await import('../people/session/login-page.tsx')).LoginPage;
const loadNotFound = async () => (await import('../operations/not-found/not-found-page.tsx')).NotFoundPage;
const loadShell = async () => (await import('./shell/shell.tsx')).Shell;

const NoData = () => null;

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
        // Not on the screens themselves: the router would render nothing for a screen that failed to load.
        ErrorBoundary: ScreenFailure,
        children: screens.map(({ path, load }) => ({ path, lazy: lazily(load) })),
      },
    ],
  },
  { path: '*', lazy: lazily(loadNotFound) },
];

export const createAppRouter = () =>
  createBrowserRouter([{ ErrorBoundary: RootFailure, HydrateFallback: NoData, children: routes }]);

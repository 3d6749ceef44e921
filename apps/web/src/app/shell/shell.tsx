import { useMediaQuery } from '@mantine/hooks';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useTutorial } from '../../operations/tutorial/use-tutorial.ts';
import { ScreenExistsProvider } from '../../shared/screen-paths.tsx';
import { isLanding } from '../../shared/session-state/landing.ts';
import { endNoticesOfOthers } from '../../shared/session-state/notices-here.ts';
import {
  endSession,
  lastSessionEnd,
  useOfferedToken,
  useSession,
} from '../../shared/session-state/session.ts';
import { isServerDown, SignedInProvider, signedInQuery } from '../../shared/session-state/signed-in.ts';
import { wanting } from '../../shared/session-state/wanted-address.ts';
import { OpenTourProvider } from '../../shared/tour-of-part.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { PlaceBar } from '../places/place-bar.tsx';
import { placesFor } from '../places/places.ts';
import { TabsOfPlace } from '../places/tabs-of-place.tsx';
import { queryClient } from '../query-client.ts';
import { screenExists } from '../screen-exists.ts';
import { UpdatePrompt } from '../update-prompt.tsx';
import { AskedProof } from './asked-proof.tsx';
import { Drawer } from './drawer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { isOpenToAll } from './open-to-all.ts';
import styles from './shell.module.css';
import { ShellSkeleton } from './shell-skeleton.tsx';
import { TopBar } from './top-bar.tsx';
import { TourOffer } from './tour-offer.tsx';
import { useBrand } from './use-brand.ts';
import { useGoingOn } from './use-going-on.ts';
import { useReachability } from './use-reachability.ts';
import { useScrollBack } from './use-scroll-back.ts';

/** Wider than spec.md's desktop threshold of 700 px. */
const WIDE = '(min-width: 700.02px)';

/** Open by default on wide windows; on a phone it closes after each choice. */
const useDrawer = (pathname: string) => {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false }) === true;
  const [isOpen, setOpen] = useState(isWide);
  useEffect(() => setOpen(isWide), [isWide]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of address is what closes it
  useEffect(() => {
    if (!isWide) setOpen(false);
  }, [pathname]);
  return { isWide, isOpen, setOpen };
};

/** The names of all screens' files, which Home does not wait for, are there before somebody goes on from it. */
const useScreensAhead = () => {
  useEffect(() => {
    const timer = setTimeout(() => void import('../screen-loaders.ts').catch(() => undefined), 1_000);
    return () => clearTimeout(timer);
  }, []);
};

/** A new screen is read from its beginning, also by those who hear it; the first one is left as it loads. */
const useFocusOnNewScreen = (pathname: string) => {
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

/** Hardly ever needed. */
const OfferedSession = lazy(async () => ({
  default: (await import('./offered-session.tsx')).OfferedSession,
}));

/** In front of the app, with the way in. */
const OpenToAll = () => (
  <EntranceFrame isWide>
    <div className={styles.open}>
      <Outlet />
      <p className={styles.way}>
        <Link to="/login">Entrar</Link> <Link to="/signup">Criar conta</Link>
      </p>
    </div>
  </EntranceFrame>
);

const SignedInShell = () => {
  const offered = useOfferedToken();
  const { pathname, state } = useLocation();
  const { isWide, isOpen, setOpen } = useDrawer(pathname);
  const main = useFocusOnNewScreen(pathname);
  const openTutorial = useTutorial(pathname);
  useScreensAhead();
  useScrollBack();
  const signedIn = useQuery(signedInQuery);
  useBrand(signedIn.data?.brand);
  const accountId = signedIn.data?._id;
  useEffect(() => {
    if (accountId !== undefined) endNoticesOfOthers(accountId);
  }, [accountId]);
  const isGivenUp = signedIn.data === undefined && isServerDown(signedIn.error) && !isOpenToAll(pathname);
  useEffect(() => {
    if (isGivenUp) endSession('failed-token');
  }, [isGivenUp]);
  // A query that waits for its next attempt ignores a refetch until it is cancelled.
  const retryAtOnce = async () => {
    await queryClient.cancelQueries({ queryKey: signedInQuery.queryKey });
    await signedIn.refetch();
  };
  const reach = useReachability();
  useGoingOn(reach);

  if (signedIn.data === undefined) {
    if (signedIn.isError && isOpenToAll(pathname)) return <OpenToAll />;
    if (signedIn.failureReason === null || isGivenUp) return <ShellSkeleton />;
    return (
      <main className={styles.alone}>
        <Logo size={40} />
        <ErrorState failure={signedIn.failureReason} onRetry={retryAtOnce} />
      </main>
    );
  }
  const operation = placesFor(signedIn.data.profile).find(({ name }) => name === 'operation');
  if (operation !== undefined && isLanding(state)) return <Navigate to={operation.to} replace />;
  return (
    <SignedInProvider value={signedIn.data}>
      <a className={styles.skip} href="#conteudo">
        Ir para o conteúdo
      </a>
      <div className={styles.shell}>
        <Drawer
          isWide={isWide}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          onTutorial={() => openTutorial()}
        />
        <div className={styles.body}>
          <TopBar isDrawerOpen={isOpen} onToggleDrawer={() => setOpen(!isOpen)} />
          <OfflineBanner reach={reach} />
          <TabsOfPlace />
          <main id="conteudo" ref={main} tabIndex={-1} className={styles.main} data-reach={reach}>
            <ScreenExistsProvider value={screenExists}>
              <OpenTourProvider value={openTutorial}>
                <Outlet />
                <TourOffer pathname={pathname} onOpen={() => openTutorial()} />
              </OpenTourProvider>
            </ScreenExistsProvider>
          </main>
        </div>
      </div>
      <PlaceBar />
      <UpdatePrompt />
      <AskedProof />
      {offered !== null && (
        <Suspense>
          <OfferedSession token={offered} />
        </Suspense>
      )}
      <ScrollRestoration />
    </SignedInProvider>
  );
};

/** Whoever signs out leaves nothing for the next person to come to. */
const isLeft = (): boolean => ['logout', 'elsewhere'].includes(lastSessionEnd() ?? '');

/** Top bar, drawer and the screen; without a stored token, the login screen instead. */
export const Shell = () => {
  const session = useSession();
  const location = useLocation();
  if (session === null && isOpenToAll(location.pathname)) return <OpenToAll />;
  if (session === null) return <Navigate to="/login" replace state={isLeft() ? null : wanting(location)} />;
  return (
    <QueryClientProvider client={queryClient}>
      <SignedInShell key={session} />
    </QueryClientProvider>
  );
};

import { useMediaQuery } from '@mantine/hooks';
import type { User } from '@nascente/contract/people/session';
import { type Query, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation } from 'react-router';
import { automaticTargets, toursAt } from '../../operations/tutorial/tour-names.ts';
import { useTutorial } from '../../operations/tutorial/use-tutorial.ts';
import type { ApiFailure } from '../../shared/api/api-failure.ts';
import { wearBrand } from '../../shared/brand-on-screen.ts';
import { ScreenExistsProvider } from '../../shared/screen-paths.tsx';
import { onProofNeeded } from '../../shared/session-state/ask-proof.ts';
import { isLanding } from '../../shared/session-state/landing.ts';
import { writePreference } from '../../shared/session-state/local-preference.ts';
import { endNoticesOfOthers } from '../../shared/session-state/notices-here.ts';
import {
  endSession,
  lastSessionEnd,
  useOfferedToken,
  useSession,
} from '../../shared/session-state/session.ts';
import {
  isServerDown,
  SignedInProvider,
  signedInQuery,
  useUser,
} from '../../shared/session-state/signed-in.ts';
import { wanting } from '../../shared/session-state/wanted-address.ts';
import { OpenTourProvider } from '../../shared/tour-of-part.tsx';
import { Icon } from '../../shared/ui/marks/icon.tsx';
import { EntranceFrame } from '../../shared/ui/page/entrance-frame.tsx';
import { ErrorState } from '../../shared/ui/page/error-state.tsx';
import { Logo } from '../../shared/ui/page/logo.tsx';
import { Loading, SkeletonBlock, SkeletonLine } from '../../shared/ui/page/skeleton.tsx';
import placesClasses from '../places/places.module.css';
import { barPlacesFor, placeAt, placesFor } from '../places/places.ts';
import { TabsOfPlace } from '../places/tabs-of-place.tsx';
import { queryClient } from '../query-client.ts';
import { screenExists } from '../screen-exists.ts';
import { UpdatePrompt } from '../update-prompt.tsx';
import { Drawer } from './drawer.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import styles from './shell.module.css';
import shellSkeletonClasses from './shell-skeleton.module.css';
import { TopBar } from './top-bar.tsx';
import { type Reach, useReachability } from './use-reachability.ts';
import { useScrollBack } from './use-scroll-back.ts';

/** Loaded on demand, since it is seldom needed. */
const ProofDialog = lazy(async () => ({ default: (await import('./proof-dialog.tsx')).ProofDialog }));

interface Requested {
  ways: ApiFailure['ways'];
  settle: (isProved: boolean) => void;
}

export const RequestedProof = () => {
  const [requested, setAsked] = useState<Requested | null>(null);
  useEffect(
    () =>
      onProofNeeded(
        ({ ways }) =>
          new Promise((settle) => {
            // A second call replaces the first, which is refused.
            setAsked((before) => {
              before?.settle(false);
              return { ways, settle };
            });
          }),
      ),
    [],
  );
  if (requested === null) return null;
  return (
    <Suspense>
      <ProofDialog
        ways={requested.ways}
        onSettled={(isProved) => {
          setAsked(null);
          requested.settle(isProved);
        }}
      />
    </Suspense>
  );
};

const AGAIN_MS = 15_000;

const hasFailed = ({ state }: Query): boolean => state.status === 'error' && state.fetchStatus === 'idle';

/** Refetches the queries on screen until one succeeds, then every failed query. */
const useGoingOn = (reach: Reach): void => {
  const client = useQueryClient();
  useEffect(() => {
    if (reach === 'reached') {
      void client.refetchQueries({ type: 'active', predicate: hasFailed });
      return;
    }
    const timer = setInterval(() => {
      const [first] = client.getQueryCache().findAll({ type: 'active', predicate: hasFailed });
      void first?.fetch().catch(() => undefined);
    }, AGAIN_MS);
    return () => clearInterval(timer);
  }, [client, reach]);
};

const PlaceBar = () => {
  const { profile } = useUser();
  const { pathname } = useLocation();
  const current = placeAt(pathname);
  return (
    <nav className={placesClasses.bar} aria-label="Lugares">
      {barPlacesFor(profile).map(({ name, to, label, icon }) => (
        <Link key={name} to={to} aria-current={name === current ? 'page' : undefined}>
          <Icon name={icon} size={22} />
          {label}
        </Link>
      ))}
    </nav>
  );
};

interface TourOfferProps {
  readonly pathname: string;
  readonly onOpen: () => void;
}

/** A tour that does not open by itself is offered below the screen. */
const TourOffer = ({ pathname, onOpen }: TourOfferProps) => {
  const [first] = toursAt(pathname);
  if (first === undefined || automaticTargets(first).length > 0) return null;
  return (
    <div className={styles.offer}>
      <button type="button" onClick={onOpen}>
        Conheça esta tela
      </button>
    </div>
  );
};

const ShellSkeleton = () => (
  <Loading>
    <div className={shellSkeletonClasses.frame}>
      <div className={shellSkeletonClasses.drawer} />
      <div className={shellSkeletonClasses.body}>
        <div className={shellSkeletonClasses.top} />
        <div className={shellSkeletonClasses.page}>
          <SkeletonLine width={18} size="stat" />
          <SkeletonBlock height={220} />
          <SkeletonBlock height={220} />
        </div>
      </div>
    </div>
  </Loading>
);

/** Applies the account's brand and stores it for the first paint of the next visit. */
const useBrand = (brand: User['brand'] | undefined): void => {
  // Before the screen sets the tab's title, which depends on the brand.
  useLayoutEffect(() => {
    if (brand === undefined) return;
    wearBrand(brand);
    writePreference('brand', brand);
  }, [brand]);
};

/** Screens without personal data, shown without a session or an answer. */
const OPEN_TO_ALL = ['/help', '/glossary'];

const isOpenToAll = (pathname: string): boolean => OPEN_TO_ALL.includes(pathname.replace(/\/$/, ''));

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

/** Preloads the modules that name all screens' files, which Home does not wait for. */
const useScreensAhead = () => {
  useEffect(() => {
    const timer = setTimeout(() => void import('../screen-loaders.ts').catch(() => undefined), 1_000);
    return () => clearTimeout(timer);
  }, []);
};

/** A new screen takes the focus at its heading, for screen readers too; the first one keeps the browser's focus. */
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

/** Loaded on demand, since it is seldom needed. */
const OfferedSession = lazy(async () => ({
  default: (await import('./offered-session.tsx')).OfferedSession,
}));

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
  const isUnavailable = signedIn.data === undefined && isServerDown(signedIn.error) && !isOpenToAll(pathname);
  useEffect(() => {
    if (isUnavailable) endSession('failed-token');
  }, [isUnavailable]);
  // A query waiting for its next attempt ignores a refetch until it is cancelled.
  const retryNow = async () => {
    await queryClient.cancelQueries({ queryKey: signedInQuery.queryKey });
    await signedIn.refetch();
  };
  const reach = useReachability();
  useGoingOn(reach);

  if (signedIn.data === undefined) {
    if (signedIn.isError && isOpenToAll(pathname)) return <OpenToAll />;
    if (signedIn.failureReason === null || isUnavailable) return <ShellSkeleton />;
    return (
      <main className={styles.alone}>
        <Logo size={40} />
        <ErrorState failure={signedIn.failureReason} onRetry={retryNow} />
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
      <RequestedProof />
      {offered !== null && (
        <Suspense>
          <OfferedSession token={offered} />
        </Suspense>
      )}
      <ScrollRestoration />
    </SignedInProvider>
  );
};

/** After a sign-out the next person must not return to the same address. */
const isLeft = (): boolean => ['logout', 'elsewhere'].includes(lastSessionEnd() ?? '');

/** Top bar, drawer and the screen; the login screen without a stored token. */
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

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isTourWanted } from '../../shared/tour-of-part.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { opensByItself } from './tour-counter.ts';
import { type TourName, toursAt } from './tour-names.ts';

/** Texts, library and style sheet load when a tour opens. Offline it does not open. */
const start = (
  names: readonly TourName[],
  signal: AbortSignal,
  isRequested: boolean,
  client: QueryClient,
): void => {
  import('./open-tour.ts')
    .then(({ openAutomatic, openRequested }) => {
      if (signal.aborted) return undefined;
      return isRequested ? openRequested(names, signal) : openAutomatic(names, signal, client);
    })
    .catch(() => {
      if (isRequested) announce('O tutorial não pôde ser aberto. Tente novamente.', { tone: 'bad' });
    });
};

/**
 * The tour of the current screen: it opens by itself at first, and on request.
 * @returns opens it, or the tour of a named part
 */
export const useTutorial = (pathname: string): ((part?: string) => void) => {
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const { state } = useLocation();
  const begin = (isRequested: boolean, part?: string) => {
    running.current?.abort();
    const all = toursAt(pathname).filter((name) => part === undefined || name === part);
    if (all.length === 0) {
      if (isRequested) announce('Esta tela não tem tutorial.');
      return;
    }
    // Only the first tour of a screen opens by itself; parts further down wait for a request.
    const names = isRequested ? all : all.slice(0, 1).filter(opensByItself);
    if (names.length === 0) return;
    running.current = new AbortController();
    start(names, running.current.signal, isRequested, client);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of address is what begins a tour and ends one
  useEffect(() => {
    begin(isTourWanted(state));
    return () => running.current?.abort();
  }, [pathname]);
  return (part) => begin(true, part);
};

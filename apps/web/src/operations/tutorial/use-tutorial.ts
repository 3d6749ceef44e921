import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { isTourWanted } from '../../shared/tour-of-part.tsx';
import { announce } from '../../shared/ui/snackbar.tsx';
import { opensByItself } from './tour-counter.ts';
import { type TourName, toursAt } from './tour-names.ts';

/** Words, library and sheet come only when a tour is opened. Without a network there is none, and nothing is lost. */
const start = (names: readonly TourName[], signal: AbortSignal, isAsked: boolean): void => {
  import('./open-tour.ts')
    .then(({ openTour }) => (signal.aborted ? undefined : openTour(names, signal, isAsked)))
    .catch(() => {
      if (isAsked) announce('O tutorial não pôde ser aberto. Tente novamente.', { tone: 'bad' });
    });
};

/**
 * The tour of the screen on show: it opens by itself the first times, and whenever it is asked for.
 *
 * @returns opens it, or the one of a part of the screen where that is named
 */
export const useTutorial = (pathname: string): ((part?: string) => void) => {
  const running = useRef<AbortController | null>(null);
  const { state } = useLocation();
  const begin = (isAsked: boolean, part?: string) => {
    running.current?.abort();
    const all = toursAt(pathname).filter((name) => part === undefined || name === part);
    if (all.length === 0) {
      if (isAsked) announce('Esta tela não tem tutorial.');
      return;
    }
    // By itself only the first one of a screen: what lies further down is shown to who asks for it.
    const names = isAsked ? all : all.slice(0, 1).filter(opensByItself);
    if (names.length === 0) return;
    running.current = new AbortController();
    start(names, running.current.signal, isAsked);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of address is what begins a tour and ends one
  useEffect(() => {
    begin(isTourWanted(state));
    return () => running.current?.abort();
  }, [pathname]);
  return (part) => begin(true, part);
};

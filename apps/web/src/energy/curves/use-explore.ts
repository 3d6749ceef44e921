import { onlineManager } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { useAddress } from '../../shared/api/use-address.ts';
import { useFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import type { Viewport } from '../../shared/explorer/plot/viewport.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { addressOf, type ExploreState, stateFrom } from './explore-state.ts';

const nameFor = (accountId: string) => `last-explored.${accountId}`;

const useIsReached = (): boolean => {
  const moment = useFiguresMoment();
  return moment === null && onlineManager.isOnline();
};

const searchOf = (state: ExploreState): string => {
  const parameters = Object.entries(addressOf(state)).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  return new URLSearchParams(parameters).toString();
};

/**
 * The Explorer opens with its address. Where that is empty and no answer comes, it opens with the last curves seen on
 * this device, the only ones that can be drawn.
 */
const useOpeningAddress = (address: URLSearchParams): URLSearchParams => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  const [opening] = useState(() =>
    isReached || address.size > 0 ? address : new URLSearchParams(readPreference(nameFor(accountId)) ?? ''),
  );
  return opening;
};

/** Remembers the settled curves; unanswered ones do not count as seen. */
const useRememberedExplored = (state: ExploreState, afterMs: number): void => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  useEffect(() => {
    if (!isReached) return;
    const timer = window.setTimeout(() => writePreference(nameFor(accountId), searchOf(state)), afterMs);
    return () => window.clearTimeout(timer);
  }, [accountId, isReached, state, afterMs]);
};

const MAX_STEPS = 50;
/** Moves within this time are one step back. */
const ONE_STEP_MS = 900;
/** The address follows after a pause: each change re-renders the whole screen. */
const WRITTEN_AFTER_MS = 300;

/** The Explorer's state in the address, with the previous views. */
export const useExplore = () => {
  const [address, changeAddress] = useAddress();
  const isLeaving = useNavigation().state !== 'idle';
  const started = useOpeningAddress(address);
  const [state, setState] = useState(() => stateFrom(started, Date.now()));
  const [steps, setSteps] = useState<readonly Viewport[]>([]);
  const movedAt = useRef(0);
  const written = useRef(address.toString());
  const opening = useRef(state);

  // A followed link or the browser's Back: the address wins.
  useEffect(() => {
    if (written.current === address.toString()) return;
    written.current = address.toString();
    const next = stateFrom(address, Date.now());
    opening.current = next;
    setState(next);
  }, [address]);

  useEffect(() => {
    // State read from the address is not written back.
    if (opening.current === state) return;
    // A write now would cancel a navigation to another screen.
    if (isLeaving) return;
    const timer = window.setTimeout(() => {
      changeAddress((current) => {
        const names = addressOf(state);
        const to = new URLSearchParams(current);
        for (const [name, value] of Object.entries(names))
          if (value === null) to.delete(name);
          else to.set(name, value);
        written.current = to.toString();
        return names;
      });
    }, WRITTEN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [state, changeAddress, isLeaving]);

  useRememberedExplored(state, WRITTEN_AFTER_MS);

  const change = useCallback(
    (changes: Partial<ExploreState>) => setState((before) => ({ ...before, ...changes })),
    [],
  );
  const { view } = state;
  const look = useCallback(
    (next: Viewport) => {
      const isNewStep = Date.now() - movedAt.current > ONE_STEP_MS;
      movedAt.current = Date.now();
      if (isNewStep) setSteps((before) => [...before.slice(1 - MAX_STEPS), view]);
      change({ view: next });
    },
    [change, view],
  );
  const goBack = useCallback(() => {
    const last = steps.at(-1);
    if (last === undefined) return;
    movedAt.current = 0;
    setSteps(steps.slice(0, -1));
    change({ view: last });
  }, [steps, change]);
  return { state, change, look, goBack, canGoBack: steps.length > 0 };
};

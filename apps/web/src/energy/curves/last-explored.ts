import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFiguresMoment } from '../../shared/consumption/figures-moment.ts';
import { readPreference, writePreference } from '../../shared/session-state/local-preference.ts';
import { useUser } from '../../shared/session-state/signed-in.ts';
import { addressOf, type ExploreState } from './explore-state.ts';

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
 * With what an Explorer opens: with its address. Where that says nothing and nothing is answered, with what this person
 * looked at last on this device, which is all that can be drawn.
 */
export const useOpeningAddress = (address: URLSearchParams): URLSearchParams => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  const [opening] = useState(() =>
    isReached || address.size > 0 ? address : new URLSearchParams(readPreference(nameFor(accountId)) ?? ''),
  );
  return opening;
};

/** Remembers what is looked at where a hand rests. What nobody answers for is not seen. */
export const useRememberedExplored = (state: ExploreState, afterMs: number): void => {
  const { _id: accountId } = useUser();
  const isReached = useIsReached();
  useEffect(() => {
    if (!isReached) return;
    const timer = window.setTimeout(() => writePreference(nameFor(accountId), searchOf(state)), afterMs);
    return () => window.clearTimeout(timer);
  }, [accountId, isReached, state, afterMs]);
};

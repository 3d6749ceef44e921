import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './local-preference.ts';

/** Why the session ended, for the login screen. `elsewhere`: another tab ended it. */
export type SessionEnd =
  | 'logout'
  | 'elsewhere'
  | 'expired'
  | 'expired-consolidated'
  | 'expired-token'
  | 'failed-token';

let token = readPreference('token');
let lastEnd: SessionEnd | null = null;
/** The token of the address while another session runs, until accepted. */
let offered: string | null = null;
/** Identifies a session across token renewals. */
let number = 1;
const watchers = new Set<() => void>();
const endWatchers = new Set<() => void>();

const notify = () => {
  for (const watcher of watchers) watcher();
};

export const sessionToken = (): string | null => token;

/** Starts a session, or stores a renewed token. `keep` opens Home directly on the next visit. */
export const startSession = (newToken: string, keep?: boolean): void => {
  token = newToken;
  lastEnd = null;
  writePreference('token', newToken);
  writePreference('visited', 'yes');
  if (keep !== undefined) writePreference('keep-logged', keep ? 'yes' : null);
  notify();
};

/** Deletes the token in every tab; the shell then shows the login screen. */
export const endSession = (reason: SessionEnd): void => {
  if (token === null) return;
  const next = reason === 'logout' || reason === 'elsewhere' ? null : offered;
  token = null;
  offered = null;
  number += 1;
  lastEnd = reason;
  writePreference('token', null);
  writePreference('keep-logged', null);
  for (const watcher of endWatchers) watcher();
  // The session that took precedence over the address is over.
  if (next !== null) startSession(next);
  else notify();
};

/** Called when a session ends: the live feed closes, cached answers are cleared. */
export const onSessionEnd = (watcher: () => void): (() => void) => {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
};

export const lastSessionEnd = (): SessionEnd | null => lastEnd;
export const isRemembered = (): boolean => readPreference('keep-logged') === 'yes';
export const hasVisitedBefore = (): boolean => readPreference('visited') === 'yes';

/**
 * A token in the address (`?token=`) leaves address and history at once. It is used unless another session runs, which
 * is replaced only after confirmation.
 */
export const takeTokenFromAddress = (): boolean => {
  const address = new URL(window.location.href);
  const tokenInAddress = address.searchParams.get('token');
  if (!tokenInAddress) return false;
  address.searchParams.delete('token');
  window.history.replaceState(
    window.history.state,
    '',
    `${address.pathname}${address.search}${address.hash}`,
  );
  if (token === null || token === tokenInAddress) startSession(tokenInAddress);
  else offered = tokenInAddress;
  return true;
};

const subscribe = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** The number of the current session, or null. */
export const useSession = (): number | null =>
  useSyncExternalStore(subscribe, () => (token === null ? null : number));

export const useHasSession = (): boolean => useSession() !== null;

/** The token of the address that awaits confirmation. */
export const useOfferedToken = (): string | null => useSyncExternalStore(subscribe, () => offered);

export const forgetOfferedToken = (): void => {
  offered = null;
  notify();
};

const followStored = () => {
  const stored = readPreference('token');
  if (stored === token) return;
  if (token !== null) endSession('elsewhere');
  if (stored !== null) startSession(stored);
};

// Follows a sign-in or sign-out in another tab.
window.addEventListener('storage', ({ key }) => {
  if (key === 'nascente.token' || key === null) followStored();
});
// A page restored from the back-forward cache missed the events.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followStored();
});

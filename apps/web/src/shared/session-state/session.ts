import { useSyncExternalStore } from 'react';
import { readPreference, writePreference } from './local-preference.ts';

/** Why there is no session any more; the login screen says it. `elsewhere`: another tab ended it, and knows why. */
export type SessionEnd =
  | 'logout'
  | 'elsewhere'
  | 'expired'
  | 'expired-consolidated'
  | 'expired-token'
  | 'failed-token';

let token = readPreference('token');
let lastEnd: SessionEnd | null = null;
/** The session that the address offers while somebody else is signed in; it waits for an answer. */
let offered: string | null = null;
/** Tells one person's session from the next one's, whatever token it has at the moment. */
let number = 1;
const watchers = new Set<() => void>();
const endWatchers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

/** The session token that goes into the header `access-token`. */
export const sessionToken = (): string | null => token;

/** Starts a session, or takes up a renewed token of the same one. `keep` opens Home directly on the next visit. */
export const startSession = (newToken: string, keep?: boolean): void => {
  token = newToken;
  lastEnd = null;
  writePreference('token', newToken);
  writePreference('visited', 'yes');
  if (keep !== undefined) writePreference('keep-logged', keep ? 'yes' : null);
  tell();
};

/** Forgets the token, here and in every other tab; the shell then goes to the login screen. */
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
  // The session in whose favour the address would have been refused is over.
  if (next !== null) startSession(next);
  else tell();
};

/** Called whenever a session ends: the live feed closes, answers of that person are forgotten. */
export const onSessionEnd = (watcher: () => void): (() => void) => {
  endWatchers.add(watcher);
  return () => endWatchers.delete(watcher);
};

export const lastSessionEnd = (): SessionEnd | null => lastEnd;
export const isKeptLogged = (): boolean => readPreference('keep-logged') === 'yes';
export const hasVisitedBefore = (): boolean => readPreference('visited') === 'yes';

/**
 * A token handed over in the address (`?token=`) leaves the address and the history at once. It is taken up, unless
 * another session runs here: that is never replaced before whoever is at the screen has agreed.
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

/** The session that runs, by a number; null without one. The component is drawn again when that changes. */
export const useSession = (): number | null =>
  useSyncExternalStore(subscribe, () => (token === null ? null : number));

/** True while there is one; the component is drawn again when that changes. */
export const useHasSession = (): boolean => useSession() !== null;

/** The token of the address that waits to be accepted. */
export const useOfferedToken = (): string | null => useSyncExternalStore(subscribe, () => offered);

export const forgetOfferedToken = (): void => {
  offered = null;
  tell();
};

const followStored = () => {
  const stored = readPreference('token');
  if (stored === token) return;
  if (token !== null) endSession('elsewhere');
  if (stored !== null) startSession(stored);
};

// Another tab signed in or out: this one follows.
window.addEventListener('storage', ({ key }) => {
  if (key === 'nascente.token' || key === null) followStored();
});
// A page that the browser kept aside and brings back has heard nothing meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) followStored();
});

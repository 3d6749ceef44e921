import { readPreference, writePreference } from './local-preference.ts';
import { lastSessionEnd, onSessionEnd } from './session.ts';

/** The account whose notifications this browser shows, even while closed. */
const OWNER = 'notices-of';

export const rememberNoticesOf = (accountId: string): void => writePreference(OWNER, accountId);

/** Ends the push subscription of this browser. The push service then reports the end to the server. */
const endNotices = async (): Promise<void> => {
  if (readPreference(OWNER) === null || !('serviceWorker' in navigator)) return;
  writePreference(OWNER, null);
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
};

/** Ends the notifications of another account at sign-in. */
export const endNoticesOfOthers = (accountId: string): void => {
  if (readPreference(OWNER) !== accountId) void endNotices().catch(() => undefined);
};

/** A sign-out ends notifications here; an expired session keeps them. */
export const endNoticesOnLogout = (): (() => void) =>
  onSessionEnd(() => {
    if (lastSessionEnd() === 'logout') void endNotices().catch(() => undefined);
  });

import { readPreference, writePreference } from './local-preference.ts';
import { lastSessionEnd, onSessionEnd } from './session.ts';

/** Whose notices this browser shows, also while the application is closed. */
const OWNER = 'notices-of';

export const rememberNoticesOf = (accountId: string): void => writePreference(OWNER, accountId);

/** The push service then tells the server that this device takes none any more. */
const endNotices = async (): Promise<void> => {
  if (readPreference(OWNER) === null || !('serviceWorker' in navigator)) return;
  writePreference(OWNER, null);
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  await subscription?.unsubscribe();
};

/** Whoever signs in after somebody else is told nothing of that account. */
export const endNoticesOfOthers = (accountId: string): void => {
  if (readPreference(OWNER) !== accountId) void endNotices().catch(() => undefined);
};

/** Who signs out is told nothing more here; a session that merely expired goes on being told. */
export const endNoticesOnLogout = (): (() => void) =>
  onSessionEnd(() => {
    if (lastSessionEnd() === 'logout') void endNotices().catch(() => undefined);
  });

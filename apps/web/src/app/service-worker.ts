import { announceUpdate } from './update-prompt.tsx';

/** Copying the whole application keeps a slow phone busy for seconds: the first screen and its figures go before it. */
const AFTER_FIRST_SCREEN_MS = 3_000;

const offerWaiting = (registration: ServiceWorkerRegistration) => {
  const waiting = registration.waiting;
  if (waiting === null || navigator.serviceWorker.controller === null) return;
  announceUpdate(() => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
};

const follow = async () => {
  const registration = await navigator.serviceWorker.register('/sw.js');
  offerWaiting(registration);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => offerWaiting(registration));
  });
  // A wall display is never reloaded by hand: it looks for a new version when it is looked at again.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
};

/** Keeps the shell on the device, and offers a new version without ever reloading under someone's hands. */
export const followNewVersions = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without a service worker (private windows, plain http) everything works but opening while offline.
  setTimeout(() => void follow().catch(() => undefined), AFTER_FIRST_SCREEN_MS);
};

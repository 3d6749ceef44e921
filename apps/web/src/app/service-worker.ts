import { announceUpdate } from './update-prompt.tsx';

/** Precaching the application keeps a slow phone busy for seconds: the first screen and its figures come first. */
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
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  });
};

/** Precaches the shell, and offers a new version without reloading by itself. */
export const followNewVersions = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // Without a service worker (private windows, plain http) only opening offline fails.
  setTimeout(() => void follow().catch(() => undefined), AFTER_FIRST_SCREEN_MS);
};

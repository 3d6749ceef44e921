import { afterEach, beforeEach, expect, it } from 'vitest';
import { endNoticesOfOthers, endNoticesOnLogout, rememberNoticesOf } from './notices-here.ts';
import { endSession, startSession } from './session.ts';

let isNotified = true;
const subscription = {
  unsubscribe: async () => {
    isNotified = false;
    return true;
  },
};
const registration = { pushManager: { getSubscription: async () => (isNotified ? subscription : null) } };
const settled = () => new Promise((resolve) => setTimeout(resolve));

let stop: () => void;
beforeEach(() => {
  isNotified = true;
  const serviceWorker = { getRegistration: async () => registration };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  stop = endNoticesOnLogout();
  startSession('mine');
  rememberNoticesOf('1');
});
afterEach(() => {
  endSession('logout');
  stop();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

it('who signs out is told nothing more on this device', async () => {
  endSession('logout');
  await expect.poll(() => isNotified).toBe(false);
});

it('a session that expired goes on being told, until somebody else signs in', async () => {
  endSession('expired');
  startSession('mine again');
  endNoticesOfOthers('1');
  await settled();
  expect(isNotified).toBe(true);
  endSession('expired');
  startSession('of the next');
  endNoticesOfOthers('2');
  await expect.poll(() => isNotified).toBe(false);
});

it('where nobody asked for notices nothing is ended', async () => {
  localStorage.removeItem('nascente.notices-of');
  endNoticesOfOthers('2');
  endSession('logout');
  await settled();
  expect(isNotified).toBe(true);
});

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

it('ends the notices on this device after a sign-out', async () => {
  endSession('logout');
  await expect.poll(() => isNotified).toBe(false);
});

it('continues the notices of an expired session until another account signs in', async () => {
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

it('ends no notices where none were requested', async () => {
  localStorage.removeItem('nascente.notices-of');
  endNoticesOfOthers('2');
  endSession('logout');
  await settled();
  expect(isNotified).toBe(true);
});

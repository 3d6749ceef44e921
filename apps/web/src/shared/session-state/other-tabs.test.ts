import { everyCall } from '@nascente/contract/every-call';
import { afterEach, expect, it } from 'vitest';
import { changesScreens, notifyOtherTabs, onChangeElsewhere } from './other-tabs.ts';

const callNamed = (name: string) => {
  const call = everyCall.find((one) => one.name === name);
  if (call === undefined) throw new Error(`no call ${name}`);
  return call;
};
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

it('notifies other tabs of calls that change screens, and of no others', () => {
  const silent = everyCall.filter((call) => call.effect === 'changes' && !changesScreens(call));
  expect(silent.map(({ name }) => name).sort()).toEqual([
    'acceptInvitation',
    'askForPasskey',
    'beginSingleSignOn',
    'changePassword',
    'denySignIn',
    'endOtherSessions',
    'endSession',
    'ingestReadings',
    'login',
    'loginByPasskey',
    'loginBySingleSignOn',
    'loginByToken',
    'logout',
    'proveAgain',
    'removeCredentials',
    'requestRecovery',
    'saveTourViews',
    'sendFeedback',
    'signUp',
    'uploadImage',
  ]);
  expect(everyCall.some((call) => call.effect === 'reads' && changesScreens(call))).toBe(false);
  expect(changesScreens(callNamed('requestUpgrade'))).toBe(true);
});

it('stores a new value for each change, and none for other calls', () => {
  const left = () => localStorage.getItem('nascente.changed');
  notifyOtherTabs(callNamed('readPeriod'));
  expect(left()).toBeNull();
  notifyOtherTabs(callNamed('updateMeter'));
  const first = left();
  notifyOtherTabs(callNamed('updateMeter'));
  expect(first).not.toBeNull();
  expect(left()).not.toBe(first);
});

it('reacts to changes of other tabs, and to no other stored value', () => {
  let received = 0;
  stops.push(
    onChangeElsewhere(() => {
      received += 1;
    }),
  );
  window.dispatchEvent(new StorageEvent('storage', { key: 'nascente.unit', newValue: 'kwh' }));
  expect(received).toBe(0);
  window.dispatchEvent(new StorageEvent('storage', { key: 'nascente.changed', newValue: '0.5' }));
  expect(received).toBe(1);
});

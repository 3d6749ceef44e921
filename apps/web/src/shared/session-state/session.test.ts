import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  endSession,
  forgetOfferedToken,
  hasVisitedBefore,
  isRemembered,
  lastSessionEnd,
  onSessionEnd,
  sessionToken,
  startSession,
  takeTokenFromAddress,
  useOfferedToken,
} from './session.ts';

afterEach(() => {
  endSession('logout');
  window.history.replaceState(null, '', '/');
});

const otherTabWrites = (value: string | null) => {
  if (value === null) localStorage.removeItem('nascente.token');
  else localStorage.setItem('nascente.token', value);
  window.dispatchEvent(new StorageEvent('storage', { key: 'nascente.token', newValue: value }));
};

it('stores the token on the device, with the flags of the login', () => {
  expect(hasVisitedBefore()).toBe(false);
  startSession('one', true);
  expect(localStorage.getItem('nascente.token')).toBe('one');
  expect(isRemembered()).toBe(true);
  expect(hasVisitedBefore()).toBe(true);
});

it('removes token and flag at the end, notifies listeners once, and remembers the visit', () => {
  let ends = 0;
  const stop = onSessionEnd(() => {
    ends += 1;
  });
  startSession('one', true);
  endSession('expired');
  endSession('logout');
  stop();
  expect(ends).toBe(1);
  expect(lastSessionEnd()).toBe('expired');
  expect(localStorage.getItem('nascente.token')).toBeNull();
  expect(isRemembered()).toBe(false);
  expect(hasVisitedBefore()).toBe(true);
});

it('takes the account of another tab when the page returns from the browser cache', () => {
  startSession('mine');
  let ends = 0;
  const stop = onSessionEnd(() => {
    ends += 1;
  });
  localStorage.setItem('nascente.token', 'of the next');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect([sessionToken(), ends]).toEqual(['mine', 0]);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect([sessionToken(), ends, lastSessionEnd()]).toEqual(['of the next', 1, null]);
  stop();
});

it('retains the flag with a renewed token', () => {
  startSession('one', true);
  startSession('two');
  expect(isRemembered()).toBe(true);
});

it('removes a token from the address, and leaves the rest of it', () => {
  window.history.replaceState(null, '', '/dashboard?unidade=kwh&token=given#fim');
  expect(takeTokenFromAddress()).toBe(true);
  expect(sessionToken()).toBe('given');
  expect(window.location.pathname + window.location.search + window.location.hash).toBe(
    '/dashboard?unidade=kwh#fim',
  );
});

it('a token of the address replaces no existing session, and is removed from the address', () => {
  startSession('mine', true);
  window.history.replaceState(null, '', '/dashboard?token=given');
  expect(takeTokenFromAddress()).toBe(true);
  const { result } = renderHook(useOfferedToken);
  expect([sessionToken(), result.current]).toEqual(['mine', 'given']);
  expect([isRemembered(), window.location.search, localStorage.getItem('nascente.token')]).toEqual([
    true,
    '',
    'mine',
  ]);
  act(forgetOfferedToken);
  expect([sessionToken(), result.current]).toEqual(['mine', null]);
});

it('uses the token of the address once the existing session expired', () => {
  startSession('old');
  window.history.replaceState(null, '', '/?token=given');
  takeTokenFromAddress();
  endSession('expired-token');
  expect(sessionToken()).toBe('given');
});

it('drops the token of the address with the sign-out', () => {
  startSession('mine');
  window.history.replaceState(null, '', '/?token=given');
  takeTokenFromAddress();
  endSession('logout');
  expect(sessionToken()).toBeNull();
});

it('leaves an address without a token unchanged', () => {
  window.history.replaceState(null, '', '/dashboard?unidade=kwh');
  expect(takeTokenFromAddress()).toBe(false);
  expect(sessionToken()).toBeNull();
});

it('ends with the session of another tab, and starts with it', () => {
  startSession('one');
  otherTabWrites(null);
  expect(sessionToken()).toBeNull();
  expect(lastSessionEnd()).toBe('elsewhere');
  otherTabWrites('two');
  expect(sessionToken()).toBe('two');
});

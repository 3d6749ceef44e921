import type { BrowserContext } from '@playwright/test';

/** Runs in the page. Once in a browser: later changes stay. */
const rememberFirstTime = ([name, value]: readonly [string, string]): void => {
  // An empty page has nowhere to keep it.
  if (!location.protocol.startsWith('http')) return;
  const mark = `test.${name}`;
  if (localStorage.getItem(mark) !== null) return;
  localStorage.setItem(mark, 'yes');
  localStorage.setItem(`nascente.${name}`, value);
};

/*
 * By a script that runs before those of a page. `storageState` opens a page of its own to write the same, in a process of its own:
 * with one for the tours and one for the sign-in, an eighth of the time of the tests.
 */
const remember = (context: BrowserContext, name: string, value: string): Promise<unknown> =>
  context.addInitScript(rememberFirstTime, [name, value] as const);

/** A browser of a user without automatic tours, so that none covers the screen. */
export const wantsNoTours = (context: BrowserContext) => remember(context, 'tutorial.none', '2');

/** A browser with an earlier sign-in. */
export const isSignedIn = (context: BrowserContext, { token }: { readonly token: string }) =>
  remember(context, 'token', token);

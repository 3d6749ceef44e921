import { readPreference, writePreference } from './local-preference.ts';
import { lastSessionEnd, onSessionEnd } from './session.ts';

const PREFIX = 'draft';
const STORED = `nascente.${PREFIX}.`;

/** The storage key of a draft, which includes the account. */
export const draftName = (accountId: string, ...subject: readonly string[]): string =>
  [PREFIX, accountId, ...subject].join('.');

/** The stored draft, or undefined when missing or unreadable. */
export const readDraft = (name: string): unknown => {
  try {
    return JSON.parse(readPreference(name) ?? '') as unknown;
  } catch {
    return undefined;
  }
};

export const keepDraft = (name: string, draft: unknown): void => writePreference(name, JSON.stringify(draft));

export const forgetDraft = (name: string): void => writePreference(name, null);

const forgetAllDrafts = () => {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(STORED)) localStorage.removeItem(key);
  } catch {
    // Without storage there is no draft.
  }
};

/** A sign-out deletes the drafts; an expired session keeps them. */
export const forgetDraftsOnLogout = (): (() => void) =>
  onSessionEnd(() => {
    if (lastSessionEnd() === 'logout') forgetAllDrafts();
  });

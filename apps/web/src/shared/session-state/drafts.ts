import { readPreference, writePreference } from './local-preference.ts';
import { lastSessionEnd, onSessionEnd } from './session.ts';

const PREFIX = 'draft';
const STORED = `nascente.${PREFIX}.`;

/** Where a draft of one account is kept; the account is part of the name, so nobody meets another's. */
export const draftName = (accountId: string, ...subject: readonly string[]): string =>
  [PREFIX, accountId, ...subject].join('.');

/** What was kept under this name, or undefined where there is nothing that can be read. */
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
    // Without storage nothing was kept.
  }
};

/** Who signs out leaves nothing behind, once for all tabs; a session that merely expired finds its drafts again. */
export const forgetDraftsOnLogout = (): (() => void) =>
  onSessionEnd(() => {
    if (lastSessionEnd() === 'logout') forgetAllDrafts();
  });

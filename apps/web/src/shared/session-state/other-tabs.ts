import type { Call } from '@nascente/contract/base/call';
import type { Action } from '@nascente/domain/people/permissions';
import { onPreferenceElsewhere, writePreference } from './local-preference.ts';

const CHANGED = 'changed';

/** What is changed with these is on no other screen. */
const UNSEEN: readonly Action[] = ['hold-session', 'send-feedback', 'upload-image'];

/** Whether what screens show may be another thing once this call has succeeded. */
export const changesScreens = ({ effect, permission }: Pick<Call, 'effect' | 'permission'>): boolean =>
  effect === 'changes' && permission !== undefined && !UNSEEN.includes(permission);

/** Tells the other tabs that a call has succeeded, if it makes what they show old. */
export const tellOtherTabs = (call: Pick<Call, 'effect' | 'permission'>): void => {
  // Storage tells of values that differ.
  if (changesScreens(call)) writePreference(CHANGED, String(Math.random()));
};

/** Called whenever another tab has changed something. */
export const onChangeElsewhere = (watcher: () => void): (() => void) =>
  onPreferenceElsewhere(CHANGED, watcher);

import type { Call } from '@nascente/contract/base/call';
import type { Action } from '@nascente/domain/people/permissions';
import { onPreferenceElsewhere, writePreference } from './local-preference.ts';

const CHANGED = 'changed';

/** Permissions of calls that change no other screen. */
const UNSEEN: readonly Action[] = ['hold-session', 'send-feedback', 'upload-image'];

/** Whether a successful call may change other screens. */
export const changesScreens = ({ effect, permission }: Pick<Call, 'effect' | 'permission'>): boolean =>
  effect === 'changes' && permission !== undefined && !UNSEEN.includes(permission);

/** Notifies other tabs of a successful call that outdates their screens. */
export const notifyOtherTabs = (call: Pick<Call, 'effect' | 'permission'>): void => {
  // The value must change, because an equal one causes no storage event.
  if (changesScreens(call)) writePreference(CHANGED, String(Math.random()));
};

/** Called when another tab has changed data. */
export const onChangeElsewhere = (watcher: () => void): (() => void) =>
  onPreferenceElsewhere(CHANGED, watcher);

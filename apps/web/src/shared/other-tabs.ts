import type { Call } from '@nascente/contract/call';
import type { Action } from '@nascente/domain/people/permissions';
import { onPreferenceElsewhere, writePreference } from './local-preference.ts';

const CHANGED = 'changed';

/** What is sent with these is on no screen: questions that take a body, and what nobody reads again. */
const UNSEEN: readonly Action[] = [
  'see-consumption',
  'see-readings',
  'see-inventory',
  'hold-session',
  'send-feedback',
  'upload-image',
];

/** Whether what screens show may be another thing once this call has succeeded. */
export const changesScreens = ({ method, permission }: Pick<Call, 'method' | 'permission'>): boolean =>
  method !== 'GET' && permission !== undefined && !UNSEEN.includes(permission);

/** Tells the other tabs that a call has succeeded, if it makes what they show old. */
export const tellOtherTabs = (call: Pick<Call, 'method' | 'permission'>): void => {
  // Storage tells of values that differ.
  if (changesScreens(call)) writePreference(CHANGED, String(Math.random()));
};

/** Called whenever another tab has changed something. */
export const onChangeElsewhere = (watcher: () => void): (() => void) =>
  onPreferenceElsewhere(CHANGED, watcher);

import { useState } from 'react';
import { readPreference, writePreference } from '../../../shared/session-state/local-preference.ts';
import type { Shown } from './choose-meters.ts';

const SHOWN: readonly Shown[] = ['all', 'online', 'silent'];

export type View = 'list' | 'grid';

/** View preferences on this device. */
export const useMetersPreferences = () => {
  const [view, setView] = useState<View>(readPreference('meters-view') === 'grid' ? 'grid' : 'list');
  const [shown, setShown] = useState<Shown>(
    () => SHOWN.find((one) => one === readPreference('meters-shown')) ?? 'all',
  );
  return {
    view,
    shown,
    chooseView: (next: View) => {
      writePreference('meters-view', next);
      setView(next);
    },
    chooseShown: (next: Shown) => {
      writePreference('meters-shown', next);
      setShown(next);
    },
  };
};
